import { replaceInvisible } from './invisible.js'

/**
 * Formats text as one line. Characters that control a terminal or are invisible are escaped, and so are marks that pile up;
 * joiners stay where emoji and scripts need them.
 */
export function formatLine(text: string): string {
  return replaceInvisible(text, (character) => short.get(character) ?? escapeOf(character.codePointAt(0) ?? 0))
}

/** Formats a line that a program wrote, as `formatLine`, without its colours. */
export function formatOutput(text: string): string {
  return formatLine(
    text
      .replace(/\r?\n$/, '')
      .replace(colours, '')
      .replaceAll('\t', '  '),
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const colours = /\u001b\[[\d;]*m/g

function escapeOf(code: number): string {
  const digits = code.toString(16)
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`
}

const short: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
