import { createHash } from 'node:crypto'

/**
 * A record takes one line: its checksum, a space, its JSON. The checksum covers that of the line before, so that a line that is
 * missing, doubled or moved is found as well as one that has changed.
 */
export function sealLine(previousSum: string, text: string): { readonly sum: string; readonly line: string } {
  const sum = checksum(previousSum, text)
  return { sum, line: `${sum} ${text}\n` }
}

/** Returns the record of a line without its end, and its checksum; undefined if they do not fit. */
export function openLine(
  previousSum: string,
  line: string,
): { readonly sum: string; readonly text: string } | undefined {
  const text = line.slice(sumLength + 1)
  const sum = checksum(previousSum, text)
  return line.startsWith(`${sum} `) ? { sum, text } : undefined
}

/** Hexadecimal digits. */
const sumLength = 16

function checksum(previousSum: string, text: string): string {
  return createHash('sha256').update(previousSum).update(text).digest('hex').slice(0, sumLength)
}
