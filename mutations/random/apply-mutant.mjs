/** A text with a mutant in place of what it replaces. */
export function applyMutant(text, { location: { start, end }, replacement }) {
  return text.slice(0, offsetOf(text, start)) + replacement + text.slice(offsetOf(text, end))
}

/** What a mutant replaces. */
export function originalOf(text, { location: { start, end } }) {
  return text.slice(offsetOf(text, start), offsetOf(text, end))
}

/** The line that a mutant begins on, without its indentation. */
export function lineOf(text, { location: { start } }) {
  return text.split('\n')[start.line].trim()
}

/** Lines count from 0. */
function offsetOf(text, { line, column }) {
  let offset = 0
  for (let before = 0; before < line; before += 1) offset = text.indexOf('\n', offset) + 1
  return offset + column
}
