import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Revision, revisions } from '../wire/revisions.js'
import { readRevisionClaims } from './revisions/read-revision-claims.js'

/** The root of this repository. */
const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The tests by the requirement ids they name, known ids or not; files are relative to the root, with `/`, in order, once each.
 *
 * Read from the text of `*.test.ts` in `packages/<name>/src`, `examples/<name>/src` and `test`: the string literals of calls of
 * `verifies` and `verifiesIn`, comment lines excepted; and of `test/transcripts`: lines `# verifies: TOOL-03 TOOL-04` of `*.txt` and
 * `*.jsonl`.
 */
export function coverage(root: string = repository): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (name: string, ids: readonly string[]) => {
    for (const id of new Set(ids)) found.set(id, [...(found.get(id) ?? []), name])
  }
  for (const { name, text } of testsOf(root)) add(name, idsInTest(text))
  for (const { name, text } of transcriptsOf(root)) add(name, idsInTranscript(text))
  return found
}

/** What the tests show of each revision, and the calls of `verifiesIn` that cannot be read or believed: `path:line why`. */
export interface RevisionCoverage {
  readonly shown: ReadonlyMap<string, ReadonlySet<Revision>>
  readonly problems: readonly string[]
}

/** The revisions in which a requirement is verified, by its id: what `verifiesIn` says, and the transcripts at their revisions. */
export function coverageByRevision(root: string = repository): RevisionCoverage {
  const shown = new Map<string, Set<Revision>>()
  const add = (ids: readonly string[], own: readonly Revision[]) => {
    for (const id of ids) shown.set(id, new Set([...(shown.get(id) ?? []), ...own]))
  }
  const problems: string[] = []
  for (const { name, text } of testsOf(root)) {
    for (const { ids, revisions, line, problem } of readRevisionClaims(name, text)) {
      add(ids, revisions)
      if (problem !== undefined) problems.push(`${name}:${line} ${problem}`)
    }
  }
  for (const { text } of transcriptsOf(root)) add(idsInTranscript(text), revisionsOfTranscript(text))
  return { shown, problems }
}

interface TestFile {
  readonly name: string
  readonly text: string
}

function testsOf(root: string): readonly TestFile[] {
  return testFolders(root).flatMap((folder) => read(root, filesIn(folder, /\.test\.ts$/)))
}

function transcriptsOf(root: string): readonly TestFile[] {
  return read(root, filesIn(join(root, 'test', 'transcripts'), /\.(txt|jsonl)$/))
}

function read(root: string, files: readonly string[]): readonly TestFile[] {
  return files.map((file) => ({ name: relative(root, file).replaceAll(sep, '/'), text: readFileSync(file, 'utf8') }))
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
const call = /\bverifies(?:In)?\(([^()]*)\)/g
const revision = /^\d{4}-\d\d-\d\d$/
const literal = /'([^'\n]*)'|"([^"\n]*)"/g

function idsInTest(source: string): string[] {
  const calls = [...source.replace(commentLine, '').matchAll(call)]
  const literals = calls.flatMap(([, args = '']) =>
    [...args.matchAll(literal)].map(([, one, other]) => one ?? other ?? ''),
  )
  return literals.filter((each) => !revision.test(each))
}

function idsInTranscript(transcript: string): string[] {
  const lines = [...transcript.matchAll(/^# verifies:(.*)$/gm)]
  return lines.flatMap(([, ids = '']) => ids.split(/[\s,]+/).filter((id) => id !== ''))
}

/** Of its head. */
function revisionsOfTranscript(transcript: string): readonly Revision[] {
  const named = /^revisions: (.*)$/m.exec(transcript)?.[1]?.split(' ') ?? []
  return revisions.filter((each) => named.includes(each))
}
