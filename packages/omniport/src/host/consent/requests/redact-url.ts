import { decodeAscii } from '../../../values/text/decode-ascii.js'
import { isSecretName } from '../../audit/is-secret-name.js'

/** An address with `***` for its user, and for parts of its query and its fragment that are named like a secret. */
export function redactUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@').replace(/[^&#]+/g, redactPart)
}

/** What comes first is an address, up to its question mark; later parts may have one too, as `#/place?name=value`. */
function redactPart(part: string, offset: number): string {
  const members = part.split('?')
  const at = members.findIndex((member, index) => (index > 0 || offset > 0) && isSecretMember(member))
  if (at === -1) return part
  const [name = ''] = members.slice(at)
  const shown = [...members.slice(0, at), name.slice(0, name.indexOf('=') + 1)].join('?')
  return shown === part ? part : `${shown}***`
}

function isSecretMember(member: string): boolean {
  const end = member.indexOf('=')
  return end !== -1 && isSecretName(decodeAscii(member.slice(0, end)))
}
