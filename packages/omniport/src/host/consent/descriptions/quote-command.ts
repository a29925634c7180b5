import { visibleText } from './visible-text.js'

/**
 * A command with its arguments on one line, in full. Whatever could be read in two ways stands in double quotes, with
 * backslashes before quotes and backslashes, and hidden characters as `\u{202E}`: no two commands look the same.
 */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quote).join(' ')
}

function quote(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word)) return word
  const escaped = visibleText(word.replace(/[\\"]/g, '\\$&'))
  // Other spaces look like the one that stands between words.
  return `"${escaped.replace(/(?! )\p{Zs}/gu, (space) => `\\u{${space.charCodeAt(0).toString(16).toUpperCase()}}`)}"`
}
