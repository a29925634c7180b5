import type { RpcErrorObject } from '../../../jsonrpc/messages/messages.js'
import type { Peer, Principal } from '../../../protocol/exchange/peer.js'
import type { CallToolParams } from '../../../protocol/methods/method-params.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import type { TaskStatus } from '../../../protocol/model/task.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import type { TaskOutcome } from '../service/task-snapshot.js'

/** A task as the store keeps it: JSON throughout. Times are milliseconds since the epoch. */
export interface TaskRecord {
  /** Whose list it is in. */
  readonly owner: string
  readonly createdAt: number
  readonly updatedAt: number
  /** From creation until it is gone. */
  readonly ttlMs: number
  readonly status: TaskStatus
  readonly statusMessage?: string | undefined
  readonly outcome?: TaskOutcome | undefined
  /** What any node needs to run it. Absent exactly when the status is final. */
  readonly job?: TaskJob | undefined
}

/** A task that is not final. */
export interface LiveRecord extends TaskRecord {
  readonly job: TaskJob
}

/** The call that a task is, and the journal of its runs. */
export interface TaskJob {
  /** The name of the tool. */
  readonly tool: string
  readonly requestId: string | number
  readonly params: CallToolParams
  readonly revision: Revision
  readonly client: Peer
  readonly principal?: Principal | undefined
  /** What `before` gave; an empty list stands for undefined. */
  readonly prepared: readonly unknown[]
  /** The same in every run, and known to nobody else: what idempotency keys are made of. */
  readonly correlationId: string
  /** The lease of the latest run: what carries a smaller one may not write. */
  readonly fence: number
  /** Everything that was asked, in this order. */
  readonly questions: readonly TaskQuestion[]
  /** Values of side effects, by key; an empty list stands for undefined. */
  readonly onces: readonly (readonly [key: string, value: readonly unknown[]])[]
}

/** One question of a task. Its key belongs to it for the life of the task. */
export interface TaskQuestion {
  readonly key: string
  /** In newest shape, bytes as base64. */
  readonly request: InputRequest
  /** `refused`: the client answered with an error. `dropped`: nobody waits for the answer any more. */
  readonly state: 'open' | 'answered' | 'refused' | 'dropped'
  /** Present exactly when it is answered. */
  readonly answer?: unknown
  /** Present exactly when it is refused. */
  readonly error?: RpcErrorObject | undefined
}
