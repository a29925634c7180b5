import { expect, test } from 'vitest'
import { secretsOfSettings } from './secrets-of-settings.js'

test('values of headers are secrets, and so is what stands in them behind a scheme', () => {
  const target = { url: 'https://a.example/mcp', headers: { authorization: 'Bearer abcdef-123456', 'x-id': 'ab' } }
  expect(new Set(secretsOfSettings({ target }))).toEqual(new Set(['Bearer abcdef-123456', 'Bearer', 'abcdef-123456']))
})

test('so are credentials, and variables that are named like secrets', () => {
  const target = { command: 'notes', env: { API_TOKEN: 'token-of-api', LEVEL: 'verbose' } }
  const secrets = secretsOfSettings({ target, auth: { clientSecret: 'secret-of-client', token: 'token-of-auth' } })
  expect(new Set(secrets)).toEqual(new Set(['secret-of-client', 'token-of-auth', 'token-of-api']))
})

test('a header that is undefined, as `connect` takes it, has no value to keep', () => {
  const headers = { 'x-key': undefined, 'x-other': 'abcdef-123456' } as unknown as Readonly<Record<string, string>>
  expect(new Set(secretsOfSettings({ target: { url: 'https://a.example/mcp', headers } }))).toEqual(
    new Set(['abcdef-123456']),
  )
})
