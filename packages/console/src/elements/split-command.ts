/** Splits a command line into words: quotes keep spaces, a backslash keeps the next character. Nothing else is special. */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/g) ?? []
  return words.map((word) => word.replace(/"(?:[^"\\]|\\.)*"?|'[^']*'?|\\./g, unquote))
}

function unquote(part: string): string {
  if (part.startsWith("'")) return part.slice(1).replace(/'$/, '')
  if (!part.startsWith('"')) return part.slice(1)
  const inner = /^"((?:[^"\\]|\\.)*)/.exec(part)?.[1] ?? ''
  return inner.replace(/\\(["\\])/g, '$1')
}
