import { describe, expect, test } from 'vitest'
import type { AuthOptions } from '../auth-options.js'
import { createFakeBrowser } from '../fixtures/fake-browser.js'
import { checkAuthOptions } from './check-auth-options.js'

const browser = createFakeBrowser(() => '')
const key = { key: {} } as never
const url = 'https://app.example/cb'
const redirected = (async () => url) as never
const check = (options: object, has: 'browser' | 'nothing' = 'browser') => {
  const services = { options: options as AuthOptions, browser: has === 'browser' ? browser : undefined }
  return () => checkAuthOptions(services as Parameters<typeof checkAuthOptions>[0])
}

const metadataMessage =
  'auth.clientMetadataUrl must be an https: URL with a path, and without a fragment or credentials'
const redirectMessage = 'auth.redirectUrl must be an https: URL without a fragment, or an http: one on loopback'

describe('the options of a client', () => {
  test.each([
    ['none', {}],
    ['an id', { clientId: 'c' }],
    ['an id and a secret', { clientId: 'c', clientSecret: 's', issuer: 'https://as.example' }],
    ['an id and a key', { clientId: 'c', privateKey: key }],
    ['a document and a key', { clientMetadataUrl: 'https://app.example/c.json', privateKey: key }],
    ['a document with three dots for a folder', { clientMetadataUrl: 'https://app.example/.../c?d' }],
    ['a document with dots in its name', { clientMetadataUrl: 'https://app.example/.well-known/c..json' }],
    ['a redirect', { redirectUrl: url, redirected }],
    ['a redirect on loopback', { redirectUrl: 'http://127.0.0.1:5/cb', redirected }],
    ['a time for the person', { personMs: 1 }],
  ])('may be %s', (_name, options) => {
    expect(check(options)).not.toThrow()
  })

  test.each([
    ['an empty id', { clientId: '' }, 'auth.clientId must not be empty'],
    ['an empty secret', { clientId: 'c', clientSecret: '' }, 'auth.clientSecret must not be empty'],
    ['a secret alone', { clientSecret: 's' }, 'auth.clientSecret needs auth.clientId'],
    ['an issuer alone', { issuer: 'https://as.example' }, 'auth.issuer needs auth.clientId'],
    [
      'a secret and a key',
      { clientId: 'c', clientSecret: 's', privateKey: key },
      'auth.clientSecret and auth.privateKey exclude each other',
    ],
    ['a key alone', { privateKey: key }, 'auth.privateKey needs auth.clientId or auth.clientMetadataUrl'],
    ['a document over http', { clientMetadataUrl: 'http://app.example/c' }, metadataMessage],
    ['a document without a path', { clientMetadataUrl: 'https://app.example/' }, metadataMessage],
    ['a document with a fragment', { clientMetadataUrl: 'https://app.example/c#a' }, metadataMessage],
    ['a document with dots for a folder', { clientMetadataUrl: 'https://app.example/a/../c' }, metadataMessage],
    ['a document with a dot for a folder', { clientMetadataUrl: 'https://app.example/./c' }, metadataMessage],
    ['a document with dots at its end', { clientMetadataUrl: 'https://app.example/a/..' }, metadataMessage],
    ['a document with dots before a query', { clientMetadataUrl: 'https://app.example/a/..?b' }, metadataMessage],
    ['a document with capitals', { clientMetadataUrl: 'HTTPS://app.example/c' }, metadataMessage],
    ['a redirect to an app', { redirectUrl: 'app.example:/cb', redirected }, redirectMessage],
    ['a document with a dot at its end', { clientMetadataUrl: 'https://app.example/a/.' }, metadataMessage],
    ['a document with a user', { clientMetadataUrl: 'https://u@app.example/c' }, metadataMessage],
    ['a document with a password', { clientMetadataUrl: 'https://:p@app.example/c' }, metadataMessage],
    ['a document that is no URL', { clientMetadataUrl: 'https://' }, metadataMessage],
    ['no time for the person', { personMs: 0 }, 'auth.personMs must be more than 0'],
    ['a time that is none', { personMs: Number.NaN }, 'auth.personMs must be more than 0'],
    ['a redirect alone', { redirectUrl: url }, 'auth.redirectUrl needs auth.redirected'],
    ['a way back alone', { redirected }, 'auth.redirected needs auth.redirectUrl'],
    ['a redirect over http', { redirectUrl: 'http://app.example/cb', redirected }, redirectMessage],
    ['a redirect with a fragment', { redirectUrl: `${url}#a`, redirected }, redirectMessage],
    ['a redirect that is no URL', { redirectUrl: 'cb', redirected }, redirectMessage],
    [
      'a grant of another kind',
      { grant: 'password' },
      'auth.grant must be one of authorization_code, client_credentials, enterprise, jwt-bearer, token-exchange; got password',
    ],
    [
      'a grant object of another kind',
      { grant: { type: 'x' } },
      'auth.grant must be one of authorization_code, client_credentials, enterprise, jwt-bearer, token-exchange; got x',
    ],
  ])('may not be %s', (_name, options, message) => {
    expect(check(options)).toThrow(new TypeError(message))
  })
})

describe('where no browser can be opened', () => {
  test.each([
    ['a redirect is needed', {}, 'auth.redirectUrl and auth.redirected are needed on this platform'],
    ['a way to open pages is needed', { redirectUrl: url, redirected }, 'auth.open is needed on this platform'],
  ])('%s', (_name, options, message) => {
    expect(check(options, 'nothing')).toThrow(new TypeError(message))
  })

  test('both are enough', () => {
    expect(check({ redirectUrl: url, redirected, open: () => {} }, 'nothing')).not.toThrow()
  })
})

describe('a grant without a person', () => {
  const enterprise = {
    type: 'enterprise',
    tokenEndpoint: 'https://idp.example/token',
    clientId: 'c',
    subjectToken: 't',
  }
  const exchange = { type: 'token-exchange', subjectToken: () => 't' }
  const own = { clientId: 'c', issuer: 'https://as.example' }

  test.each([
    ['of a client with a secret', { grant: 'client_credentials', clientId: 'c', clientSecret: 's' }],
    ['of a client with a key', { grant: 'client_credentials', clientId: 'c', privateKey: key }],
    ['of an enterprise', { grant: enterprise, clientId: 'c' }],
    ['of an enterprise, with a document', { grant: enterprise, clientMetadataUrl: 'https://app.example/c' }],
    [
      'of an enterprise on this machine',
      { grant: { ...enterprise, tokenEndpoint: 'http://localhost:1/t' }, clientId: 'c' },
    ],
    ['of a workload', { grant: { type: 'jwt-bearer', assertion: () => 'a' } }],
    ['of an exchange', { grant: exchange, ...own }],
  ])('%s is complete', (_name, options) => {
    expect(check(options, 'nothing')).not.toThrow()
  })

  test.each([
    ['of a client without an id', { grant: 'client_credentials' }, 'auth.grant client_credentials needs auth.clientId'],
    [
      'of a client without a secret',
      { grant: 'client_credentials', clientId: 'c' },
      'auth.grant client_credentials needs auth.clientSecret or auth.privateKey',
    ],
    ['of an enterprise by its name', { grant: 'enterprise', clientId: 'c' }, 'auth.grant must be an object'],
    [
      'of an enterprise without a client',
      { grant: enterprise },
      'auth.grant enterprise needs auth.clientId, or auth.clientMetadataUrl',
    ],
    [
      'of an enterprise over http',
      { grant: { ...enterprise, tokenEndpoint: 'http://idp.example/t' }, clientId: 'c' },
      'auth.grant.tokenEndpoint must be an https: URL',
    ],
    [
      'of an enterprise without an endpoint',
      { grant: { ...enterprise, tokenEndpoint: undefined }, clientId: 'c' },
      'auth.grant.tokenEndpoint must be an https: URL',
    ],
    [
      'of an enterprise without its id',
      { grant: { ...enterprise, clientId: '' }, clientId: 'c' },
      'auth.grant.clientId must be a string that is not empty',
    ],
    [
      'of an enterprise with an id that is none',
      { grant: { ...enterprise, clientId: 5 }, clientId: 'c' },
      'auth.grant.clientId must be a string that is not empty',
    ],
    [
      'of an enterprise without a token',
      { grant: { ...enterprise, subjectToken: '' }, clientId: 'c' },
      'auth.grant.subjectToken must be a function, or a string that is not empty',
    ],
    ['of a workload by its name', { grant: 'jwt-bearer' }, 'auth.grant.assertion must be a function'],
    [
      'of a workload with a text',
      { grant: { type: 'jwt-bearer', assertion: 'a' } },
      'auth.grant.assertion must be a function',
    ],
    ['of an exchange by its name', { grant: 'token-exchange', ...own }, 'auth.grant must be an object'],
    [
      'of an exchange without a client',
      { grant: exchange },
      'auth.grant token-exchange needs auth.clientId and auth.issuer',
    ],
    [
      'of an exchange without an issuer',
      { grant: exchange, clientId: 'c' },
      'auth.grant token-exchange needs auth.clientId and auth.issuer',
    ],
    [
      'of an exchange without a token',
      { grant: { type: 'token-exchange' }, ...own },
      'auth.grant.subjectToken must be a function, or a string that is not empty',
    ],
  ])('%s is not', (_name, options, message) => {
    expect(check(options, 'nothing')).toThrow(new TypeError(message))
  })
})
