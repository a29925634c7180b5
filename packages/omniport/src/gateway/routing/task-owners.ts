import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

/**
 * The tasks that clients began at upstreams. An upstream may know the gateway alone, so it is the gateway that tells whose a task is.
 * They are in memory, so many of each owner at most.
 */
export class TaskOwners {
  readonly #limits: Pick<Limits, 'tasks' | 'tasksPerPrincipal'>
  /** The names of the upstreams, by owner and task. */
  readonly #owners: BoundedMap<BoundedMap<string>>
  /** The session that began a task hears of it. */
  readonly #sessions: BoundedMap<Session>

  constructor(limits: Pick<Limits, 'tasks' | 'tasksPerPrincipal'>) {
    this.#limits = limits
    this.#owners = new BoundedMap({ maxSize: limits.tasks })
    this.#sessions = new BoundedMap({ maxSize: limits.tasks })
  }

  /** Notes the task in the result of a call, if there is one. */
  note(result: unknown, upstream: string, exchange: Exchange): void {
    const taskId = taskIdIn(result)
    if (taskId === undefined) return
    const owner = principalKey(exchange)
    const tasks = this.#owners.get(owner) ?? new BoundedMap<string>({ maxSize: this.#limits.tasksPerPrincipal })
    tasks.set(taskId, upstream)
    this.#owners.set(owner, tasks)
    if (exchange.session !== undefined) this.#sessions.set(taskId, exchange.session)
  }

  /** The upstream of a task that the sender of a message began. */
  upstreamOf(taskId: string, exchange: Exchange): string | undefined {
    return this.#owners.get(principalKey(exchange))?.get(taskId)
  }

  /** Passes the state of a task to the session that began it. spec: 2025-11-25 basic/utilities/tasks#task-status-notification */
  passStatus(message: RpcNotification): void {
    const taskId = message.params?.['taskId']
    if (typeof taskId === 'string') this.#sessions.get(taskId)?.notify(message)
  }
}

/** The task in the result of a call. spec: 2025-11-25 basic/utilities/tasks#creating-tasks, SEP-2663#task-creation */
export function taskIdIn(result: unknown): string | undefined {
  if (!isObject(result)) return undefined
  const task = result['resultType'] === 'task' ? result : result['task']
  const taskId = isObject(task) ? task['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}
