import type { RpcId, RpcNotification, RpcRequest, RpcResponse } from '../../../../jsonrpc/messages/messages.js'
import { Pending } from '../../../../jsonrpc/pending.js'
import { announceSent, isObserved } from '../../../../protocol/diagnostics/announce.js'
import { cancellationOf, controlOf } from '../../../../protocol/exchange/control.js'
import type { Ask, AskOptions } from '../../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { createOutgoingRequest, type OutgoingRequest, resultOf } from '../../../exchange/outgoing-request.js'
import type { LegacySettings } from '../legacy-settings.js'

export interface ReplyTarget {
  /** Names its session. Other clients can neither know nor choose this name. */
  readonly session: string
  readonly send: (message: RpcRequest | RpcNotification) => void
}

interface SentTo extends ReplyTarget {
  readonly waiting: OutgoingRequest['waiting']
}

/**
 * The requests to clients over HTTP that wait for their responses. A response arrives with a POST of its own. It counts if it
 * comes from the session that was asked, at any node if nodes share an inbox and secrets.
 */
export class OutgoingRequests {
  readonly #settings: LegacySettings
  /** Created with the first request, since most sessions get none. */
  #pending: Pending | undefined
  /** The sessions that were asked, by the ids of the requests. */
  #sessions: Map<string, string> | undefined
  #over: { readonly reason: unknown } | undefined

  constructor(settings: LegacySettings) {
    this.#settings = settings
  }

  /** Sends a request and resolves with its result. Rejects with `OmniportError` `limit` if `limits.streams` requests wait. */
  async request(message: Parameters<Ask>[0], options: AskOptions, { session, send }: ReplyTarget): Promise<unknown> {
    const { requestIds, limits, runtime, logger } = this.#settings
    const id = await requestIds.create(session)
    this.#assertOpen()
    options.signal?.throwIfAborted()
    const { request, waiting } = createOutgoingRequest(message, options, { limits, runtime, logger, id })
    const target = { session, send, waiting }
    if (!isObserved()) return resultOf(await this.#send(request, target))
    const operation = { message: request, revision: undefined, transport: 'http' as const }
    return resultOf(await announceSent(operation, (announced) => this.#send(announced, target)))
  }

  /** Resolves with the response. */
  async #send(request: OutgoingRequest['request'], { session, send, waiting }: SentTo): Promise<RpcResponse> {
    const { id } = request
    this.#pending ??= new Pending(this.#settings.runtime)
    this.#sessions ??= new Map()
    const answered = this.#pending.add(id, waiting, (reason) => {
      const cancellation = cancellationOf(request, reason)
      if (cancellation !== undefined) send(cancellation)
    })
    this.#sessions.set(id, session)
    try {
      send(request)
    } catch (problem) {
      this.#pending.fail(id, problem)
    }
    try {
      return await this.#orFromInbox(`${session}/${id}`, answered)
    } finally {
      this.#sessions.delete(id)
    }
  }

  /**
   * Takes a message that came from a session and has no response. Responses, and notifications about a request that was sent
   * to this session, reach the code that sent it. `cancel` gets the id of a request that the client cancels, and returns false if it is not
   * known. Returns false if the message is about a request that this node does not know.
   */
  receive(
    session: string,
    message: RpcNotification | RpcResponse,
    cancel: (id: RpcId, reason: DOMException) => boolean,
  ): boolean {
    if (!('method' in message)) {
      this.#settle(session, message)
      return true
    }
    const control = controlOf(message)
    if (control?.type === 'cancel') {
      return cancel(control.id, new DOMException(control.reason ?? 'Cancelled by the client', 'AbortError'))
    }
    if (typeof control?.id !== 'string') return true
    if (this.#sessions?.get(control.id) !== session) return false
    this.#pending?.notify(control.id, message, control.extend)
    return true
  }

  close(reason: unknown): void {
    this.#over ??= { reason }
    this.#pending?.closeAll(reason)
  }

  #assertOpen(): void {
    if (this.#over !== undefined) throw this.#over.reason
    const { streams } = this.#settings.limits
    if (this.#pending === undefined || this.#pending.size < streams) return
    throw new OmniportError('limit', `At most ${streams} questions are out at once (streams)`)
  }

  #settle(session: string, response: RpcResponse): void {
    const { id } = response
    if (typeof id !== 'string') return
    const askedSession = this.#sessions?.get(id)
    if (askedSession === session) this.#pending?.settle(response)
    else if (askedSession === undefined) void this.#leaveInInbox(session, id, response)
  }

  /** Leaves a response for another node, if one sent the request. Never rejects. */
  async #leaveInInbox(session: string, id: string, response: RpcResponse): Promise<void> {
    const { requestIds, limits, logger } = this.#settings
    const { inbox } = requestIds
    const value = { ...response } as never // it was parsed from JSON
    try {
      if (inbox === undefined || !(await requestIds.isProven(session, id))) return
      await inbox.put(`${session}/${id}`, value, limits.questionMs)
    } catch (error) {
      logger.error('An answer could not be left for other nodes', { error })
    }
  }

  /** Also accepts a response from the inbox, where the node that received it leaves it. */
  #orFromInbox(slot: string, answered: Promise<RpcResponse>): Promise<RpcResponse> {
    const { requestIds, logger } = this.#settings
    const { inbox } = requestIds
    if (inbox === undefined) return answered
    const waiting = new AbortController()
    inbox.take(slot, waiting.signal).then(
      (response) => this.#pending?.settle(response as never), // put there by `#leaveInInbox`
      (error: unknown) => {
        if (!waiting.signal.aborted) logger.error('Answers that reach other nodes cannot be taken', { error })
      },
    )
    return answered.finally(() => waiting.abort())
  }
}
