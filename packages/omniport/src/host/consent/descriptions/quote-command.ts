import { visibleText } from './visible-text.js'

/**
 * Formats a command and its arguments on one line, in full. Ambiguous words stand in double quotes, with backslashes before
 * quotes and backslashes, and hidden characters as `\u{202E}`, so that different commands look different.
 */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quote).join(' ')
}

function quote(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word)) return word
  const escaped = visibleText(word.replace(/[\\"]/g, '\\$&'))
  // Other kinds of spaces look like the separator.
  return `"${escaped.replace(/(?! )\p{Zs}/gu, (space) => `\\u{${space.charCodeAt(0).toString(16).toUpperCase()}}`)}"`
}
