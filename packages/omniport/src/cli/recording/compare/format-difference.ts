import { cut } from '../../../values/text/truncate.js'
import { formatLine } from '../../output/format-line.js'
import type { RecordingDifference } from './compare-recordings.js'
import type { TurnDifference } from './compare-turns.js'

/** Describes a difference, a line for each place. `names` are those of the recordings. */
export function formatDifference(difference: RecordingDifference, names: readonly [string, string]): readonly string[] {
  const { method, subject } = difference
  const title = subject === undefined ? method : `${method} ${subject}`
  if (difference.type === 'only') {
    const isFirst = difference.in === 'first'
    return [formatLine(`${isFirst ? '-' : '+'} ${title}  only in ${names[isFirst ? 0 : 1]}, line ${difference.line}`)]
  }
  const [left, right] = difference.lines
  return [formatLine(`~ ${title}  lines ${left} and ${right}`), ...difference.differences.map(formatPlace)]
}

export function formatPlace({ message, path, before, after }: TurnDifference): string {
  return formatLine(`    ${message}${path}: ${show(before)} → ${show(after)}`)
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), longestValue)
}

const longestValue = 200
