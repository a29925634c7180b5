import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { AuthOptions } from '../auth-options.js'
import { createFakeAuthServices } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import { createTokenSource } from './create-token-source.js'

const key = { key: 'PEM' }
const redirected = async () => ''
const redirectUrl = 'https://app.example/back'
const enterprise = {
  type: 'enterprise',
  tokenEndpoint: 'https://idp.example/token',
  clientId: 'c',
  subjectToken: 't',
} as const

describe('options that cannot work together', () => {
  test.each<readonly [string, AuthOptions, string]>([
    ['a secret of nobody', { clientSecret: 's' }, 'auth.clientSecret needs auth.clientId'],
    ['a key of nobody', { privateKey: key }, 'auth.privateKey needs'],
    ['an issuer for nobody', { issuer: 'https://as.example' }, 'auth.issuer needs auth.clientId'],
    ['a secret and a key', { clientId: 'c', clientSecret: 's', privateKey: key }, 'exclude each other'],
    ['an empty id', { clientId: '' }, 'auth.clientId must not be empty'],
    ['an empty secret', { clientId: 'c', clientSecret: '' }, 'auth.clientSecret must not be empty'],
    ['a document over http:', { clientMetadataUrl: 'http://app.example/c.json' }, 'auth.clientMetadataUrl'],
    ['a document at no path', { clientMetadataUrl: 'https://app.example/' }, 'auth.clientMetadataUrl'],
    ['a document with a fragment', { clientMetadataUrl: 'https://app.example/c#d' }, 'auth.clientMetadataUrl'],
    ['a document at a path with dots', { clientMetadataUrl: 'https://app.example/a/../c' }, 'auth.clientMetadataUrl'],
    ['a document with a user', { clientMetadataUrl: 'https://u@app.example/c' }, 'auth.clientMetadataUrl'],
    ['an address without a way in', { redirectUrl }, 'auth.redirectUrl needs auth.redirected'],
    ['a way in without an address', { redirected }, 'auth.redirected needs auth.redirectUrl'],
    ['an address over http:', { redirectUrl: 'http://app.example/', redirected }, 'auth.redirectUrl must be'],
    ['an address with a fragment', { redirectUrl: `${redirectUrl}#a`, redirected }, 'auth.redirectUrl must be'],
    ['an address of an app', { redirectUrl: 'app.example:/back', redirected }, 'auth.redirectUrl must be'],
    ['no time', { personMs: 0 }, 'auth.personMs'],
    ['a client without an id', { grant: 'client_credentials' }, 'needs auth.clientId'],
    [
      'a client without a proof',
      { grant: 'client_credentials', clientId: 'c' },
      'auth.clientSecret or auth.privateKey',
    ],
    ['an employee of no client', { grant: enterprise }, 'auth.grant enterprise needs auth.clientId'],
    [
      'an identity provider over http:',
      { clientId: 'c', grant: { ...enterprise, tokenEndpoint: 'http://idp.example/token' } },
      'auth.grant.tokenEndpoint',
    ],
    [
      'an employee without a token',
      { clientId: 'c', grant: { ...enterprise, subjectToken: '' } },
      'auth.grant.subjectToken',
    ],
    ['a client without an id there', { clientId: 'c', grant: { ...enterprise, clientId: '' } }, 'auth.grant.clientId'],
    // As from JavaScript.
    [
      'an unknown grant',
      { grant: 'implicit' as 'authorization_code' },
      'auth.grant must be one of authorization_code, client_credentials, enterprise, jwt-bearer, token-exchange; got implicit',
    ],
    ['a text for a function', { grant: { type: 'jwt-bearer', assertion: 'x' as never } }, 'auth.grant.assertion'],
  ])('%s', (_, options, text) => {
    verifies('AUTH-22', 'AUTH-55', 'CC-02')
    const services = createFakeAuthServices(createFakeAuthorizationServer(), options)
    expect(() => createTokenSource(services)).toThrow(TypeError)
    expect(() => createTokenSource(services)).toThrow(text)
  })

  test('a platform without a browser needs to be told how to reach a person', () => {
    const services = { ...createFakeAuthServices(createFakeAuthorizationServer()), browser: undefined }
    const reached = { redirectUrl, redirected, open: () => {} }
    expect(() => createTokenSource(services)).toThrow('auth.redirectUrl and auth.redirected are needed')
    expect(() => createTokenSource({ ...services, options: { redirectUrl, redirected } })).toThrow(
      'auth.open is needed',
    )
    expect(createTokenSource({ ...services, options: reached })).toHaveProperty('obtain')
    const assertion = { type: 'jwt-bearer', assertion: () => 'a' } as const
    expect(createTokenSource({ ...services, options: { grant: assertion } })).toHaveProperty('obtain')
  })
})
