import type { RecordedLine } from '../../../entries/protocol.js'
import type { PositionedLine, RecordingFile } from '../file/open-recording.js'
import { ConnectionTurns } from './connection-turns.js'
import { type AnyMessage, keyOf, partsOf, subjectOf, toMembers, withoutMadeUp } from './messages.js'
import type { RecordedConnection, Step, Turn, TurnIndex } from './turn.js'

/** Reads a recording once, and returns where in it the turns are. Rejects with CliError `usage` for a broken one. */
export async function indexTurns(file: RecordingFile): Promise<TurnIndex> {
  const indexer = new TurnIndexer()
  for await (const line of file.lines()) indexer.add(line)
  return { header: file.header, ...indexer.index() }
}

class TurnIndexer {
  readonly #turns: Turn[] = []
  readonly #connections = new Map<number, ConnectionTurns>()
  /** By the number of the HTTP exchange. */
  readonly #exchanges = new Map<number, Turn>()
  #messages = 0
  #isHidden = false
  /** Modern requests over HTTP have no connection: what follows from one may be said in the stream of another. */
  #lastSessionless: Turn | undefined

  index(): Omit<TurnIndex, 'header'> {
    const connections = new Map<number, RecordedConnection>()
    for (const [number, { connection }] of this.#connections) connections.set(number, connection)
    return {
      connections,
      turns: this.#turns,
      messages: this.#messages,
      isHidden: this.#isHidden,
    }
  }

  add(positioned: PositionedLine): void {
    const { line } = positioned
    if (line.stream === 'stderr') return
    if (line.message !== undefined) this.#messages += 1
    if (line.hidden === true) this.#isHidden = true
    const connection = this.#connectionOf(line)
    if (line.from === 'client') this.#addClientLine(positioned, connection)
    else this.#addServerLine(positioned, connection)
  }

  #connectionOf({ connection, transport, headers }: RecordedLine): ConnectionTurns {
    const existing = this.#connections.get(connection)
    const found = existing ?? new ConnectionTurns(connection, transport)
    if (existing === undefined) this.#connections.set(connection, found)
    if (headers?.['mcp-session-id'] !== undefined) found.connection.hasSession = true
    return found
  }

  #addClientLine(positioned: PositionedLine, connection: ConnectionTurns): void {
    const { line } = positioned
    const parts = line.message === undefined ? [] : partsOf(line.message)
    const asked = parts.filter(({ method }) => typeof method === 'string')
    for (const part of parts) {
      if (part.method === undefined) connection.answered(part.id, toStep('answer', positioned, { id: part.id }))
      else if (part.method === 'notifications/cancelled') connection.cancelled(part, toStep('cancel', positioned))
    }
    const left = line.end === 'aborted' && line.exchange !== undefined ? this.#exchanges.get(line.exchange) : undefined
    if (left !== undefined) connection.cancel(left, toStep('cancel', positioned))
    const header = line.headers?.['mcp-protocol-version']
    if (asked.length > 0) this.#begin(connection, toTurn(positioned, asked, connection.revisionFor(asked, header)))
    else if (line.request !== undefined) this.#begin(connection, toHttpTurn(positioned, connection.connection.revision))
  }

  #begin(connection: ConnectionTurns, turn: Turn): void {
    this.#turns.push(turn)
    connection.begin(turn)
    if (turn.exchange !== undefined) this.#exchanges.set(turn.exchange, turn)
    if (isSessionless(turn, connection.connection)) this.#lastSessionless = turn
  }

  #addServerLine(positioned: PositionedLine, connection: ConnectionTurns): void {
    const { line } = positioned
    const ofExchange = line.exchange === undefined ? undefined : this.#exchanges.get(line.exchange)
    if (line.status !== undefined) ofExchange?.steps.push(toStep('head', positioned))
    if (line.message !== undefined) {
      for (const part of firstOfEach(partsOf(line.message)))
        this.#addServerMessage(positioned, connection, { part, ofExchange })
    } else if (line.status === undefined && (line.text !== undefined || line.base64 !== undefined)) {
      ofExchange?.steps.push(toStep('content', positioned))
    }
    if (line.end !== undefined) ofExchange?.steps.push(toStep('end', positioned))
  }

  #addServerMessage(
    positioned: PositionedLine,
    connection: ConnectionTurns,
    { part, ofExchange }: { readonly part: AnyMessage; readonly ofExchange: Turn | undefined },
  ): void {
    const turn = connection.turnOf(part, ofExchange)
    if (turn === undefined) return
    if (ofExchange !== undefined && ofExchange !== turn) ofExchange.steps.push(toStep('elsewhere', positioned))
    const isStream = turn.method === 'HTTP GET' || turn.method === 'subscriptions/listen'
    const last = isSessionless(turn, connection.connection) ? this.#lastSessionless : connection.last
    const after = isStream && last !== turn && part.method !== undefined ? last : undefined
    const type = part.method === undefined ? 'response' : part.id === undefined ? 'notification' : 'request'
    turn.steps.push(toStep(type, positioned, { id: part.id, after }))
    if (after !== undefined && isOpenRequest(after))
      after.steps.push(toStep('inStream', positioned, { stream: { turn, index: turn.steps.length - 1 } }))
  }
}

/** A batch of responses is one step of the turn, whose requests were a batch. */
function firstOfEach(parts: readonly AnyMessage[]): readonly AnyMessage[] {
  const isResponse = ({ method }: AnyMessage) => method === undefined
  return [...parts.filter((part) => !isResponse(part)), ...parts.filter(isResponse).slice(0, 1)]
}

function isOpenRequest({ ids, steps }: Turn): boolean {
  return ids.length > 0 && !steps.some(({ type }) => type === 'response')
}

function isSessionless({ transport, method }: Turn, { hasSession }: RecordedConnection): boolean {
  return transport === 'http' && !hasSession && method !== 'HTTP GET'
}

function toStep(type: Step['type'], { number, start, length, line }: PositionedLine, more: Partial<Step> = {}): Step {
  return { type, number, start, length, ms: line.ms, exchange: line.exchange, ...more }
}

function toTurn(positioned: PositionedLine, asked: readonly AnyMessage[], revision: string | undefined): Turn {
  const [first = {}] = asked
  return {
    ...positionOf(positioned),
    key: keyOf(asked, revision),
    looseKey: keyOf(asked.map(withoutMadeUp) as readonly AnyMessage[], undefined), // messages stay messages
    method: String(first.method),
    subject: subjectOf(first),
    revision,
    ids: asked.flatMap(({ id }) => (id === undefined ? [] : [id])),
    progressTokens: asked.map(({ params }) => toMembers(toMembers(params)['_meta'])['progressToken']),
  }
}

/** The key of an HTTP request without a message: its method, and the event it continues after. */
export function httpKey(method: string, lastEventId: string | undefined): string {
  return lastEventId === undefined ? `HTTP ${method}` : `HTTP ${method} ${lastEventId}`
}

/** A request whose content is not a message, or only answers. */
function toHttpTurn(positioned: PositionedLine, revision: string | undefined): Turn {
  const { request, headers = {}, message } = positioned.line
  const method = message === undefined ? `HTTP ${request?.method ?? ''}` : 'HTTP answer'
  return {
    ...positionOf(positioned),
    key: message === undefined ? httpKey(request?.method ?? '', headers['last-event-id']) : method,
    looseKey: method,
    method,
    subject: request?.path,
    revision,
    ids: [],
    progressTokens: [],
  }
}

function positionOf({ number, start, length, line }: PositionedLine) {
  const { connection, transport, exchange, ms } = line
  return { number, start, length, connection, transport, exchange, ms, steps: [], isCancelled: false }
}
