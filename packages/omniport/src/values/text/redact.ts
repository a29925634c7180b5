import { wellFormed } from './well-formed.js'

/** Tells if a secret is long enough to be redacted: redacting shorter ones would make texts hard to read. */
export function isRedactable({ length }: string): boolean {
  return length >= minSecretLength
}

/** The length that a secret must have. */
export const minSecretLength = 6

/**
 * Removes secrets from a text, in clear or percent-encoded, since a peer may repeat what it received. Never throws: for half a
 * surrogate pair, which cannot be sent, the character sent in its place is removed too.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  return createRedactor(secrets)(text)
}

/** Does so for many texts: what to look for is made once. */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const variants = new Set([...secrets].flatMap(variantsOf))
  // The longest first: one secret may be part of another.
  const sorted = [...variants].filter((variant) => variant !== '').sort((a, b) => b.length - a.length)
  const redactOne = (text: string, variant: string) =>
    variant.length > text.length ? text : text.replaceAll(variant, '***')
  return (text) => sorted.reduce(redactOne, text)
}

function variantsOf(secret: string): readonly string[] {
  const sent = wellFormed(secret)
  return [secret, sent, encodeURIComponent(sent)]
}
