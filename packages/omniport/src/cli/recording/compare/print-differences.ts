import { pluralize } from '../../../values/text/pluralize.js'
import { cut } from '../../../values/text/truncate.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import type { RecordingFile } from '../file/open-recording.js'
import { createIgnore } from './compare-json.js'
import { compareRecordings, type RecordingDifference } from './compare-recordings.js'
import type { TurnDifference } from './compare-turns.js'

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
    await io.stdout(`${formatLine(`The same in both: ${pluralize(turns, 'message')} of the client`)}\n`)
  if (count === 0) return 0
  throw new CliError('invalid_result', `${count === 1 ? 'There is 1 difference' : `There are ${count} differences`}`)
}

/** Differences in one document; `count` counts them all. */
const mostInJson = 10_000

/** Describes a difference, a line for each place. `names` are those of the recordings. */
function formatDifference(difference: RecordingDifference, names: readonly [string, string]): readonly string[] {
  const { method, subject } = difference
  const title = subject === undefined ? method : `${method} ${subject}`
  if (difference.type === 'only') {
    const { in: where, times = 1, line } = difference
    const [sign, name] = where === 'first' ? ['-', names[0]] : ['+', names[1]]
    return [formatLine(`${sign} ${title}${times > 1 ? `  ${times} times` : ''}  only in ${name}, line ${line}`)]
  }
  const [left, right] = difference.lines
  return [formatLine(`~ ${title}  lines ${left} and ${right}`), ...difference.differences.map(formatPlace)]
}

function formatPlace({ message, path, before, after }: TurnDifference): string {
  return formatLine(`    ${message}${path}: ${show(before)} → ${show(after)}`)
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), longestValue)
}

const longestValue = 200
