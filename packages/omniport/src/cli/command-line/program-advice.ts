/**
 * What to add to the error about a line without `--`: where a program to start belongs, if one of the words is the name of one that
 * starts servers. What follows it is not repeated: it may be a secret.
 */
export function programAdvice(line: readonly string[]): string {
  const word = line.find((word, index) => index > 0 && starters.has(nameOf(word)))
  return word === undefined ? '' : `; if "${word}" is a program to start, it comes last, after "--"`
}

function nameOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
  return name.toLowerCase().replace(/\.(?:exe|cmd)$/, '')
}

const starters: ReadonlySet<string> = new Set(
  'node npx npm pnpm yarn tsx bun bunx deno python python3 uv uvx docker podman java dotnet ruby php go cargo'.split(
    ' ',
  ),
)
