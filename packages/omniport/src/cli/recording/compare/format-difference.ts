import { cut } from '../../../values/text/truncate.js'
import { formatLine } from '../../output/format-line.js'
import type { RecordingDifference } from './compare-recordings.js'
import type { TurnDifference } from './compare-turns.js'

/** Describes a difference, a line for each place. `names` are those of the recordings. */
export function formatDifference(difference: RecordingDifference, names: readonly [string, string]): readonly string[] {
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

export function formatPlace({ message, path, before, after }: TurnDifference): string {
  return formatLine(`    ${message}${path}: ${show(before)} → ${show(after)}`)
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), longestValue)
}

const longestValue = 200
