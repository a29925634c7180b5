/**
 * The lines that differ between two texts, as `- old` and `+ new`, after a line that says where: `@@ line 3 @@`. What is between
 * the first and the last line that differ counts as changed. Empty for equal texts.
 */
export function diffLines(before: string, after: string): readonly string[] {
  if (before === after) return []
  const [old, changed] = [toLines(before), toLines(after)]
  const most = Math.min(old.length, changed.length)
  let start = 0
  while (start < most && old[start] === changed[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === changed.at(-1 - end)) end += 1
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...changed.slice(start, changed.length - end).map((line) => `+ ${line}`),
  ]
}

/** A line end at the end of the text begins no line. */
function toLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
