import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import type { RecordingFile } from '../file/open-recording.js'
import { createIgnore } from './compare-json.js'
import { compareRecordings, type RecordingDifference } from './compare-recordings.js'
import { formatDifference } from './format-difference.js'

export interface PrintOptions {
  readonly flags: { readonly ignore: readonly string[] }
  readonly options: RunOptions
}

/** Prints where two recordings differ, as they are found. Rejects with CliError `invalid_result` if they do. */
export async function printDifferences(
  [left, right]: readonly [RecordingFile, RecordingFile],
  { flags, options }: PrintOptions,
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
  if (options.json === true) await writeValue({ turns, count, differences: found }, options, io)
  else if (count === 0)
    await io.stdout(
      `${formatLine(`The same in both: ${turns} ${turns === 1 ? 'message' : 'messages'} of the client`)}\n`,
    )
  if (count === 0) return 0
  throw new CliError('invalid_result', `${count === 1 ? 'There is 1 difference' : `There are ${count} differences`}`)
}

/** Differences in one document; `count` counts them all. */
const mostInJson = 10_000
