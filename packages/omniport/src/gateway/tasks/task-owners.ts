import { randomId } from '../../async/runtime/random-id.js'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import type { Session } from '../../protocol/exchange/session.js'
import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { GatewayServices } from '../gateway-services.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'

/** A task at the upstream where it began. */
export interface OwnedTask {
  /** The id that its client knows. */
  readonly id: string
  /** The id at the upstream. */
  readonly taskId: string
  /** The connection on which it began; it may be closed. */
  readonly connection: UpstreamConnection
}

/**
 * The tasks that clients began at upstreams. An upstream may know the gateway alone, so it is the gateway that tells whose a task is.
 * They are in memory, so many of each owner at most.
 */
export class TaskOwners {
  readonly #services: Pick<GatewayServices, 'limits' | 'runtime'>
  /** By their owners, and the ids that those know. */
  readonly #owners: BoundedMap<BoundedMap<OwnedTask>>
  /** The session that began a task hears of it. */
  readonly #sessions: BoundedMap<Session>

  constructor(services: Pick<GatewayServices, 'limits' | 'runtime'>) {
    const { limits } = services
    this.#services = services
    this.#owners = new BoundedMap({ maxSize: limits.tasks })
    this.#sessions = new BoundedMap({ maxSize: limits.tasks })
  }

  /**
   * Gives the id for the client: that of the upstream, unless another connection has a task under it. Upstreams may count, and
   * none gets what is meant for another. spec: 2025-11-25 basic/utilities/tasks#task-id-requirements
   */
  note(taskId: string, connection: UpstreamConnection, exchange: Exchange): string {
    const owner = principalKey(exchange)
    const { limits, runtime } = this.#services
    const tasks = this.#owners.get(owner) ?? new BoundedMap<OwnedTask>({ maxSize: limits.tasksPerPrincipal })
    const held = tasks.get(taskId)
    const id = held === undefined || isAgain(held, taskId, connection) ? taskId : randomId(runtime, 16)
    tasks.set(id, { id, taskId, connection })
    this.#owners.set(owner, tasks)
    if (exchange.session !== undefined) {
      this.#sessions.set(sessionKey({ taskId, connection: connection.number }), exchange.session)
    }
    return id
  }

  /** The task that the sender of a message began, by the id that it knows. */
  find(id: string, exchange: Exchange): OwnedTask | undefined {
    return this.#owners.get(principalKey(exchange))?.get(id)
  }

  /** The tasks that the sender of a message began at an upstream, by their ids there; of equal ones that of the connection. */
  ofUpstream(connection: UpstreamConnection, exchange: Exchange): ReadonlyMap<unknown, OwnedTask> {
    const found = new Map<unknown, OwnedTask>()
    for (const task of this.#owners.get(principalKey(exchange))?.values() ?? []) {
      const isOfUpstream = task.connection.owner === connection.owner
      if (isOfUpstream && (task.connection === connection || !found.has(task.taskId))) found.set(task.taskId, task)
    }
    return found
  }

  /** Passes the state of a task to the session that began it. */
  passStatus(message: RpcNotification, task: TaskOfConnection): void {
    this.#sessions.get(sessionKey(task))?.notify(message)
  }
}

/** True if the upstream gives an id again, as one does that was started anew. */
function isAgain(held: OwnedTask, taskId: string, connection: UpstreamConnection): boolean {
  if (held.taskId !== taskId) return false
  const { connection: former } = held
  return former === connection || (former.isClosed && former.owner.name === connection.owner.name)
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
