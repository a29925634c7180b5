import { decodeAscii } from '../../../values/text/decode-ascii.js'
import { isSecretName } from '../../audit/is-secret-name.js'

/** Replaces the user part of a URL with `***`, and the values of query and fragment members with secret names. */
export function redactUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@').replace(/[^&#]+/g, redactPart)
}

/** The first part contains the path before its `?`; a fragment may have one too: `#/place?name=value`. */
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
