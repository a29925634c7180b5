import { replaceInvisible } from './invisible.js'

/** Formats a value as JSON that is safe to print: what a terminal obeys, or cannot show, is escaped as JSON does. */
export function formatJson(value: unknown, indent = 0): string {
  const lines = JSON.stringify(value, undefined, indent).split('\n')
  return lines.map((line) => replaceInvisible(line, escapeUnits)).join('\n')
}

/** A character may have two units. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
