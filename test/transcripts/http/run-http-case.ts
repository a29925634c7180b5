import type { OpenShell } from '../../support/http-shells.js'
import { isRecord } from '../../wire/is-record.js'
import type { Revision } from '../../wire/revisions.js'
import { nameId, nameIds } from '../name-ids.js'
import { bind, expand, type Placeholders } from '../placeholders.js'
import { settle, type Turn } from '../settle.js'
import { WireCheck } from '../wire-check.js'
import { beginSession } from './begin-session.js'
import type { OpenedFixture, OpenFixture } from './open-fixture.js'
import { type OpenRequest, openRequest } from './open-request.js'
import type { HttpAction, HttpExchange, HttpRequest } from './parse-exchanges.js'
import type { HttpCase, HttpTranscript } from './parse-http-transcript.js'
import type { Reply } from './reply.js'

/** Where and under what a case runs. */
export interface HttpRunOptions {
  readonly transcript: HttpTranscript
  readonly revision: Revision
  readonly open: OpenFixture
  /** Whether each request is given the time to be answered, whatever the transcript expects. Default: false. */
  readonly waits?: boolean | undefined
}

/** By connection, what one exchange should have come to, and what it came to; placeholders are replaced in both. */
export interface HttpOutcome {
  readonly expected: ReadonlyMap<string, Reply>
  readonly actual: ReadonlyMap<string, Reply>
}

/** What a case came to. */
export interface HttpRan {
  readonly outcomes: readonly HttpOutcome[]
  /** What the server made up, by the name that it has in transcripts. */
  readonly ids: ReadonlyMap<string, string>
  /** Throws when a message, either way, is wrong by the official schema. */
  readonly assertValid: () => void
}

/** What is at hand while a case runs. */
export interface HttpRun {
  readonly transcript: HttpTranscript
  readonly revision: Revision
  readonly shell: OpenShell
  readonly waits: boolean
  readonly turn: Turn | undefined
  readonly happen: OpenedFixture['happen']
  readonly known: Placeholders
  readonly ids: Map<string, string>
  readonly check: WireCheck
  /** By name; the latest without one has the empty name. */
  readonly connections: Map<string, OpenRequest>
  /** All of them. */
  readonly opened: OpenRequest[]
  /** The ids of events that came: what comes again is checked once. */
  readonly seen: Set<string>
}

/** Runs a case against a server of its own, whose time stands still. */
export async function runHttpCase(one: HttpCase, options: HttpRunOptions): Promise<HttpRan> {
  const { transcript, revision, waits = false } = options
  const fixture = await options.open(transcript)
  const { shell } = fixture
  const known: Placeholders = new Map([...transcript.definitions, ['revision', revision]])
  const check = new WireCheck(revision, { http: true })
  const run: HttpRun = {
    transcript,
    revision,
    shell,
    waits,
    turn: fixture.turn,
    happen: (sentence) => fixture.happen(sentence),
    known,
    ids: new Map(),
    check,
    connections: new Map(),
    opened: [],
    seen: new Set<string>(),
  }
  try {
    if (transcript.session) await beginSession(run)
    const outcomes: HttpOutcome[] = []
    for (const exchange of one.exchanges) outcomes.push(await runExchange(run, exchange))
    return { outcomes, ids: run.ids, assertValid: () => check.assertValid() }
  } finally {
    for (const connection of run.opened) connection.close()
    await fixture.close()
  }
}

async function runExchange(run: HttpRun, { actions, replies }: HttpExchange): Promise<HttpOutcome> {
  const { connections, known } = run
  const before = countArrived(run)
  for (const action of actions) await act(run, action, replies.get('connection' in action ? action.connection : ''))
  const count = [...replies.values()].reduce((sum, { reply }) => sum + countOf(reply), 0)
  await answered(run, actions)
  await settle(() => countArrived(run), { count: run.waits ? 0 : before + count, turn: run.turn })
  const actual = new Map<string, Reply>()
  for (const [name, connection] of connections) {
    const reply = connection.take()
    if (countOf(reply) > 0) actual.set(name, reply)
  }
  const expected = new Map<string, Reply>()
  for (const [name, { reply }] of replies) {
    const bound = bind(expand(reply, known), actual.get(name), known)
    if (countOf(reply) > 0) expected.set(name, bound as Reply) // of the same shape, with texts replaced
  }
  for (const reply of actual.values()) look(run, reply)
  return { expected, actual }
}

async function act(run: HttpRun, action: HttpAction, expected: { readonly reply: Reply } | undefined): Promise<void> {
  const { connections, opened, turn } = run
  if (action.kind === 'request') {
    if (connections.get(action.connection)?.isOver() === false)
      throw new TypeError(`the connection "${action.connection}" is still open: another needs a name of its own`)
    const request = send(run, action, Object.keys(expected?.reply.headers ?? {}))
    opened.push(request)
    connections.set(action.connection, request)
    return
  }
  await settle(() => countArrived(run), { count: 0, turn }) // what was sent arrives before
  if (action.kind === 'close') {
    connections.get(action.connection)?.close()
    return
  }
  await run.happen(action.sentence)
}

/** Sends a request of a transcript, and holds what it says against the schema. */
function send(
  run: HttpRun,
  { method, path, headers, body }: HttpRequest,
  alsoNotified: readonly string[],
): OpenRequest {
  const { transcript, known, check, shell } = run
  const all = Object.entries({ ...transcript.headers.get(method), ...headers }).filter(([, text]) => text !== '(none)')
  const texts = all.map(([name, text]) => [name, String(expand(text, known))])
  const given = body?.isWrong === true ? parsed(String(body.value)) : body?.value
  const value = given === undefined ? undefined : expand(given, known)
  if (body?.isWrong === true) check.sentWrong(value)
  else if (value !== undefined) check.sent(value)
  const text = value === undefined ? body?.value : JSON.stringify(value)
  const request = { method, path: String(expand(path, known)), headers: Object.fromEntries(texts) }
  return openRequest(shell, { ...request, body: text === undefined ? undefined : String(text) }, alsoNotified)
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names the ids in what came, and holds the messages in it against the schema. */
function look(run: HttpRun, { headers, body, events }: Reply): void {
  nameId('session', headers?.['mcp-session-id'], run)
  if (isRecord(body) || Array.isArray(body)) check(run, body)
  for (const { event, id, data } of events) {
    if (event === 'endpoint') nameId('session', /[0-9a-f]{32}/.exec(String(data))?.[0], run)
    nameId('event', id, run)
    const isAgain = id !== undefined && run.seen.has(id)
    if (id !== undefined) run.seen.add(id)
    if (isRecord(data) && !isAgain) check(run, data)
  }
}

function check(run: HttpRun, message: unknown): void {
  nameIds(message, run)
  run.check.received(message)
}

function countArrived({ opened }: HttpRun): number {
  return opened.reduce((sum, connection) => sum + connection.arrived(), 0)
}

/** How much of a reply there is, as `OpenRequest` counts it. */
function countOf({ status, headers, events, end }: Reply): number {
  const isWhole = status !== undefined && headers?.['content-type'] !== 'text/event-stream'
  return (status === undefined ? 0 : 1) + (isWhole ? 1 : 0) + events.length + (end === undefined ? 0 : 1)
}

/** Resolves when the request without a name has all of its answer, if it gets one. */
async function answered({ connections, waits }: HttpRun, actions: readonly HttpAction[]): Promise<void> {
  if (!actions.some((action) => action.kind === 'request' && action.connection === '')) return
  await settle(() => (connections.get('')?.isOver() === true ? 1 : 0), { count: 1, mostMs: waits ? 2_000 : undefined })
}
