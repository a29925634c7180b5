import type { HttpHeaders, HttpReply, HttpRequest } from '#core/serve'
import { messageKindOf } from '../protocol/message-kind.js'
import type { JSONRPCMessage, RequestId } from '../types.js'
import { EventReplay } from './event-replay.js'
import { EventStream, encodeEvent } from './event-stream.js'
import { JsonResponses } from './json-responses.js'
import { refuse } from './refuse.js'
import type { EventId, EventStore, StreamId } from './streamable-options.js'

export interface MessageStreamsOptions {
  readonly eventStore: EventStore | undefined
  readonly retryInterval: number | undefined
  readonly keepAliveMs: number
  readonly answersJson: boolean
  /** The header that names the session, if there is one. */
  readonly sessionHeaders: () => HttpHeaders
  readonly onError: (error: Error) => void
}

/** An HTTP request and its reply. */
export interface ServedRequest {
  readonly request: HttpRequest
  readonly reply: HttpReply
}

/** The stream of what belongs to no request. */
const standaloneId = '_GET_stream'

const eventStreamHeaders: HttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}

/** The streams and the JSON replies of one transport, and where each message goes. */
export class MessageStreams {
  readonly #options: MessageStreamsOptions
  /** Streams with a client, or with requests that wait for a response. */
  readonly #streams = new Map<StreamId, EventStream>()
  readonly #byRequest = new Map<RequestId, EventStream | JsonResponses>()
  readonly #replays = new Set<EventReplay>()
  #isClosed = false
  /** Streams without events to come back for have no id that anybody sees. */
  #count = 0

  constructor(options: MessageStreamsOptions) {
    this.#options = options
  }

  /** Opens the reply to requests. `isPrimed`: its client is given an id first, to come back with. */
  openPost(ids: readonly RequestId[], call: ServedRequest, isPrimed: boolean): Promise<void> | undefined {
    const { answersJson, eventStore, sessionHeaders, keepAliveMs } = this.#options
    if (answersJson) {
      const responses = new JsonResponses(ids, call.reply, sessionHeaders)
      for (const id of ids) this.#byRequest.set(id, responses)
      return undefined
    }
    const id = eventStore === undefined ? `${++this.#count}` : crypto.randomUUID()
    const stream = new EventStream(id, ids, keepAliveMs)
    if (isPrimed && eventStore !== undefined) return this.#openPrimed(stream, call, eventStore)
    this.#openRequests(stream, call)
    return undefined
  }

  /** Opens the stream of what belongs to no request. One client reads it at a time. */
  openStandalone(call: ServedRequest): void {
    if (this.#streams.get(standaloneId)?.isConnected) {
      this.#refuse(call, 409, 'Conflict: Only one SSE stream is allowed per session')
      return
    }
    const stream = this.#streamOf(standaloneId)
    this.#connect(stream, call)
    stream.open()
  }

  /** Sends a client that came back what it missed, and then what comes. */
  async resume(lastEventId: EventId, call: ServedRequest): Promise<void> {
    const { eventStore, onError } = this.#options
    try {
      const finds = eventStore?.getStreamIdForEventId !== undefined
      const streamId = await eventStore?.getStreamIdForEventId?.(lastEventId)
      if (finds && !streamId) this.#refuse(call, 400, 'Invalid event ID format')
      else if (streamId !== undefined && this.#streams.get(streamId)?.isConnected) {
        this.#refuse(call, 409, 'Conflict: Stream already has an active connection')
      } else await this.#replay(lastEventId, call, eventStore as EventStore)
    } catch (error) {
      onError(error as Error)
      refuse(call.reply, 500, { code: -32000, message: 'Error replaying events' })
    }
  }

  /** Sends a message with the request it answers or belongs to, or on the stream of its own. */
  async send(message: JSONRPCMessage, relatedRequestId: RequestId | undefined): Promise<void> {
    const kind = messageKindOf(message)
    const isResponse = kind === 'result' || kind === 'error'
    const requestId = isResponse ? (message as { id?: RequestId }).id : relatedRequestId
    if (requestId === undefined) return this.#sendStandalone(message, isResponse)
    const target = this.#byRequest.get(requestId)
    if (target === undefined) throw noConnection(requestId)
    if (target instanceof EventStream) return this.#sendOn(target, message, isResponse ? requestId : undefined)
    if (isResponse && target.add(requestId, message)) this.#forget(target.ids)
  }

  /** Ends the reply to a request. What is sent later waits for its client to come back. */
  closeStream(requestId: RequestId): void {
    const target = this.#byRequest.get(requestId)
    if (target instanceof EventStream && target.isConnected) target.end()
  }

  /** Ends the stream of what belongs to no request. */
  closeStandalone(): void {
    this.#streams.get(standaloneId)?.end()
    this.#streams.delete(standaloneId)
  }

  /** Ends all replies. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams.values()) if (stream.isConnected) stream.end()
    for (const target of new Set(this.#byRequest.values())) if (target instanceof JsonResponses) target.abandon()
    this.#streams.clear()
    this.#byRequest.clear()
  }

  async #openPrimed(stream: EventStream, call: ServedRequest, eventStore: EventStore): Promise<void> {
    const { retryInterval } = this.#options
    const id = await eventStore.storeEvent(stream.id, {} as JSONRPCMessage)
    this.#openRequests(stream, call)
    const retry = retryInterval === undefined ? '' : `retry: ${retryInterval}\n`
    stream.write(`id: ${id}\n${retry}data: \n\n`)
    stream.isResumable = true
  }

  #openRequests(stream: EventStream, call: ServedRequest): void {
    this.#streams.set(stream.id, stream)
    for (const id of stream.pending) this.#byRequest.set(id, stream)
    this.#connect(stream, call)
  }

  #connect(stream: EventStream, { request, reply }: ServedRequest): void {
    stream.connect(reply, { ...eventStreamHeaders, ...this.#options.sessionHeaders() })
    request.onClose(() => {
      if (!stream.isConnectedTo(reply)) return
      stream.disconnect()
      this.#dropIdle(stream)
    })
  }

  async #replay(lastEventId: EventId, call: ServedRequest, eventStore: EventStore): Promise<void> {
    const replay = new EventReplay()
    let isGone = false
    call.request.onClose(() => {
      isGone = true
    })
    this.#replays.add(replay)
    try {
      const send = async (id: EventId, message: JSONRPCMessage) => replay.add(id, message)
      const streamId = await eventStore.replayEventsAfter(lastEventId, { send })
      if (this.#isClosed) refuse(call.reply, 404, { code: -32001, message: 'Session not found' })
      else if (!isGone) this.#continue(streamId, replay, call)
    } finally {
      this.#replays.delete(replay)
    }
  }

  #continue(streamId: StreamId, replay: EventReplay, call: ServedRequest): void {
    const stream = this.#streamOf(streamId)
    if (stream.isConnected) stream.end()
    this.#connect(stream, call)
    stream.open()
    stream.write(replay.textOf(streamId))
    stream.replayed = replay.ids
    stream.isResumable = true
    // The response was the end of the stream.
    if (streamId === standaloneId || stream.pending.size > 0 || !replay.hasResponse) return
    stream.end()
    this.#streams.delete(streamId)
  }

  #streamOf(id: StreamId): EventStream {
    const known = this.#streams.get(id)
    if (known !== undefined) return known
    const stream = new EventStream(id, [], this.#options.keepAliveMs)
    this.#streams.set(id, stream)
    return stream
  }

  async #sendStandalone(message: JSONRPCMessage, isResponse: boolean): Promise<void> {
    if (isResponse) {
      throw new Error('Cannot send a response on a standalone SSE stream unless resuming a previous client request')
    }
    const id = await this.#store(standaloneId, message)
    const stream = this.#streams.get(standaloneId)
    if (stream?.isConnected) stream.write(encodeNew(stream, message, id))
  }

  async #sendOn(stream: EventStream, message: JSONRPCMessage, answered: RequestId | undefined): Promise<void> {
    const id = this.#options.eventStore === undefined ? undefined : await this.#store(stream.id, message)
    if (this.#isClosed) return
    if (answered !== undefined) stream.pending.delete(answered)
    const isLast = answered !== undefined && stream.pending.size === 0
    const { isConnected } = stream
    if (isConnected) {
      const event = encodeNew(stream, message, id)
      if (id !== undefined) stream.isResumable = true
      if (isLast) stream.end(event)
      else stream.write(event)
    }
    if (answered !== undefined) this.#forget([answered])
    if (!isLast) return
    this.#streams.delete(stream.id)
    if (!isConnected && !stream.isResumable) throw noConnection(answered)
  }

  async #store(streamId: StreamId, message: JSONRPCMessage): Promise<EventId | undefined> {
    const id = await this.#options.eventStore?.storeEvent(streamId, message)
    if (id !== undefined) for (const replay of this.#replays) replay.note(streamId, id, message)
    return id
  }

  #dropIdle(stream: EventStream): void {
    if (stream.pending.size === 0) this.#streams.delete(stream.id)
  }

  #forget(ids: readonly RequestId[]): void {
    for (const id of ids) this.#byRequest.delete(id)
  }

  #refuse({ reply }: ServedRequest, status: number, message: string): void {
    this.#options.onError(new Error(message))
    refuse(reply, status, { code: -32000, message })
  }
}

/** Nothing, for an event that the client got from the store. */
function encodeNew(stream: EventStream, message: JSONRPCMessage, id: EventId | undefined): string {
  return id !== undefined && stream.replayed?.has(id) ? '' : encodeEvent(message, id)
}

function noConnection(requestId: RequestId): Error {
  return new Error(`No connection established for request ID: ${String(requestId)}`)
}
