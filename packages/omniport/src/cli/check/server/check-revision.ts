import { checkConversation, type RecordedMessage, type Revision } from '../../../entries/protocol.js'
import { cut } from '../../../values/text/truncate.js'
import { CliError } from '../../errors/cli-error.js'
import { modernRevision } from '../../wire/known-revisions.js'
import { RawConnection, toRecord } from '../../wire/raw-connection.js'
import type { RawTransport } from '../../wire/wire.js'
import { type AllowedCall, callRules } from '../rules/call-rules.js'
import { featureRules } from '../rules/feature-rules.js'
import { httpRules } from '../rules/http-rules.js'
import { messageRules } from '../rules/message-rules.js'
import { initializeRules, openingRules } from '../rules/opening-rules.js'
import { progressRules } from '../rules/progress-rules.js'
import type { Rule } from '../rules/rule.js'
import { sseRules } from '../rules/sse-rules.js'
import { stdioRules } from '../rules/stdio-rules.js'
import { taskRules } from '../rules/task-rules.js'
import type { CheckOutcome } from './check-report.js'

/** All rules, in the order in which they run. */
export function rulesFor(call?: AllowedCall): readonly Rule[] {
  return [
    ...openingRules,
    ...messageRules,
    ...featureRules,
    ...taskRules,
    ...httpRules,
    ...sseRules,
    ...(call === undefined ? [] : callRules(call)),
    ...progressRules,
    ...stdioRules,
  ]
}

/** Opens the wire of one connection; undefined if the address does not speak its transport. */
export type OpenWire = () => Promise<RawTransport | undefined>

export interface RevisionCheck {
  readonly open: OpenWire
  /** A tool that may be called. */
  readonly call: AllowedCall | undefined
  readonly onCheck: (rule: Rule) => void
}

/**
 * Checks a server in one revision; undefined if it does not speak it, `silent` if a program runs and said nothing in time: it may
 * still be starting. Rejects with what keeps it from being reached.
 */
export async function checkRevision(
  revision: Revision,
  { open, call, onCheck }: RevisionCheck,
): Promise<readonly CheckOutcome[] | 'silent' | undefined> {
  const connections: RawConnection[] = []
  const connect = async () => {
    const wire = await open()
    if (wire === undefined) return undefined
    const connection = new RawConnection(wire, revision)
    connections.push(connection)
    return (await connection.open()) ? connection : undefined
  }
  try {
    const first = await connect()
    if (first === undefined) return connections.some(isSilent) ? 'silent' : undefined
    let connection = first
    const outcomes: CheckOutcome[] = []
    for (const rule of rulesFor(call).filter((each) => isMeant(each, first))) {
      onCheck(rule)
      outcomes.push(await run(rule, connection))
      // What a server does not survive is not held against the next check.
      if (!connection.wire.isEnded) continue
      connection = (await connect()) ?? connection
      if (connections.some(isSilent)) throw notStarted(revision)
    }
    for (const rule of initializeRules.filter((each) => isMeant(each, first))) {
      onCheck(rule)
      outcomes.push(await runApart(rule, revision, open))
    }
    return [...outcomes, ...(await checkSchema(connections))]
  } finally {
    for (const { wire } of connections) await wire.close()
  }
}

/** A program that runs, and sent no message since it was started. */
function isSilent({ wire, opening }: RawConnection): boolean {
  return wire.transport === 'stdio' && !wire.isEnded && opening.messages.length === 0
}

/** What is said of a program that did not answer its first request in time: nothing is known of it. */
export function notStarted(revision: Revision): CliError {
  const advice = 'if it needs longer to start, give it more time with --timeout <ms>'
  return new CliError(
    'timeout',
    `check: the program did not answer its first request in ${revision} in time; ${advice}`,
  )
}

function isMeant({ applies, transport, capability }: Rule, { revision, wire, capabilities }: RawConnection): boolean {
  if (applies !== undefined && !applies(revision)) return false
  if (transport !== undefined && transport !== wire.transport) return false
  const path = [capability ?? []].flat()
  return path.length === 0 || path.reduce<unknown>((value, name) => toRecord(value)[name], capabilities) !== undefined
}

async function run(rule: Rule, connection: RawConnection): Promise<CheckOutcome> {
  const { name, title, requirements, level } = rule
  const problem = await rule.check(connection)
  const failed = level === 'must' ? 'fail' : 'warning'
  const { revision } = connection
  return { revision, name, title, requirements, outcome: problem === undefined ? 'pass' : failed, problem }
}

async function runApart(rule: Rule, revision: Revision, open: OpenWire): Promise<CheckOutcome> {
  const wire = await open()
  if (wire === undefined) throw new CliError('unreachable', 'The server does not open a stream any more')
  try {
    return await run(rule, new RawConnection(wire, revision))
  } finally {
    await wire.close()
  }
}

/** Everything that the server sent, against the official schema of the revision. Members that it does not define are no fault. */
async function checkSchema(connections: readonly RawConnection[]): Promise<readonly CheckOutcome[]> {
  const revision = connections[0]?.revision ?? modernRevision
  const texts = (await Promise.all(connections.map(({ wire }) => schemaProblems(wire)))).flat()
  const isExtra = (text: string) => / defines no /.test(text)
  const toOutcome = (name: string, title: string, found: readonly string[]): Omit<CheckOutcome, 'outcome'> => ({
    revision,
    name,
    title,
    requirements: ['BASE-36'],
    problem: found.length === 0 ? undefined : describe(found),
  })
  const faults = texts.filter((text) => !isExtra(text))
  const extras = texts.filter(isExtra)
  return [
    {
      ...toOutcome('schema', 'all messages match the official schema', faults),
      outcome: faults.length === 0 ? 'pass' : 'fail',
    },
    {
      ...toOutcome('undefined-members', 'messages have only members that the revision defines', extras),
      outcome: extras.length === 0 ? 'pass' : 'warning',
    },
  ]
}

async function schemaProblems({ log: { recorded } }: RawTransport): Promise<readonly string[]> {
  const problems = await checkConversation(recorded)
  return problems.filter(({ index }) => isChecked(recorded[index])).map(({ text }) => text)
}

/** An error that answers what could not be read may have no id, or null, whatever the schema says. */
function isChecked(recorded: RecordedMessage | undefined): boolean {
  if (recorded?.from !== 'server') return false
  const { id, error } = toRecord(recorded.message)
  return error === undefined || (id ?? null) !== null
}

function describe(texts: readonly string[]): string {
  const different = [...new Set(texts)]
  const shown = different.slice(0, mostShown).map((text) => cut(text, 160))
  const more = different.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

const mostShown = 4
