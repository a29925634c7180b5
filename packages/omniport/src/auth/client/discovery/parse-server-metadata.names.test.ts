import { expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { parseServerMetadata } from './parse-server-metadata.js'

const issuer = 'https://as.example'
const parse = (members: object) => parseServerMetadata({ issuer, ...members }, { issuer, rules: {} })
const wrong = (name: string, problem: string) => ({
  code: 'unauthorized',
  message: `the metadata of 'https://as.example' has a wrong ${name}: ${problem}`,
})

test.each([
  'authorization_grant_profiles_supported',
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'grant_types_supported',
  'response_types_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
])('%s has to be a list of texts', (name) => {
  const problem = wrong(name, 'it is not an array of strings')
  expect([thrownBy(() => parse({ [name]: 'a' })), thrownBy(() => parse({ [name]: true }))]).toMatchObject([
    problem,
    problem,
  ])
  expect(parse({ [name]: ['a'] })).toEqual({ issuer, [name]: ['a'] })
})

test.each([
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'require_pushed_authorization_requests',
])('%s has to be true or false', (name) => {
  expect(thrownBy(() => parse({ [name]: ['a'] }))).toMatchObject(wrong(name, 'it is not a boolean'))
  expect([parse({ [name]: true }), parse({ [name]: false })]).toEqual([
    { issuer, [name]: true },
    { issuer, [name]: false },
  ])
})

test.each([
  'authorization_endpoint',
  'pushed_authorization_request_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'token_endpoint',
])('%s has to be an address that is safe', (name) => {
  const secret = 'refused: as.example is named with http:, not https:'
  expect(thrownBy(() => parse({ [name]: 'http://as.example/x' }))).toMatchObject(wrong(name, secret))
  expect(thrownBy(() => parse({ [name]: 5 }))).toMatchObject(wrong(name, 'it is not a string'))
  expect(parse({ [name]: 'https://as.example/x' })).toEqual({ issuer, [name]: 'https://as.example/x' })
})

test('an address has 2,048 visible characters at most', () => {
  const fits = `https://as.example/${'x'.repeat(2_048 - 19)}`
  const problem = 'it is longer than 2048 characters, or has a fragment, spaces or characters beyond ASCII'
  expect(parse({ token_endpoint: fits })).toEqual({ issuer, token_endpoint: fits })
  const others = ['', ' https://as.example', 'https://as.example ', 'https://as.example/ü', 'https://as.example/#']
  for (const address of [`${fits}x`, ...others]) {
    expect(thrownBy(() => parse({ token_endpoint: address }))).toMatchObject(wrong('token_endpoint', problem))
  }
})

test.each([
  ['another', 'https://evil.example', "'https://evil.example'"],
  ['no', undefined, 'a value of type undefined'],
  ['a number for its', 5, 'a value of type number'],
])('metadata with %s issuer is refused', (_, given, named) => {
  const message = `the metadata of the authorization server 'https://as.example' names another issuer: ${named}`
  expect(thrownBy(() => parse({ issuer: given }))).toMatchObject({ code: 'unauthorized', message })
})
