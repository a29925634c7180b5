import { wellFormed } from './well-formed.js'

/** Whether a text is long enough to be kept secret: without fewer characters texts would become hard to read. */
export function isRedactable({ length }: string): boolean {
  return length >= minLength
}

const minLength = 6

/**
 * Text without the secrets in it, in clear or percent-encoded. A peer may repeat what it was sent. It never throws: of half a
 * surrogate pair, which cannot be sent, what is sent in its place is taken out too.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  const variants = new Set([...secrets].flatMap(variantsOf))
  // The longest first: one secret may be part of another.
  const sorted = [...variants].filter((variant) => variant !== '').sort((a, b) => b.length - a.length)
  return sorted.reduce((rest, variant) => rest.replaceAll(variant, '***'), text)
}

function variantsOf(secret: string): readonly string[] {
  const sent = wellFormed(secret)
  return [secret, sent, encodeURIComponent(sent)]
}
