import type { AuthOptions } from '../../auth/client/auth-options.js'
import {
  booleanValue,
  functionValue,
  milliseconds,
  objectValue,
  stringList,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { type Check, mustBe, type OptionChecks } from '../../values/options/check-options.js'

/** Checks each member of `auth` by itself. Members that must fit together are checked where they are used. */
export const authValues: Check = (path, value) => {
  objectValue(path, value)
  members(path, value, checks)
  const { token, ...others } = value as AuthOptions // its members were checked
  const idle = Object.entries(others).find(([, other]) => other !== undefined)
  if (token !== undefined && idle !== undefined) {
    throw new TypeError(`${path}.token is all that is needed: there is no use for auth.${idle[0]} beside it`)
  }
}

const token: Check = (path, value) => {
  if (typeof value === 'function') return
  // The error does not repeat the value, which is a secret.
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`${path} must be a function, or a text of visible ASCII characters`)
  }
  if (value === 'undefined' || value === 'null')
    throw new TypeError(`${path} is "${value}": the variable that it comes from is probably not set`)
}

const secret: Check = (path, value) => {
  if (typeof value !== 'string') throw new TypeError(`${path} must be a string`)
}

const privateKey: Check = (path, value) => {
  objectValue(path, value)
  members(path, value, { key: keyValue, alg: stringValue, kid: stringValue })
  if ((value as { readonly key?: unknown }).key === undefined) throw mustBe(`${path}.key`, 'a key', undefined)
}

const keyValue: Check = (path, value) => {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) {
    throw new TypeError(`${path} must be PEM, a JWK, or a CryptoKey`)
  }
}

const grant: Check = (path, value) => {
  if (value === 'authorization_code' || value === 'client_credentials') return
  const type = (value as { readonly type?: unknown } | null)?.type
  if (type !== 'enterprise' && type !== 'jwt-bearer' && type !== 'token-exchange') {
    const forms = `{ type: 'enterprise' | 'jwt-bearer' | 'token-exchange', … }`
    throw mustBe(path, `"authorization_code", "client_credentials", or ${forms}`, value)
  }
}

const store: Check = (path, value) => {
  objectValue(path, value)
  for (const name of ['get', 'set', 'delete', 'exclusive']) {
    functionValue(`${path}.${name}`, (value as { readonly [name: string]: unknown })[name])
  }
}

const checks: OptionChecks<AuthOptions> = {
  token,
  clientId: stringValue,
  clientSecret: secret,
  issuer: stringValue,
  privateKey,
  clientMetadataUrl: stringValue,
  clientName: stringValue,
  redirectUrl: stringValue,
  redirected: functionValue,
  open: functionValue,
  scopes: stringList,
  grant,
  dpop: booleanValue,
  store,
  personMs: milliseconds,
  allowPrivateNetwork: booleanValue,
}

function members(path: string, value: unknown, memberChecks: { readonly [name: string]: Check }): void {
  for (const [name, member] of Object.entries(value as object)) {
    const check = Object.hasOwn(memberChecks, name) ? memberChecks[name] : undefined
    if (check === undefined) {
      throw new TypeError(`${path} has no option "${name}". The options are ${Object.keys(memberChecks).join(', ')}`)
    }
    if (member !== undefined) check(`${path}.${name}`, member)
  }
}
