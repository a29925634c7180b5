import type { JsonObject } from '../values/json/json-object.js'

/**
 * True if a property is a secret: by its schema, or by its name if a value is typed freely. `field` is the schema that says so,
 * without references. Longer names that contain such a word (`passwordHint`) are allowed.
 *
 * spec: client/elicitation#user-interaction-model
 */
export function isSecretField(name: string, schema: JsonObject, field: JsonObject = schema): boolean {
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
