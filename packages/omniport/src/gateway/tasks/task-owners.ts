import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import type { Session } from '../../protocol/exchange/session.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'

/**
 * The tasks that clients began at upstreams. An upstream may know the gateway alone, so it is the gateway that tells whose a task is.
 * They are in memory, so many of each owner at most.
 */
export class TaskOwners {
  readonly #limits: Pick<Limits, 'tasks' | 'tasksPerPrincipal'>
  /** The connections on which tasks began, by owner and task. */
  readonly #owners: BoundedMap<BoundedMap<UpstreamConnection>>
  /** The session that began a task hears of it. */
  readonly #sessions: BoundedMap<Session>

  constructor(limits: Pick<Limits, 'tasks' | 'tasksPerPrincipal'>) {
    this.#limits = limits
    this.#owners = new BoundedMap({ maxSize: limits.tasks })
    this.#sessions = new BoundedMap({ maxSize: limits.tasks })
  }

  note(taskId: string, connection: UpstreamConnection, exchange: Exchange): void {
    const owner = principalKey(exchange)
    const { tasksPerPrincipal } = this.#limits
    const tasks = this.#owners.get(owner) ?? new BoundedMap<UpstreamConnection>({ maxSize: tasksPerPrincipal })
    tasks.set(taskId, connection)
    this.#owners.set(owner, tasks)
    if (exchange.session !== undefined) {
      this.#sessions.set(sessionKey({ taskId, connection: connection.number }), exchange.session)
    }
  }

  /** The connection on which the sender of a message began a task; it may be closed. */
  connectionOf(taskId: string, exchange: Exchange): UpstreamConnection | undefined {
    return this.#owners.get(principalKey(exchange))?.get(taskId)
  }

  /** Passes the state of a task to the session that began it. */
  passStatus(message: RpcNotification, task: TaskOfConnection): void {
    this.#sessions.get(sessionKey(task))?.notify(message)
  }
}

interface TaskOfConnection {
  readonly taskId: string
  /** Its number. */
  readonly connection: number
}

function sessionKey({ taskId, connection }: TaskOfConnection): string {
  return `${connection} ${taskId}`
}

/** The task in the result of a call. spec: 2025-11-25 basic/utilities/tasks#creating-tasks, SEP-2663#task-creation */
export function taskIdIn(result: unknown): string | undefined {
  if (!isObject(result)) return undefined
  const task = result['resultType'] === 'task' ? result : result['task']
  const taskId = isObject(task) ? task['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}
