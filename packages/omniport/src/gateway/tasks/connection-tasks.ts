import type { RpcId, RpcNotification, RpcParams } from '../../jsonrpc/messages/messages.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { CoreTask } from './core-task.js'
import { relatedTaskId, renameTask } from './rename-task.js'

/** A task that began on a connection. */
export interface HeldTask {
  /** The time until which it may run. */
  readonly untilMs: number
  /** Of 2025-11-25, for a client of the extension: it gets the questions. */
  readonly core?: CoreTask | undefined
  /** Called when the upstream tells of its state. */
  readonly onStatus?: (() => void) | undefined
  /** Gets progress that comes after the response. */
  readonly progress?: { readonly token: RpcId; readonly pass: (message: RpcNotification) => void } | undefined
}

/** The tasks that clients began on one connection: it is of use as long as they run. */
export class ConnectionTasks {
  readonly #maxSize: number
  readonly #held = new Map<string, HeldTask>()
  /** The ids that clients know, of tasks whose own ids were taken. */
  readonly #ids: BoundedMap<string>

  constructor(maxSize: number) {
    this.#maxSize = maxSize
    this.#ids = new BoundedMap({ maxSize })
  }

  /** Beyond the limit the first ones are forgotten. */
  hold(taskId: string, task: HeldTask): void {
    this.#held.set(taskId, task)
    const [first] = this.#held.keys()
    if (this.#held.size > this.#maxSize && first !== undefined) this.#held.delete(first)
  }

  /** The task has ended. */
  release(taskId: string): void {
    this.#held.delete(taskId)
  }

  /** Notes the id that clients know a task by. */
  name(taskId: string, id: string): void {
    if (id === taskId) this.#ids.delete(taskId)
    else this.#ids.set(taskId, id)
  }

  /** What the upstream sends about a task, with the id that clients know. */
  toClient<Message extends { readonly params?: RpcParams | undefined }>(message: Message): Message {
    const { params } = message
    const named = relatedTaskId(params) ?? params?.['taskId']
    const id = typeof named === 'string' ? this.#ids.get(named) : undefined
    if (id === undefined || params === undefined) return message
    return { ...message, params: renameTask(params, { from: String(named), to: id }) }
  }

  /** True while a task may run. */
  isHolding(nowMs: number): boolean {
    for (const [taskId, { untilMs }] of this.#held) {
      if (untilMs > nowMs) return true
      this.#held.delete(taskId)
    }
    return false
  }

  get(taskId: string): HeldTask | undefined {
    return this.#held.get(taskId)
  }

  /** The task of the extension's client that a question belongs to: the one that it names, or on whose stream it came. */
  coreTaskOf(params: unknown, cause: RpcId | undefined): CoreTask | undefined {
    const related = relatedTaskId(params)
    if (related !== undefined) return this.#held.get(related)?.core
    if (cause === undefined) return undefined
    for (const { core } of this.#held.values()) if (core?.isAwaitedBy(cause) === true) return core
    return undefined
  }

  /** The token of a call stays valid as long as its task. spec: 2025-11-25 basic/utilities/tasks#task-progress-notifications */
  passProgress(message: RpcNotification): void {
    const token = message.params?.['progressToken']
    for (const { progress } of this.#held.values()) if (progress?.token === token) progress?.pass(message)
  }
}
