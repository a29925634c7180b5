import { STATUS_CODES } from 'node:http'
import { parseJson, withJsonrpc } from '../parse-json.js'
import { parseHeader } from './parse-header.js'
import type { Reply, SseEvent } from './reply.js'

/** What is done, and then all that comes of it, by the connection that it comes on. */
export interface HttpExchange {
  readonly actions: readonly HttpAction[]
  readonly replies: ReadonlyMap<string, ExpectedReply>
}

/** A request on a connection of its own, the end of a connection by the client, or what happens at the server. */
export type HttpAction = HttpRequest | HttpClose | HttpEvent

/** One request. The connection without a name is that of the latest request that has none. */
export interface HttpRequest {
  readonly kind: 'request'
  /** The lines, as they stand in the file. */
  readonly source: string[]
  readonly connection: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** A message with its `jsonrpc`, or the text of a wrong one. */
  body?: { readonly isWrong: boolean; readonly value: unknown }
}

export interface HttpClose {
  readonly kind: 'close'
  readonly source: string[]
  readonly connection: string
}

export interface HttpEvent {
  readonly kind: 'event'
  readonly source: string[]
  readonly sentence: string
}

/** What is to come on one connection. */
export interface ExpectedReply {
  readonly source: string[]
  readonly reply: Reply
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

interface OpenExchange {
  readonly actions: HttpAction[]
  readonly replies: Map<string, { readonly source: string[]; readonly reply: Writable<Reply>; isBody: boolean }>
}

/** Reads the lines of a case. Throws a `TypeError` that quotes the line it cannot read. */
export function parseExchanges(lines: readonly string[]): HttpExchange[] {
  const exchanges: OpenExchange[] = []
  for (const line of lines) {
    const [, connection = '', mark = '', wrong = '', text = ''] = /^(\w*)([<>!])(!?)(?: (.*))?$/s.exec(line) ?? []
    if (mark === '') throw new TypeError(`not a line of a case: ${line}`)
    const last = exchanges.at(-1)
    const exchange = last === undefined || (mark !== '<' && last.replies.size > 0) ? open(exchanges) : last
    if (mark === '<') addAnswer(exchange, { line, connection, text })
    else if (mark === '!') exchange.actions.push({ kind: 'event', source: [line], sentence: text })
    else addRequest(exchange, { line, connection, text, isWrong: wrong !== '' })
  }
  return exchanges
}

function open(exchanges: OpenExchange[]): OpenExchange {
  const exchange = { actions: [], replies: new Map() }
  exchanges.push(exchange)
  return exchange
}

interface Line {
  readonly line: string
  readonly connection: string
  readonly text: string
}

function addRequest({ actions }: OpenExchange, line: Line & { readonly isWrong: boolean }): void {
  const { connection, text, isWrong } = line
  const [, method, path = ''] = /^([A-Z]+) (\/\S*)$/.exec(text) ?? []
  if (method !== undefined) {
    if (actions.some((other) => other.kind === 'request' && other.connection === connection))
      throw new TypeError(`a connection carries one request; give it a name: ${line.line}`)
    actions.push({ kind: 'request', source: [line.line], connection, method, path, headers: {} })
    return
  }
  if (text === '(close)') {
    actions.push({ kind: 'close', source: [line.line], connection })
    return
  }
  const request = actions.at(-1)
  if (request?.kind !== 'request' || request.connection !== connection)
    throw new TypeError(`not a part of a request: ${line.line}`)
  const isBody = request.source.at(-1) === `${connection}>`
  request.source.push(line.line)
  if (isBody) request.body = { isWrong, value: isWrong ? text : withJsonrpc(parseJson(text, line.line)) }
  else if (text !== '') Object.assign(request.headers, Object.fromEntries([parseHeader(text)]))
}

function addAnswer({ replies }: OpenExchange, { line, connection, text }: Line): void {
  const known = replies.get(connection)
  const expected = known ?? { source: [], reply: { events: [] }, isBody: false }
  replies.set(connection, expected)
  if (text === 'nothing') return
  expected.source.push(line)
  const { reply, isBody } = expected
  const status = /^(\d{3}) (.+)$/.exec(text)
  if (known === undefined && status !== null) {
    reply.status = Number(status[1])
    reply.headers = {}
    if (STATUS_CODES[reply.status] !== status[2]) throw new TypeError(`not a status: ${line}`)
  } else if (text === '(end)' || text === '(broken)') {
    reply.end = text === '(end)' ? 'end' : 'broken'
  } else if (reply.status !== undefined && !isBody) {
    if (text === '') expected.isBody = true
    else reply.headers = { ...reply.headers, ...Object.fromEntries([parseHeader(text)]) }
  } else if (/^[[{]/.test(text)) {
    reply.body = withJsonrpc(parseJson(text, line))
  } else {
    addField(reply.events as SseEvent[], { line, connection, text }, expected.source)
  }
}

/** Events stand apart by an empty line. */
function addField(events: SseEvent[], { line, connection, text }: Line, source: readonly string[]): void {
  if (text === '') return
  const before = source.at(-2)
  const isNew = events.length === 0 || before === `${connection}<`
  const event: Writable<SseEvent> = isNew ? {} : (events.at(-1) as Writable<SseEvent>) // there is one
  if (isNew) events.push(event)
  const [, name = '', value = ''] = /^(\w*): ?(.*)$/s.exec(text) ?? []
  if (name === '' && text.startsWith(':')) event.comment = value
  else if (name === 'event' || name === 'id') event[name] = value
  else if (name === 'retry') event.retry = Number(value)
  else if (name === 'data') event.data = /^[[{]/.test(value) ? withJsonrpc(parseJson(value, line)) : value
  else throw new TypeError(`not a field of an event: ${line}`)
}
