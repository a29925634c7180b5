import type { Revision } from '../wire/revisions.js'
import { type Connection, openConnection, type TransportName } from './open-connection.js'
import type { Action, Answer, Case, Transcript } from './parse-transcript.js'
import { bind, expand, type Placeholders } from './placeholders.js'
import { createFixture, type Fixture } from './server.js'
import { WireCheck } from './wire-check.js'

/** Where and under what a case runs. */
export interface RunOptions {
  readonly transcript: Transcript
  readonly revision: Revision
  readonly transport: TransportName
}

/** What one exchange should have come to, and what it came to; placeholders are replaced in both. */
export interface Outcome {
  readonly expected: readonly unknown[]
  readonly actual: readonly unknown[]
}

/** What a case came to. */
export interface Ran {
  readonly outcomes: readonly Outcome[]
  /** Throws when a message, either way, is wrong by the official schema. */
  readonly assertValid: () => void
}

/** Runs a case against a server of its own. */
export async function runCase(one: Case, { transcript, revision, transport }: RunOptions): Promise<Ran> {
  const fixture = createFixture(transcript.server)
  const connection = await openConnection(transport, fixture.server)
  const known: Placeholders = new Map([...transcript.definitions, ['revision', revision]])
  const run: Run = { fixture, connection, known, check: new WireCheck(revision) }
  try {
    if (transcript.handshake) await shakeHands(run, revision)
    const outcomes: Outcome[] = []
    for (const { actions, answers } of one.exchanges) outcomes.push(await runExchange(run, actions, answers))
    return { outcomes, assertValid: () => run.check.assertValid() }
  } finally {
    await connection.close()
    await fixture.server.close()
  }
}

interface Run {
  readonly fixture: Fixture
  readonly connection: Connection
  readonly known: Placeholders
  readonly check: WireCheck
}

/** The fence behind every exchange: its answer comes after everything that the exchange caused. */
const fence = { jsonrpc: '2.0', id: 'fence', method: 'transcripts/fence' }

async function runExchange(run: Run, actions: readonly Action[], answers: readonly Answer[]): Promise<Outcome> {
  const { received } = run.connection
  for (const action of actions) await act(run, action)
  await settle(received, answers.length)
  run.connection.send(JSON.stringify(fence))
  await settle(received, answers.length + 1)
  const actual = received.splice(0).filter((message) => !isFence(message))
  for (const message of actual) run.check.received(message)
  const expected = answers.map(({ message }, index) => bind(expand(message, run.known), actual[index], run.known))
  return { expected, actual }
}

async function act({ fixture, connection, known, check }: Run, { kind, value }: Action): Promise<void> {
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
  await settle(connection.received, 0) // what was sent arrives before the event
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

async function shakeHands({ connection, check }: Run, revision: Revision): Promise<void> {
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'client', version: '1.0.0' } }
  const initialize = { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  for (const message of [initialize, initialized]) {
    check.sent(message)
    connection.send(JSON.stringify(message))
  }
  await settle(connection.received, 1)
  for (const message of connection.received.splice(0)) check.received(message)
}

function isFence(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'id' in message && message.id === fence.id
}

/** Turns of the event loop without a message after which the server has nothing to say. */
const quietTurns = 10
/** Turns to wait for messages that are still missing. */
const mostTurns = 20_000

/** Resolves when nothing more arrives, after at least `count` messages if they come at all. */
async function settle(received: readonly unknown[], count: number): Promise<void> {
  let seen = received.length
  let quiet = 0
  for (let turn = 0; quiet < quietTurns || (received.length < count && turn < mostTurns); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    quiet = received.length === seen ? quiet + 1 : 0
    seen = received.length
  }
}
