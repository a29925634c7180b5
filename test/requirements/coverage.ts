import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this repository. */
const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The tests by the requirement ids they name, known ids or not; files are relative to the root, with `/`, in order, once each.
 *
 * Read from the text of `*.test.ts` in `packages/<name>/src`, `examples/<name>/src` and `test`: the string literals of calls of
 * `verifies`, comment lines excepted; and of `test/transcripts`: lines `# verifies: TOOL-03 TOOL-04` of `*.txt` and `*.jsonl`.
 */
export function coverage(root: string = repository): ReadonlyMap<string, readonly string[]> {
  const tests = testFolders(root).flatMap((folder) => filesIn(folder, /\.test\.ts$/))
  const transcripts = filesIn(join(root, 'test', 'transcripts'), /\.(txt|jsonl)$/)
  const found = new Map<string, string[]>()
  const add = (file: string, ids: readonly string[]) => {
    const name = relative(root, file).replaceAll(sep, '/')
    for (const id of new Set(ids)) found.set(id, [...(found.get(id) ?? []), name])
  }
  for (const file of tests) add(file, idsInTest(readFileSync(file, 'utf8')))
  for (const file of transcripts) add(file, idsInTranscript(readFileSync(file, 'utf8')))
  return found
}

function testFolders(root: string): string[] {
  const sources = ['packages', 'examples'].flatMap((workspace) => {
    const folder = join(root, workspace)
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'src')) : []
  })
  return [...sources, join(root, 'test')]
}

function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => name.test(file))
  return files.sort().map((file) => join(folder, file))
}

const commentLine = /^\s*(\/\/|\/?\*).*$/gm
const call = /\bverifies\(([^()]*)\)/g
const literal = /'([^'\n]*)'|"([^"\n]*)"/g

function idsInTest(source: string): string[] {
  const calls = [...source.replace(commentLine, '').matchAll(call)]
  return calls.flatMap(([, args = '']) => [...args.matchAll(literal)].map(([, one, other]) => one ?? other ?? ''))
}

function idsInTranscript(transcript: string): string[] {
  const lines = [...transcript.matchAll(/^# verifies:(.*)$/gm)]
  return lines.flatMap(([, ids = '']) => ids.split(/[\s,]+/).filter((id) => id !== ''))
}
