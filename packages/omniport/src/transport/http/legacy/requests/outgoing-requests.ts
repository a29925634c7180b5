import type { RpcId, RpcNotification, RpcRequest, RpcResponse } from '../../../../jsonrpc/messages/messages.js'
import { Pending } from '../../../../jsonrpc/pending.js'
import { cancellationOf, controlOf } from '../../../../protocol/exchange/control.js'
import type { Ask, AskOptions } from '../../../../protocol/exchange/exchange.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'
import { createOutgoingRequest, resultOf } from '../../../exchange/outgoing-request.js'
import type { LegacySettings } from '../legacy-settings.js'

/** The way a question goes, and who may answer it. */
export interface ReplyTarget {
  /** What names the session of whoever is asked, and nobody else can know or choose. */
  readonly session: string
  readonly send: (message: RpcRequest | RpcNotification) => void
}

/**
 * What was asked over HTTP and is not answered yet. Answers come with requests of their own: they count if they are of the
 * session that was asked, whichever node they reach where nodes share an inbox and secrets.
 */
export class OutgoingRequests {
  readonly #settings: LegacySettings
  /** Made with the first question: most sessions are asked nothing. */
  #pending: Pending | undefined
  /** The session of whoever was asked, by the id of the question. */
  #sessions: Map<string, string> | undefined
  #over: { readonly reason: unknown } | undefined

  constructor(settings: LegacySettings) {
    this.#settings = settings
  }

  /** Asks, and settles with the result. Rejects with `OmniportError` `limit` while `limits.streams` questions are out. */
  async request(message: Parameters<Ask>[0], options: AskOptions, { session, send }: ReplyTarget): Promise<unknown> {
    const { requestIds, limits, runtime, logger } = this.#settings
    const id = await requestIds.create(session)
    this.#assertOpen()
    options.signal?.throwIfAborted()
    this.#pending ??= new Pending(runtime)
    this.#sessions ??= new Map()
    const { request, waiting } = createOutgoingRequest(message, options, { limits, runtime, logger, id })
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
      return resultOf(await this.#orFromInbox(`${session}/${id}`, answered))
    } finally {
      this.#sessions.delete(id)
    }
  }

  /**
   * Takes a message that came from a session and has no response. Responses, and notifications about a request that was sent
   * to this session, reach whoever sent it. `cancel` gets the id of a request that the client cancels.
   */
  receive(
    session: string,
    message: RpcNotification | RpcResponse,
    cancel: (id: RpcId, reason: DOMException) => void,
  ): void {
    if (!('method' in message)) {
      this.#settle(session, message)
      return
    }
    const control = controlOf(message)
    if (control?.type === 'cancel') {
      cancel(control.id, new DOMException(control.reason ?? 'Cancelled by the client', 'AbortError'))
    } else if (typeof control?.id === 'string' && this.#sessions?.get(control.id) === session) {
      this.#pending?.notify(control.id, message, control.extend)
    }
  }

  /** Rejects what was asked, and all that will be. */
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

  /** Leaves an answer for another node, if one asked. Never rejects. */
  async #leaveInInbox(session: string, id: string, response: RpcResponse): Promise<void> {
    const { requestIds, limits, logger } = this.#settings
    const { inbox } = requestIds
    const value = { ...response } as never // a parsed JSON value
    try {
      if (inbox === undefined || !(await requestIds.isProven(session, id))) return
      await inbox.put(`${session}/${id}`, value, limits.questionMs)
    } catch (error) {
      logger.error('An answer could not be left for other nodes', { error })
    }
  }

  /** The answer may arrive at another node, which leaves it in the inbox. */
  #orFromInbox(slot: string, answered: Promise<RpcResponse>): Promise<RpcResponse> {
    const { requestIds, logger } = this.#settings
    const { inbox } = requestIds
    if (inbox === undefined) return answered
    const waiting = new AbortController()
    inbox.take(slot, waiting.signal).then(
      (response) => this.#pending?.settle(response as never), // put there by `#leave`
      (error: unknown) => {
        if (!waiting.signal.aborted) logger.error('Answers that reach other nodes cannot be taken', { error })
      },
    )
    return answered.finally(() => waiting.abort())
  }
}
