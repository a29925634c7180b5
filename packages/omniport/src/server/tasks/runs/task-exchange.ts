import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { Peer, Principal } from '../../../protocol/exchange/peer.js'
import type { Session } from '../../../protocol/exchange/session.js'
import { relatedTaskMeta } from '../../../protocol/meta/related-task.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { isObject } from '../../../values/json/is-object.js'
import type { TaskJob } from '../records/task-record.js'

/** What an exchange of a task is made from. */
export interface TaskExchangeOptions {
  readonly id: string
  readonly job: TaskJob
  /** Aborts when the run of the task is over. */
  readonly signal: AbortSignal
  /** That of the request, on the node that it came to. */
  readonly session?: Session | undefined
}

/**
 * What surrounds a task: who asked and in which revision, as the request had it. It outlives the request, and is the same on
 * whatever node the task runs; so there are no headers, and no state that middleware left.
 */
export class TaskExchange implements Exchange {
  readonly signal: AbortSignal
  readonly revision: Revision
  readonly client: Peer
  readonly principal: Principal | undefined
  readonly round = 0
  readonly state = new Map<unknown, unknown>()
  readonly session: Session | undefined
  readonly #id: string

  constructor({ id, job, signal, session }: TaskExchangeOptions) {
    this.signal = signal
    this.revision = job.revision
    this.client = job.client
    this.principal = job.principal
    this.session = session
    this.#id = id
  }

  /**
   * Goes over the session, which tasks at 2026-07-28 do not have: there is neither progress nor log then.
   *
   * spec: 2025-11-25 basic/utilities/tasks#task-progress-notifications
   */
  notify({ params, ...message }: RpcNotification): void {
    if (this.signal.aborted) return
    const meta = params?.['_meta']
    const related = relatedTaskMeta(this.#id, isObject(meta) ? meta : undefined)
    this.session?.notify({ ...message, params: { ...params, _meta: related } })
  }
}
