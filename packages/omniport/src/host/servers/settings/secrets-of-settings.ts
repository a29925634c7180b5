import { findSecrets } from '../../../sealing/find-secrets.js'
import { isRedactable } from '../../../values/text/redact.js'
import type { ServerSettings } from './server-settings.js'

/** Collects the secrets in a server's settings: header values, credentials, and values with secret names. */
export function secretsOfSettings({ target, auth, variables = [] }: ServerSettings): readonly string[] {
  const given = [auth?.clientSecret, auth?.token, ...variables.map(({ secret }) => secret)]
  const credentials = given.filter((secret) => typeof secret === 'string')
  if (typeof target !== 'object' || target instanceof URL)
    return [...credentials, ...findSecrets({ args: [String(target)] })]
  if ('command' in target) return [...credentials, ...findSecrets(target)]
  if (!('url' in target)) return credentials
  const headers = Object.values(target.headers ?? {})
    .filter(isSent)
    .flatMap((value) => [value, ...value.split(/\s+/)])
  return [...credentials, ...headers.filter(isRedactable), ...findSecrets({ args: [String(target.url)] })]
}

/** Undefined headers are not sent. */
function isSent(value: string | undefined): value is string {
  return value !== undefined
}
