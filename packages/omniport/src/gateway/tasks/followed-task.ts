import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isFinal } from '../../protocol/model/task.js'
import type { TaskSnapshot } from '../../server/tasks/service/task-snapshot.js'
import { toUpstreamError } from '../calls/to-upstream-error.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import type { TaskSource, TaskState } from './task-source.js'

export interface FollowedTaskOptions {
  /** The id that clients know. */
  readonly id: string
  /** The principal key of the client that began it. */
  readonly owner: string
  /** The id at the upstream. */
  readonly taskId: string
  /** The connection on which it began. */
  readonly connection: UpstreamConnection
  readonly source: TaskSource
  /** The end of its life, in milliseconds since 1970. Undefined: its upstream keeps it for ever. */
  readonly untilMs: number | undefined
  /** True: requests of its client pass to the upstream as they are, and only its changes are followed here. */
  readonly passes: boolean
}

/** One task of an upstream, as its client knows it. */
export class FollowedTask {
  readonly id: string
  readonly owner: string
  readonly source: TaskSource
  readonly untilMs: number | undefined
  readonly passes: boolean
  /** Replaced when it was closed. */
  connection: UpstreamConnection
  /** The signals of those who watch it: while there is one, a loop looks at it. */
  readonly watchers = new Set<AbortSignal>()
  readonly #taskId: string
  #version = 0
  #key = ''
  #reading: Promise<TaskSnapshot> | undefined

  constructor({ id, owner, taskId, connection, source, untilMs, passes }: FollowedTaskOptions) {
    this.id = id
    this.owner = owner
    this.source = source
    this.untilMs = untilMs
    this.passes = passes
    this.connection = connection
    this.#taskId = taskId
  }

  get version(): number {
    return this.#version
  }

  /** Reads its state at the upstream; those who ask meanwhile get the same. Rejects with RpcError. */
  read(): Promise<TaskSnapshot> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Takes a state that the upstream gave. Its version differs from the last one where the state does. */
  update(state: TaskState): TaskSnapshot {
    const { status, statusMessage, lastUpdatedAt } = state.task
    const key = JSON.stringify([status, statusMessage, lastUpdatedAt, Object.keys(state.inputRequests)])
    if (key !== this.#key) this.#version += 1
    this.#key = key
    if (isFinal(status)) this.connection.tasks.release(this.#taskId)
    return { ...state, task: { ...state.task, taskId: this.id }, version: this.#version }
  }

  async #read(): Promise<TaskSnapshot> {
    try {
      return this.update(await this.source.read())
    } catch (reason) {
      throw RpcError.is(reason) ? reason : toUpstreamError(this.connection.owner.name, reason)
    }
  }
}
