import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import type { Peer, Principal } from '../../../protocol/exchange/peer.js'
import type { CallToolParams } from '../../../protocol/methods/method-params.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import type { TaskStatus } from '../../../protocol/model/task.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import type { TaskOutcome } from '../service/task-snapshot.js'

/** A task in the store, as JSON. Times are milliseconds since the epoch. */
export interface TaskRecord {
  /** The principal key of the owner. */
  readonly owner: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Milliseconds from creation until the task is deleted. */
  readonly ttlMs: number
  readonly status: TaskStatus
  readonly statusMessage?: string | undefined
  readonly outcome?: TaskOutcome | undefined
  /** The data that any node needs to run the task. Absent exactly when the status is final. */
  readonly job?: TaskJob | undefined
}

/** A task that is not final. */
export interface LiveRecord extends TaskRecord {
  readonly job: TaskJob
}

export interface TaskJob {
  readonly tool: string
  readonly requestId: string | number
  readonly params: CallToolParams
  readonly revision: Revision
  readonly client: Peer
  readonly principal?: Principal | undefined
  /** The value of `before`; an empty list stands for undefined. */
  readonly prepared: readonly unknown[]
  /** The secret that idempotency keys are derived from, the same in every run. */
  readonly correlationId: string
  /** The lease of the latest run: 0 for the first one. Only the run with this lease and this nonce may write. */
  readonly fence: number
  /** Chosen by the latest run: a store that lost its newest writes may give a number twice. Absent for the first one. */
  readonly nonce?: string | undefined
  /** All input requests, in the order they were made. */
  readonly questions: readonly TaskQuestion[]
  /** Values of side effects, by key; an empty list stands for undefined. */
  readonly onces: readonly (readonly [key: string, value: readonly unknown[]])[]
}

/** One input request of a task. Its key is not used for another. */
export interface TaskQuestion {
  readonly key: string
  /** In newest shape, bytes as base64. */
  readonly request: InputRequest
  /** `refused`: the client answered with an error. `dropped`: the handler no longer waits for the answer. */
  readonly state: 'open' | 'answered' | 'refused' | 'dropped'
  /** Present exactly when it is answered. */
  readonly answer?: unknown
  /** Present exactly when it is refused. */
  readonly error?: RpcErrorObject | undefined
}
