import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { principalKey } from '../../../protocol/exchange/principal-key.js'
import type { TaskParams, UpdateTaskParams } from '../../../protocol/methods/method-params.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import type { ServedFilter, SubscriptionStream } from '../../extensions/compiled-extension.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import type { ServerServices } from '../../server-services.js'
import { findTask } from '../find-task.js'
import type { ExistingTasks } from '../service/task-service.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { encodeDetailedTask } from './encode-extension-task.js'
import { TaskStream } from './task-stream.js'

export interface ExtensionTaskAdapterOptions {
  readonly tasks: ExistingTasks
  readonly services: Pick<ServerServices, 'info' | 'limits' | 'logger'>
}

/** Serves the methods and subscriptions of the tasks extension. spec: SEP-2663 */
export class ExtensionTaskAdapter implements ServedFilter {
  readonly #tasks: ExistingTasks
  readonly #services: ExtensionTaskAdapterOptions['services']

  constructor({ tasks, services }: ExtensionTaskAdapterOptions) {
    this.#tasks = tasks
    this.#services = services
  }

  async get(call: TaskExtensionRequest<TaskParams>): Promise<object> {
    return this.#encode(await this.#tasks.get(call.params.taskId, ownerOf(call)), call)
  }

  /** spec: SEP-2663#task-update-requests */
  async update(call: TaskExtensionRequest<UpdateTaskParams>): Promise<object> {
    const { taskId, inputResponses } = call.params
    await this.#tasks.answer(taskId, ownerOf(call), new Map(Object.entries(inputResponses)))
    return {}
  }

  async cancel(call: TaskExtensionRequest<TaskParams>): Promise<object> {
    await this.#tasks.cancel(call.params.taskId, ownerOf(call))
    return {}
  }

  /** spec: SEP-2663#task-status-notifications */
  async honour(asked: unknown, call: Pick<HandlerRequest, 'exchange'>): Promise<readonly string[]> {
    const ids = taskIdsOf(asked, this.#services.limits.subscriptions)
    const owner = ownerOf(call)
    const snapshots = await Promise.all(ids.map((id) => findTask(this.#tasks, id, owner)))
    return ids.filter((_, index) => snapshots[index] !== undefined)
  }

  async deliver(honoured: unknown, call: Pick<HandlerRequest, 'exchange'>, stream: SubscriptionStream): Promise<void> {
    const ids = honoured as readonly string[] // `honour` returned it
    const { logger } = this.#services
    const owner = ownerOf(call)
    const encode = (snapshot: TaskSnapshot) => this.#encode(snapshot, call)
    new TaskStream(ids, { tasks: this.#tasks, owner, stream, logger, encode }).start()
  }

  #encode(snapshot: TaskSnapshot, { exchange }: Pick<HandlerRequest, 'exchange'>): object {
    return encodeDetailedTask(snapshot, { revision: exchange.revision, serverInfo: this.#services.info })
  }
}

/** A request of the extension about one task. */
export type TaskExtensionRequest<P extends TaskParams> = Pick<HandlerRequest<P>, 'params' | 'exchange'>

/** @throws RpcError -32602 */
function taskIdsOf(asked: unknown, max: number): readonly string[] {
  if (!isStringArray(asked)) {
    throw RpcError.invalidParams('params.notifications.taskIds must be an array of strings')
  }
  if (asked.length > max) throw RpcError.invalidParams(`At most ${max} tasks per subscription`)
  return [...new Set<string>(asked)]
}

function ownerOf({ exchange }: Pick<HandlerRequest, 'exchange'>): string {
  return principalKey(exchange)
}
