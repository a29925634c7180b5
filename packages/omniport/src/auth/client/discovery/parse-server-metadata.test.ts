import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { GuardRules } from '../../ssrf-guard/guard-options.js'
import { parseServerMetadata } from './parse-server-metadata.js'

const issuer = 'https://as.example'

function parse(members: object, rules: GuardRules = {}): object {
  return parseServerMetadata({ issuer, ...members }, { issuer, rules })
}

describe('metadata of an authorization server keeps', () => {
  test.each([
    [{}],
    [{ token_endpoint: 'https://as.example/token?a=b', jwks_uri: 'https://keys.example/jwks' }],
    [{ scopes_supported: [], grant_types_supported: ['authorization_code'] }],
    [{ client_id_metadata_document_supported: true, claims_parameter_supported: false }],
    [{ require_pushed_authorization_requests: false, service_documentation: 'anything', an_extension: { a: [1] } }],
  ])('%j', (members) => expect(parse(members)).toEqual({ issuer, ...members }))
})

describe('metadata of an authorization server leaves out', () => {
  test.each([
    [{ registration_endpoint: null }],
    [{ scopes_supported: null }],
    [{ mtls_endpoint_aliases: { token_endpoint: 'http://10.0.0.1/' } }],
    [{ userinfo_endpoint: 'http://as.example/me' }],
    [{ jwks_uri: 7 }],
    [{ acr_values_supported: 'a' }],
    [{ credentials_supported: [{ a: 1 }] }],
    [JSON.parse('{"__proto__":{"token_endpoint":"http://evil.example"}}')],
  ])('%j', (members) => {
    const metadata = parse(members)
    expect(Object.entries(metadata)).toEqual([['issuer', issuer]])
    expect('token_endpoint' in metadata).toBe(false)
  })
})

describe('an authorization server is refused for its', () => {
  const names = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']
  const endpoints = [
    ['http://as.example/x', 'as.example is named with http:, not https:'],
    ['http://localhost/x', 'localhost is named with http:, not https:'],
    ['https://localhost/x', 'localhost is a private name'],
    ['https://169.254.169.254/x', '169.254.169.254 is a link-local address'],
    ['https://me:secret@as.example/x', 'the URL of as.example has credentials in it'],
    ['javascript:alert(1)', 'javascript: is not https:'],
    ['/x', 'the address that the peer names is not a URL'],
    ['', 'it is longer than 2048 characters, or has a fragment'],
    ['https://as.example/x#y', 'it is longer than 2048 characters, or has a fragment'],
    ['https://as.example/x y', 'it is longer than 2048 characters, or has a fragment'],
    [`https://as.example/${'x'.repeat(2_048)}`, 'it is longer than 2048 characters, or has a fragment'],
    [{ href: 'https://as.example' }, 'it is not a string'],
    [true, 'it is not a string'],
  ] as const
  test.each(names.flatMap((name) => endpoints.map(([value, reason]) => [name, value, reason] as const)))(
    '%s %j',
    (name, value, reason) => {
      verifies('AUTH-55')
      const message = expect.stringContaining(reason)
      expect(() => parse({ [name]: value })).toThrow(expect.objectContaining({ code: 'unauthorized', message }))
      expect(() => parse({ [name]: value })).toThrow(`the metadata of 'https://as.example' has a wrong ${name}: `)
    },
  )

  test.each([
    ['scopes_supported', 'a b'],
    ['scopes_supported', [1]],
    ['code_challenge_methods_supported', 'S256'],
    ['code_challenge_methods_supported', true],
    ['grant_types_supported', { a: 1 }],
    ['token_endpoint_auth_methods_supported', [['none']]],
  ])('%s %j', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(`has a wrong ${name}: it is not an array of strings`)
  })

  test.each([
    ['authorization_response_iss_parameter_supported', 'true'],
    ['client_id_metadata_document_supported', 1],
    ['require_pushed_authorization_requests', []],
  ])('%s %j', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(`has a wrong ${name}: it is not a boolean`)
  })
})

describe('endpoints may be', () => {
  test.each([
    ['http://127.0.0.1:8080/token', { allowLoopback: true }],
    ['http://localhost/token', { allowLoopback: true }],
    ['https://10.0.0.1/token', { allowPrivateNetwork: true }],
  ])('%s with %j', (url, rules) => {
    verifies('AUTH-55')
    expect(parse({ token_endpoint: url }, rules)).toEqual({ issuer, token_endpoint: url })
  })

  test('not http: in a private network', () => {
    const rules = { allowPrivateNetwork: true }
    expect(() => parse({ token_endpoint: 'http://10.0.0.1/token' }, rules)).toThrow('not https:')
  })
})
