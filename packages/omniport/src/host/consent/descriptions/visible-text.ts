/**
 * Writes control characters, direction marks and invisible characters as `\u{202E}`, and so marks beyond the eighth on one
 * letter, which would cover other lines. The result is one line and safe to print to a terminal.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, escapeOf).replace(piledMark, escapeOf)
}

const piledMark = /\p{M}(?<=\p{M}{9})/gu

/** Invisible and control characters, line separators included, spaces not. */
export const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
}
