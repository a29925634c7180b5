import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import type { Page } from '../output/style.js'
import { type OutputOptions, writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import type { Finding } from './finding.js'

/** What doctor found out about a target. */
export interface Diagnosis {
  readonly target: string
  readonly findings: readonly Finding[]
}

/** Prints all findings. Rejects with CliError `invalid_result` if one of them is a problem. */
export async function writeFindings(diagnosis: Diagnosis, options: OutputOptions, io: Io): Promise<number> {
  const { findings } = diagnosis
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const counts = { ok: count('ok'), note: count('note'), warning: count('warning'), problem: count('problem') }
  const value = { ...diagnosis, counts }
  await writeResult({ value, toText: (page) => formatDiagnosis(diagnosis, page) }, options, io)
  if (counts.problem === 0) return 0
  const advice = 'what to do is said there'
  if (counts.problem === 1) throw new CliError('invalid_result', `There is 1 problem; ${advice}`)
  throw new CliError('invalid_result', `There are ${counts.problem} problems; ${advice} of each`)
}

function formatDiagnosis({ target, findings }: Diagnosis, page: Page): string {
  const areas = [...new Set(findings.map(({ area }) => area))]
  const parts = areas.map((area) => {
    const own = findings.filter((finding) => finding.area === area)
    return [page.style.strong(area), ...own.map((finding) => formatFinding(finding, page))].join('\n')
  })
  return [formatLine(target), ...parts].join('\n')
}

function formatFinding({ level, text, advice }: Finding, { style }: Page): string {
  const mark = { ok: style.good('✓'), note: style.faint('·'), warning: style.warning('!'), problem: style.bad('✗') }[
    level
  ]
  const whatToDo = advice === undefined ? '' : `\n      ${style.name('→')} ${formatLine(advice)}`
  return `  ${mark} ${formatLine(text)}${whatToDo}`
}
