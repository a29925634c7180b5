import { expect, test } from 'vitest'
import { basicCredentials } from './basic-credentials.js'
import { isTransientStatus } from './is-transient-status.js'
import { serverMetadataUrls } from './server-metadata-urls.js'
import { sha256Base64Url } from './sha256-base64url.js'

test.each([
  ['plain', 'id', 'secret', 'id:secret'],
  ['with what forms leave', 'a-b._*', 'c', 'a-b._*:c'],
  ['with spaces and colons', 'a b:c', 'd+e', 'a%20b%3Ac:d%2Be'],
  ['beyond ASCII', 'ä', '€', '%C3%A4:%E2%82%AC'],
])('credentials %s', (_name, id, secret, pair) => {
  expect(basicCredentials(id, secret)).toBe(`Basic ${Buffer.from(pair).toString('base64')}`)
})

test('some statuses may be others in a moment', () => {
  const statuses = [200, 400, 404, 407, 408, 409, 424, 425, 426, 428, 429, 430, 499, 500, 503]
  expect(statuses.filter(isTransientStatus)).toEqual([408, 425, 429, 500, 503])
})

test.each([
  [
    'https://as.example/tenant/',
    [
      'https://as.example/.well-known/oauth-authorization-server/tenant',
      'https://as.example/.well-known/openid-configuration/tenant',
      'https://as.example/tenant/.well-known/openid-configuration',
    ],
  ],
  [
    'https://as.example',
    [
      'https://as.example/.well-known/oauth-authorization-server',
      'https://as.example/.well-known/openid-configuration',
    ],
  ],
])('the metadata of %s may be in these places', (issuer, urls) => {
  expect(serverMetadataUrls(new URL(issuer)).map(String)).toEqual(urls)
})

test('a digest is base64 for URLs', async () => {
  expect(await sha256Base64Url('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
  expect(await sha256Base64Url('')).toBe('47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU')
})
