/**
 * Text in which nothing is hidden: control characters, those that turn the direction of writing round, and all that cannot be
 * seen are written as `\u{202E}`. It is one line, and no terminal takes any of it for a command.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, escapeOf)
}

/** Separators of lines are among them, spaces are not. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`
}
