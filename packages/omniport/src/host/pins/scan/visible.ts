import { invisible } from '../../consent/descriptions/visible-text.js'

/** Puts text on one line of at most `length` characters; invisible characters are written as `U+200B`. */
export function visible(text: string, length = 120): string {
  const shown = text
    .slice(0, length)
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(invisible, codeOf)
  return text.length > length ? `${shown}…` : shown
}

/** Formats a character as `U+200B`. */
export function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
