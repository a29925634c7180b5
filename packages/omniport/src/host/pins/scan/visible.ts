/** Puts text on one line of at most `length` characters; invisible characters are written as `U+200B`. */
export function visible(text: string, length = 120): string {
  const shown = text
    .slice(0, length)
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(unseen, codeOf)
  return text.length > length ? `${shown}…` : shown
}

/** Formats a character as `U+200B`. */
export function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
