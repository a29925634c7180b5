import type { JsonObject } from '../json-object.js'

/**
 * Whether a property, reduced to `field`, asks for a secret: by what its schema says, or by its very name where a person
 * types the value. Longer names that only hold such a word (`passwordHint`) pass.
 *
 * spec: client/elicitation#user-interaction-model
 */
export function isSecretField(name: string, schema: JsonObject, field: JsonObject): boolean {
  if (schema['writeOnly'] === true || schema['format'] === 'password') return true
  const { type, enum: plain, oneOf } = field
  const isTyped = type !== 'boolean' && type !== 'array' && plain === undefined && oneOf === undefined
  return isTyped && secretNames.has(name.replaceAll(/[_-]/g, '').toLowerCase())
}

const secretNames: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'userpassword'],
  ...['newpassword', 'oldpassword', 'currentpassword', 'confirmpassword', 'passwordconfirmation'],
  ...['secret', 'clientsecret', 'secretkey', 'apisecret', 'apikey', 'apitoken', 'privatekey', 'sshkey', 'seedphrase'],
  ...['accesstoken', 'refreshtoken', 'authtoken', 'bearertoken', 'sessiontoken', 'idtoken'],
  ...['accesskey', 'secretaccesskey'],
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cardnumber', 'creditcard', 'creditcardnumber', 'debitcardnumber'],
])
