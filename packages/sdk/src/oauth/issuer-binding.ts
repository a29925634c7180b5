import { parseUrl } from '#core/http'

/** Something that a provider stored, with the authorization server it is from. */
interface Stored {
  readonly issuer?: string | undefined
}

/**
 * Returns what is stored, if it is from this authorization server or does not say where it is from; undefined if it is from
 * another. An `issuer` that is no string counts as none.
 */
export function boundTo<T extends Stored>(stored: T | null | undefined, issuer: string): T | undefined {
  if (!stored) return undefined
  const from: unknown = stored.issuer
  if (from === undefined || from === null) return stored
  if (typeof from !== 'string') return { ...stored, issuer: undefined }
  return isSameIssuer(from, issuer) ? stored : undefined
}

/** Compares two addresses as URLs where they are URLs; one slash at the end makes no difference. */
function isSameIssuer(one: string, other: string): boolean {
  const [first, second] = [parseUrl(one), parseUrl(other)]
  const [a, b] = first && second ? [first.href, second.href] : [one, other]
  return a === b || a === `${b}/` || b === `${a}/`
}

/** The error for credentials of another authorization server that cannot be replaced by registering again. */
export function boundElsewhere({ issuer: from }: Stored, issuer: string): Error {
  return new Error(
    `OAuth client information is bound to authorization server ${from} and is not presented to ${issuer}. ` +
      'Clear the stored client information, or correct `expectedIssuer`, if the authorization server has moved.',
  )
}
