const maxPattern = 200
const maxSubject = 2_000

/**
 * Tells if a pattern of a schema, which is foreign, can be tried on a text without blocking the page: short, at most two parts
 * that repeat without a bound, nothing that repeats inside of what repeats, no references back.
 */
export function isSafePattern(pattern: string, subject: string): boolean {
  if (pattern.length > maxPattern || subject.length > maxSubject) return false
  const plain = pattern.replace(/\\[^0-9k]/g, '_').replace(/\[[^\]]*\]/g, '_')
  if (/\\|\(\?[=!<]/.test(plain)) return false
  const repeats = plain.match(/[*+]|\{\d+,\d*\}/g) ?? []
  const isRepeatedGroup = /\)([*+?]|\{)/.test(plain)
  return repeats.length <= 2 && !(isRepeatedGroup && /[*+{|?]/.test(plain.replace(/\)[*+?]|\)\{[^}]*\}/g, ')')))
}
