/** Splits a command line into words: quotes keep spaces, a backslash keeps the next character. Nothing else is special. */
export function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/g) ?? []
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"?|'([^']*)'?|\\(.)/g, (_, double?: string, single?: string, character?: string) =>
      double !== undefined ? double.replace(/\\(["\\])/g, '$1') : (single ?? character ?? ''),
    ),
  )
}
