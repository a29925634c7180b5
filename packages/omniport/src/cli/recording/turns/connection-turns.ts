import type { RecordedLine } from '../../../entries/protocol.js'
import { type AnyMessage, idKey, statedRevision, subscriptionMember, toMembers } from './messages.js'
import type { RecordedConnection, Step, Turn } from './turn.js'

/** Finds the turn that a message of a connection belongs to. */
export class ConnectionTurns {
  readonly connection: RecordedConnection
  /** The open requests of the client, by id. */
  readonly #open = new Map<string, Turn>()
  /** Turns by progress token, and streams by their id. */
  readonly #byToken = new Map<string, Turn>()
  readonly #streams = new Map<string, Turn>()
  /** The open requests of the server, by id. */
  readonly #asked = new Map<string, Turn>()
  #last: Turn | undefined

  constructor(number: number, transport: RecordedLine['transport']) {
    this.connection = { number, transport, revision: undefined, hasSession: false }
  }

  /** The last message of the client. */
  get last(): Turn | undefined {
    return this.#last
  }

  /** The revision of messages: what they say, or what was agreed on. */
  revisionFor(messages: readonly AnyMessage[], header: string | undefined): string | undefined {
    const stated = messages.map(statedRevision).find((revision) => revision !== undefined)
    this.connection.revision = stated ?? this.connection.revision ?? header
    return this.connection.revision
  }

  begin(turn: Turn): void {
    if (!turn.method.startsWith('HTTP ')) this.#last = turn
    for (const id of turn.ids) this.#open.set(idKey(id), turn)
    for (const token of turn.progressTokens) if (token !== undefined) this.#byToken.set(idKey(token), turn)
    if (turn.method === 'subscriptions/listen') this.#streams.set(idKey(turn.ids[0]), turn)
  }

  /** The client answered a request of the server. */
  answered(id: unknown, step: Step): void {
    this.#asked.get(idKey(id))?.steps.push(step)
    this.#asked.delete(idKey(id))
  }

  cancelled({ params }: AnyMessage, step: Step): void {
    const turn = this.#open.get(idKey(toMembers(params)['requestId']))
    if (turn !== undefined) this.cancel(turn, step)
  }

  /** Only a request without an answer can be cancelled. */
  cancel(turn: Turn, step: Step): void {
    const isOpen = turn.ids.some((id) => this.#open.get(idKey(id)) === turn)
    if (!isOpen) return
    turn.isCancelled = true
    turn.steps.push(step)
    for (const id of turn.ids) this.#open.delete(idKey(id))
  }

  /** `ofExchange` is the HTTP request in whose response the message stands. */
  turnOf(message: AnyMessage, ofExchange: Turn | undefined): Turn | undefined {
    if (message.method === undefined) return this.#answeredTurn(message) ?? ofExchange
    const turn = this.#namedTurn(message) ?? this.#ofExchange(ofExchange) ?? this.#causeOf(message)
    if (message.id !== undefined && turn !== undefined) this.#asked.set(idKey(message.id), turn)
    return turn
  }

  #answeredTurn({ id, result }: AnyMessage): Turn | undefined {
    const turn = this.#open.get(idKey(id))
    this.#open.delete(idKey(id))
    const { protocolVersion } = toMembers(result)
    if (turn?.method === 'initialize' && typeof protocolVersion === 'string') this.connection.revision = protocolVersion
    return turn
  }

  /** The turn whose progress token or stream a notification names. */
  #namedTurn({ params, method }: AnyMessage): Turn | undefined {
    const members = toMembers(params)
    if (method === 'notifications/progress') return this.#byToken.get(idKey(members['progressToken']))
    const stream = toMembers(members['_meta'])[subscriptionMember]
    return stream === undefined ? undefined : this.#streams.get(idKey(stream))
  }

  /** The response to an answer is no turn of its own. */
  #ofExchange(turn: Turn | undefined): Turn | undefined {
    return turn?.method === 'HTTP answer' ? undefined : turn
  }

  /** Over a pipe nothing says what a message follows from: a question belongs to an open request, all else to the last message. */
  #causeOf({ id }: AnyMessage): Turn | undefined {
    if (id === undefined) return this.#last
    const open = [...this.#open.values()].filter(({ method }) => method !== 'subscriptions/listen')
    return open.at(-1) ?? this.#last
  }
}
