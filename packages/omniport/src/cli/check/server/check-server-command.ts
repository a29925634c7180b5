import { isRevision, type Revision, revisions } from '../../../entries/protocol.js'
import { parseArguments } from '../../arguments/parse-arguments.js'
import type { Invocation, Protocol } from '../../command-line/invocation.js'
import { splitTarget } from '../../command-line/split-target.js'
import type { VerbLine } from '../../command-line/verb.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import type { Page } from '../../output/style.js'
import { writeResult } from '../../output/write-result.js'
import type { Io } from '../../process/io.js'
import { formatTarget } from '../../target/format-target.js'
import { resolveTarget } from '../../target/resolve-target.js'
import { isLegacy } from '../../wire/known-revisions.js'
import { prepareWires, type Wires } from '../../wire/open-wire.js'
import type { CheckFlags } from '../check-flags.js'
import { writeJunit } from '../junit.js'
import type { AllowedCall } from '../rules/call-rules.js'
import { type CheckOutcome, type CheckReport, countOutcomes } from './check-report.js'
import { checkRevision, notStarted } from './check-revision.js'

/**
 * `check <target>` sends a server right and wrong messages in each revision that it speaks, or in that of `--protocol`, and prints
 * what it does against the specification. It calls no tool that is there, but that of `--tool`. Rejects with CliError `invalid_result` if a check fails.
 */
export async function checkServerCommand(line: VerbLine<CheckFlags>, io: Io): Promise<number> {
  const { target: name, words } = splitTarget(line.words, line.command)
  const { tool } = line.flags
  if (tool === undefined && words.length > 0)
    throw new CliError('usage', `check takes one target, got "${words[0]}" as well; arguments go with --tool <name>`)
  const call = tool === undefined ? undefined : { name: tool, given: await parseArguments(words, io) }
  const invocation: Invocation = { target: name, words: [], options: line.options }
  const wanted = revisionsOf(line.options.protocol)
  const wires = await prepareWires(await resolveTarget(invocation, io), invocation, io)
  try {
    const report = await checkServer(formatTarget(name), { wires, wanted, call }, io)
    if (line.flags.junit !== undefined) await writeJunit(line.flags.junit, toSuites(report), io)
    await writeResult({ value: report, toText: (page) => formatReport(report, page) }, line.options, io)
    const { fail } = report.counts
    if (fail > 0) throw new CliError('invalid_result', `${fail === 1 ? '1 check has' : `${fail} checks have`} failed`)
    return 0
  } finally {
    await wires.close()
  }
}

interface Wanted {
  readonly wires: Wires
  readonly wanted: readonly Revision[]
  readonly call: AllowedCall | undefined
}

async function checkServer(target: string, { wires, wanted, call }: Wanted, io: Io): Promise<CheckReport> {
  const checks: CheckOutcome[] = []
  const spoken: Revision[] = []
  const sse: Revision[] = []
  const silent: Revision[] = []
  for (const revision of wanted) {
    const onCheck = ({ name: check }: { readonly name: string }) => io.status?.(`${revision} ${check}`)
    const posted = await checkRevision(revision, { open: () => wires.open(), call, onCheck })
    if (posted === 'silent') {
      silent.push(revision)
      continue
    }
    const isStream = posted === undefined && isLegacy(revision)
    const found = isStream ? await checkRevision(revision, { open: () => wires.openSse(), call, onCheck }) : posted
    if (found === undefined || found === 'silent') continue
    spoken.push(revision)
    if (isStream) sse.push(revision)
    checks.push(...found)
  }
  io.status?.('')
  const [unheard] = silent
  if (spoken.length === 0 && unheard !== undefined) throw notStarted(unheard)
  for (const revision of silent) io.warn(`${notStarted(revision).message}; ${revision} was not checked`)
  if (spoken.length === 0)
    throw new CliError(
      'unsupported',
      `check: the server agreed to none of ${wanted.join(', ')}; "omniport doctor" says what it answers`,
    )
  return { target, transport: wires.transport, sse, revisions: spoken, checks, counts: countOutcomes(checks) }
}

function revisionsOf(protocol: Protocol = 'auto'): readonly Revision[] {
  if (isRevision(protocol)) return [protocol]
  if (protocol === 'modern') return revisions.slice(-1)
  return protocol === 'legacy' ? revisions.slice(0, -1) : revisions
}

/** Failures and warnings with what the server did; what passed is counted. */
function formatReport({ target, transport, sse, revisions: spoken, checks, counts }: CheckReport, page: Page): string {
  const { style } = page
  const parts = spoken.map((revision) => {
    const own = checks.filter((check) => check.revision === revision)
    const passed = own.filter(({ outcome }) => outcome === 'pass').length
    const lines = own.filter(({ outcome }) => outcome !== 'pass').map((check) => formatOutcome(check, page))
    const over = sse.includes(revision) ? ' over HTTP+SSE' : ''
    return [`${style.strong(revision)}${over}  ${passed} of ${own.length} passed`, ...lines].join('\n')
  })
  const { pass, fail, warning } = counts
  const sum = `${style.good(`${pass} passed`)}, ${fail > 0 ? style.bad(`${fail} failed`) : '0 failed'}, ${warning} warnings`
  return [`${formatLine(target)} over ${transport}`, ...parts, sum].join('\n')
}

function formatOutcome({ name, title, requirements, outcome, problem = '' }: CheckOutcome, { style }: Page): string {
  const mark = outcome === 'fail' ? style.bad('✗ fail   ') : style.warning('! warning')
  const where = style.faint(`(${requirements.join(', ')})`)
  return `  ${mark} ${style.name(name)}: ${title} ${where}\n      ${formatLine(problem)}`
}

function toSuites({ target, revisions: spoken, checks }: CheckReport) {
  return spoken.map((revision) => ({
    name: `${target} ${revision}`,
    cases: checks
      .filter((check) => check.revision === revision)
      .map(({ name, title, outcome, problem }) => ({
        name: `${name}: ${title}`,
        failure: outcome === 'fail' ? problem : undefined,
        output: outcome === 'warning' ? `warning: ${problem}` : undefined,
      })),
  }))
}
