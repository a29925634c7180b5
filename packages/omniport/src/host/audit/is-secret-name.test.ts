import { expect, test } from 'vitest'
import { isSecretName } from './is-secret-name.js'

test.each([
  ...['password', 'Password', 'db_password', 'passwd', 'passphrase', 'pwd', 'pass', 'PIN', 'otp'],
  ...['token', 'access_token', 'x-auth-token', 'refreshToken', 'TOKEN', 'accessTokens', 'token_value'],
  ...['authorization', 'Proxy-Authorization', 'auth', 'bearer', 'cookie', 'Set-Cookie', 'jwt'],
  ...['apiKey', 'api_key', 'X-API-Key', 'accessKeyId', 'private_key', 'signing-key', 'encryptionKey', 'ENCRYPTION_KEY'],
  ...['secret', 'clientSecret', 'credentials', `token${'x'.repeat(1_000)}`],
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each([
  ...['', 'maxTokens', 'max_tokens', 'tokens', 'tokenize', 'tokenizer', 'key', 'name', 'author', 'passenger_count'],
  ...['compass', 'path', 'pinned', 'opinion', 'monkey', 'keyboard', '__proto__', `${'x'.repeat(1_000)}token`],
])('%s is none', (name) => {
  expect(isSecretName(name)).toBe(false)
})
