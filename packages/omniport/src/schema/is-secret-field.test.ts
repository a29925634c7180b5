import { expect, test } from 'vitest'
import { isSecretField } from './is-secret-field.js'

const text = { type: 'string' }

test('a text is a secret by the names that people give to secrets', () => {
  const names = [
    ...['password', 'Passwd', 'PWD', 'pass_phrase', 'pass-code', 'user_password', 'newPassword', 'old_password'],
    ...['currentPassword', 'confirm-password', 'passwordConfirmation', 'secret', 'client_secret', 'secretKey'],
    ...['API_SECRET', 'apiKey', 'API_TOKEN', 'private-key', 'ssh_key', 'seedPhrase', 'access_token'],
    ...['refreshToken', 'auth-token', 'bearerToken', 'sessionToken', 'id_token', 'access_key', 'secret_access_key'],
    ...['CVV', 'cvv2', 'CVC', 'cvc2', 'cardNumber', 'credit_card', 'credit-card-number', 'debitCardNumber'],
  ]
  expect(names.filter((name) => !isSecretField(name, text))).toEqual([])
  expect(names.filter((name) => !isSecretField(name, { type: 'integer' }))).toEqual([])
})

test.each(['passwordHint', 'tokens', 'card', 'key', 'secretary', 'pass word', ''])('"%s" is no such name', (name) => {
  expect(isSecretField(name, text)).toBe(false)
})

test('a field that its schema calls a secret is one, whatever its name and type', () => {
  expect(isSecretField('a', { writeOnly: true, type: 'boolean' })).toBe(true)
  expect(isSecretField('a', { format: 'password', enum: ['x'] })).toBe(true)
  expect(isSecretField('a', { writeOnly: false, format: 'email' })).toBe(false)
  expect(isSecretField('a', { writeOnly: 'true' })).toBe(false)
})

test.each([
  { type: 'boolean' },
  { type: 'array' },
  { type: 'string', enum: ['visa'] },
  { type: 'string', oneOf: [{ const: 'visa' }] },
])('what is chosen is no secret: %j', (field) => {
  expect(isSecretField('creditCard', field)).toBe(false)
  expect(isSecretField('creditCard', { $ref: '#/$defs/a' }, field)).toBe(false)
  expect(isSecretField('creditCard', field, text)).toBe(true)
})
