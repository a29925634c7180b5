import type { Invocation, RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeJson } from '../../output/write-json.js'
import type { Io } from '../../process/io.js'
import { openRecording, type RecordingFile } from '../file/open-recording.js'
import { createIgnore } from './compare-json.js'
import { compareRecordings, type RecordingDifference } from './compare-recordings.js'
import { formatDifference } from './format-difference.js'

/** The options that only `diff` has. */
export interface DiffFlags {
  /** JSON pointers of what may differ. */
  readonly ignore: readonly string[]
  /** The lock file that a server is compared with; true: `mcp.lock`. */
  readonly lock?: string | true | undefined
}

/** `diff <recording> <recording>` prints where two recordings differ. Rejects with CliError `invalid_result` if they do. */
export async function diffCommand(
  {
    files,
    flags,
    options,
  }: { readonly files: readonly string[]; readonly flags: DiffFlags; readonly options: RunOptions },
  io: Io,
): Promise<number> {
  const [first, second, ...rest] = files
  if (first === undefined || second === undefined || rest.length > 0) {
    const got = files.length === 1 ? 'one' : String(files.length)
    throw new CliError('usage', `diff takes two recordings, or a server with --lock; got ${got}`)
  }
  const left = await openRecording('diff', first, io)
  try {
    const right = await openRecording('diff', second, io)
    try {
      return await printDifferences([left, right], { flags, options }, io)
    } finally {
      await right.close()
    }
  } finally {
    await left.close()
  }
}

async function printDifferences(
  [left, right]: readonly [RecordingFile, RecordingFile],
  { flags, options }: { readonly flags: DiffFlags; readonly options: Invocation['options'] },
  io: Io,
): Promise<number> {
  const names = [left.name, right.name] as const
  const found: RecordingDifference[] = []
  let count = 0
  const comparison = compareRecordings(left, right, createIgnore(flags.ignore))
  let next = await comparison.next()
  for (; next.done !== true; next = await comparison.next()) {
    count += 1
    if (options.json !== true) for (const line of formatDifference(next.value, names)) await io.stdout(`${line}\n`)
    else if (found.length < mostInJson) found.push(next.value)
  }
  const { turns } = next.value
  if (options.json === true) await writeJson({ turns, count, differences: found }, options, io)
  else if (count === 0) await io.stdout(`${formatLine(`The same in both: ${turns} messages of the client`)}\n`)
  if (count === 0) return 0
  throw new CliError('invalid_result', `${count === 1 ? 'There is 1 difference' : `There are ${count} differences`}`)
}

/** Differences in one document; `count` counts them all. */
const mostInJson = 10_000
