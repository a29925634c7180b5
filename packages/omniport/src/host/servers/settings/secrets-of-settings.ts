import { findSecrets } from '../../../sealing/find-secrets.js'
import { isRedactable } from '../../../values/text/redact.js'
import type { ServerSettings } from './server-settings.js'

/** Collects the secrets in a server's settings: header values, credentials, and values with secret names. */
export function secretsOfSettings({ target, auth }: ServerSettings): readonly string[] {
  const given = [auth?.clientSecret, auth?.token].filter((secret) => typeof secret === 'string')
  if (typeof target !== 'object' || target instanceof URL) return [...given, ...findSecrets({ args: [String(target)] })]
  if ('command' in target) return [...given, ...findSecrets(target)]
  if (!('url' in target)) return given
  const headers = Object.values(target.headers ?? {})
    .filter(isText)
    .flatMap((value) => [value, ...value.split(/\s+/)])
  return [...given, ...headers.filter(isRedactable), ...findSecrets({ args: [String(target.url)] })]
}

/** Undefined headers are not sent. */
function isText(value: string | undefined): value is string {
  return value !== undefined
}
