import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { Peer, Principal } from '../../../protocol/exchange/peer.js'
import type { Session } from '../../../protocol/exchange/session.js'
import { relatedTaskMeta } from '../../../protocol/meta/related-task.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { isObject } from '../../../values/json/is-object.js'
import type { TaskJob } from '../records/task-record.js'

export interface TaskExchangeOptions {
  readonly id: string
  readonly job: TaskJob
  readonly signal: AbortSignal
  /** Of the request, on the node that received it. */
  readonly origin?: Pick<Exchange, 'session' | 'sender'> | undefined
}

/**
 * The exchange of a task, with the caller and the revision of its request. It outlives the request and is the same on
 * every node, so it has no headers, and no state from middleware.
 */
export class TaskExchange implements Exchange {
  readonly signal: AbortSignal
  readonly revision: Revision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly round = 0
  readonly state = new Map<unknown, unknown>()
  readonly session: Session | undefined
  readonly sender: Exchange['sender']
  readonly #id: string

  constructor({ id, job, signal, origin }: TaskExchangeOptions) {
    this.signal = signal
    this.revision = job.revision
    this.client = job.client
    this.principal = job.principal
    this.session = origin?.session
    this.sender = origin?.sender
    this.#id = id
  }

  /**
   * Sends over the session. Tasks at 2026-07-28 have no session, so they send neither progress nor log messages.
   * spec: 2025-11-25 basic/utilities/tasks#task-progress-notifications
   */
  notify({ params, ...message }: RpcNotification): void {
    if (this.signal.aborted) return
    const meta = params?.['_meta']
    const related = relatedTaskMeta(this.#id, isObject(meta) ? meta : undefined)
    this.session?.notify({ ...message, params: { ...params, _meta: related } })
  }
}
