import type { Revision } from '../wire/revisions.js'
import { nameIds } from './name-ids.js'
import { type Connection, openConnection, type TransportName } from './open-connection.js'
import type { Action, Answer, Case, Transcript } from './parse-transcript.js'
import { bind, expand, type Placeholders } from './placeholders.js'
import { createFixture, type Fixture } from './server.js'
import { settle } from './settle.js'
import { WireCheck } from './wire-check.js'

/** Where and under what a case runs. */
export interface RunOptions {
  readonly transcript: Transcript
  readonly revision: Revision
  readonly transport: TransportName
  /** Whether each request is given the time to be answered, whatever the transcript expects. Default: false. */
  readonly waits?: boolean | undefined
}

/** What one exchange should have come to, and what it came to; placeholders are replaced in both. */
export interface CaseResult {
  readonly expected: readonly unknown[]
  readonly actual: readonly unknown[]
}

/** What a case came to. */
export interface Ran {
  readonly outcomes: readonly CaseResult[]
  /** What the server made up, by the name that it has in transcripts. */
  readonly ids: ReadonlyMap<string, string>
  /** Throws when a message, either way, is wrong by the official schema. */
  readonly assertValid: () => void
}

/** Runs a case against a server of its own. */
export async function runCase(one: Case, options: RunOptions): Promise<Ran> {
  const { transcript, revision, transport, waits = false } = options
  const fixture = createFixture(transcript.server)
  const connection = await openConnection(transport, fixture.server)
  const known: Placeholders = new Map([...transcript.definitions, ['revision', revision]])
  const run: Run = { fixture, connection, known, ids: new Map(), check: new WireCheck(revision), waits }
  try {
    if (transcript.handshake) await shakeHands(run, revision, transcript.capabilities)
    const outcomes: CaseResult[] = []
    for (const { actions, answers } of one.exchanges) outcomes.push(await runExchange(run, actions, answers))
    return { outcomes, ids: run.ids, assertValid: () => run.check.assertValid() }
  } finally {
    await connection.close()
    await fixture.server.close()
  }
}

interface Run {
  readonly fixture: Fixture
  readonly connection: Connection
  readonly known: Placeholders
  readonly ids: Map<string, string>
  readonly check: WireCheck
  readonly waits: boolean
}

/** The fence behind every exchange: its answer comes after everything that the exchange caused. */
const fence = { jsonrpc: '2.0', id: 'fence', method: 'transcripts/fence' }

async function runExchange(run: Run, actions: readonly Action[], answers: readonly Answer[]): Promise<CaseResult> {
  const { received } = run.connection
  for (const action of actions) await act(run, action)
  const count = run.waits ? actions.filter(isRequest).length : answers.length
  await settle(() => received.length, { count, mostMs: run.waits ? 500 : undefined })
  run.connection.send(JSON.stringify(fence))
  await settle(() => received.length, { count: received.length + 1 })
  const actual = received.splice(0).filter((message) => !isFence(message))
  for (const message of actual) run.check.received(message)
  const expected = answers.map(({ message }, index) => bind(expand(message, run.known), actual[index], run.known))
  for (const message of actual) nameIds(message, run)
  return { expected, actual }
}

async function act(run: Run, { kind, value }: Action): Promise<void> {
  const { fixture, connection, known, check } = run
  if (kind === 'comment') return
  if (kind === 'send') {
    const message = expand(value, known)
    check.sent(message)
    connection.send(JSON.stringify(message))
    return
  }
  if (kind === 'wrong') {
    const message = parsed(String(value))
    check.sentWrong(message === undefined ? undefined : expand(message, known))
    connection.send(message === undefined ? String(value) : JSON.stringify(expand(message, known)))
    return
  }
  await settle(() => connection.received.length, { count: 0 }) // what was sent arrives before the event
  const event = fixture.events.get(String(value))
  if (event === undefined) throw new TypeError(`the server has no event "${String(value)}"`)
  event()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function shakeHands(run: Run, revision: Revision, capabilities: object): Promise<void> {
  const { connection, check } = run
  const params = { protocolVersion: revision, capabilities, clientInfo: { name: 'client', version: '1.0.0' } }
  const initialize = { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  for (const message of [initialize, initialized]) {
    check.sent(message)
    connection.send(JSON.stringify(message))
  }
  await settle(() => connection.received.length, { count: 1 })
  for (const message of connection.received.splice(0)) check.received(message)
}

function isRequest({ kind, value }: Action): boolean {
  const message = kind === 'wrong' ? parsed(String(value)) : value
  return typeof message === 'object' && message !== null && 'method' in message && 'id' in message
}

function isFence(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'id' in message && message.id === fence.id
}
