import { isSecretName } from '../audit/is-secret-name.js'

/** An address with `***` for its user, and for parts of its query that are named like a secret. */
export function concealQuery(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1***@')
    .replace(/([?&])([^=&#]*)=[^&#]+/g, (all, mark, name) => (isSecretName(name) ? `${mark}${name}=***` : all))
}
