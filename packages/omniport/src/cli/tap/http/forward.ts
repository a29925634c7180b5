import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExchangeRecorder, Recorder } from '../../../entries/protocol.js'
import { createBodyDecoder } from './body-decoder.js'
import { OwnAddresses, type OwnAddressesOptions } from './own-addresses.js'
import { BodyTooLong, takeBody } from './request-body.js'
import type { Upstream } from './upstream.js'

export interface ForwardContext {
  readonly recorder: Recorder
  readonly upstream: Upstream
  /** Called with each address of the server in whose place that of the tap was passed back. */
  readonly onReplaced: OwnAddressesOptions['onReplaced']
  /** True: a request may have to be sent again. */
  readonly isRepeatable: boolean
}

/** Passes a request on to the server, and its response back, each piece as it comes. Never rejects. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  context: ForwardContext,
): Promise<void> {
  const { method = 'GET', url: path = '/', rawHeaders } = request
  const exchange = context.recorder.exchange({ method, path, headers: [...headerPairs(rawHeaders)] })
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new Error('The client closed the connection'))
  })
  try {
    const answer = await sendOn(request, { ...context, exchange, signal: left.signal })
    const { host = '' } = request.headers // it is this machine
    const { upstream, onReplaced } = context
    const addresses = new OwnAddresses({ server: upstream.origin, tap: `http://${host}`, onReplaced })
    await passBack(answer, { response, exchange, addresses, signal: left.signal })
  } catch (reason) {
    // To read no more of a body is an error of the request too.
    const isTooLong = reason instanceof BodyTooLong
    const hasLeft = left.signal.aborted || response.destroyed || request.errored !== null
    if (hasLeft && !isTooLong) exchange.abort('client')
    else fail(response, exchange, reason)
  }
}

interface SendContext extends ForwardContext {
  readonly exchange: ExchangeRecorder
  readonly signal: AbortSignal
}

/** The request is recorded before the server can answer it. */
async function sendOn(request: IncomingMessage, context: SendContext): Promise<IncomingMessage> {
  const { upstream, exchange, isRepeatable, signal } = context
  const { method = 'GET', url: path = '/' } = request
  const body = await takeBody(request, isRepeatable)
  const decoder = createBodyDecoder(request.headers['content-encoding'], (bytes) => exchange.requestBody(bytes))
  for (const piece of body.held) await decoder.push(piece)
  const onEnd = async () => {
    await decoder.end()
    exchange.endRequest()
  }
  if (body.rest === undefined) await onEnd()
  const headers = passedHeaders(request, upstream.replaced)
  return upstream.send({ method, path, headers, body, signal, onEnd, onPiece: (bytes) => decoder.push(bytes) })
}

interface ReplyContext {
  readonly response: ServerResponse
  readonly exchange: ExchangeRecorder
  readonly addresses: OwnAddresses
  readonly signal: AbortSignal
}

/** The end of the request breaks off `answer` when the signal aborts. */
async function passBack(answer: IncomingMessage, context: ReplyContext): Promise<void> {
  const { response, exchange, addresses, signal } = context
  const { statusCode: status = 500, statusMessage = '', headers, rawHeaders } = answer
  exchange.response({ status, headers: [...headerPairs(rawHeaders)] })
  const decoder = createBodyDecoder(headers['content-encoding'], (bytes) => exchange.responseBody(bytes))
  let isRecorded = false
  const record = async () => {
    if (isRecorded) return
    isRecorded = true
    await decoder.end()
    // A response may end before its request.
    exchange.endRequest()
    exchange.endResponse()
  }
  let leftBytes = status === 204 ? 0 : Number(headers['content-length'] ?? Number.NaN)
  // The client may act on the headers, or the last piece, at once.
  if (leftBytes === 0) await record()
  response.sendDate = false
  response.writeHead(status, statusMessage, [...addresses.headers(passedHeaders(answer))])
  response.flushHeaders()
  const filter = isEventStream(headers) ? addresses.events() : undefined
  for await (const piece of answer as AsyncIterable<Uint8Array>) {
    await decoder.push(piece)
    leftBytes -= piece.length
    if (leftBytes === 0) await record()
    const passed = filter === undefined ? piece : filter.push(piece)
    if (passed.length > 0) await write(response, passed, signal)
  }
  await record()
  if (filter !== undefined) await write(response, filter.end(), signal)
  response.end()
}

/** True for a stream in which an address can be replaced: its length is not said, and it is not compressed. */
function isEventStream(headers: IncomingMessage['headers']): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  return /^text\/event-stream\b/i.test(type) && /^identity$/i.test(encoding) && length === undefined
}

/** Waits for a slow reader, until it leaves. */
function write(response: ServerResponse, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (response.write(bytes)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    response.once('drain', () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    if (signal.aborted) onAbort()
  })
}

/** A response that has begun is broken off; otherwise it is said why there is none. */
function fail(response: ServerResponse, exchange: ExchangeRecorder, reason: unknown): void {
  const { message } = reason instanceof Error ? reason : new Error(String(reason))
  exchange.abort('server', response.headersSent ? undefined : message)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const status = reason instanceof BodyTooLong ? 413 : 502
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`omniport tap: ${message}\n`)
}

/** Headers as Node has them: names and values in turn. */
type RawHeaders = readonly string[]

/** The headers of a message by pairs. */
function* headerPairs(raw: RawHeaders): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? '', raw[at + 1] ?? '']
}

/**
 * The headers that are passed on: all but those of one connection, which are named below or by `Connection`. Names in `replaced`
 * are left out as well. spec: RFC 9110 section 7.6.1
 */
function passedHeaders(
  { rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  replaced: Iterable<string> = [],
): readonly string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named, ...replaced])
  return [...headerPairs(rawHeaders)].filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]
