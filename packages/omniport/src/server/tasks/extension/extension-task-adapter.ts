import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { principalKey } from '../../../protocol/exchange/principal-key.js'
import type { TaskParams, UpdateTaskParams } from '../../../protocol/methods/method-params.js'
import { ExtendedResult } from '../../../protocol/results/extended-result.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import type { ServedFilter, SubscriptionStream } from '../../extensions/compiled-extension.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import type { ServerServices } from '../../server-services.js'
import type { ToolRequest } from '../../tools/call-tool.js'
import type { ToolEntry } from '../../tools/tool-entry.js'
import { findTask } from '../find-task.js'
import type { TaskService, TaskStart } from '../service/task-service.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { TooManyTasks } from '../service/too-many-tasks.js'
import { encodeDetailedTask, encodeExtensionTask } from './encode-extension-task.js'
import { TaskStream } from './task-stream.js'

export interface ExtensionTaskAdapterOptions {
  readonly tasks: TaskService
  readonly services: Pick<ServerServices, 'info' | 'limits' | 'logger'>
}

/** Serves the methods and subscriptions of the tasks extension. spec: SEP-2663 */
export class ExtensionTaskAdapter implements ServedFilter {
  readonly #tasks: TaskService
  readonly #services: ExtensionTaskAdapterOptions['services']

  constructor({ tasks, services }: ExtensionTaskAdapterOptions) {
    this.#tasks = tasks
    this.#services = services
  }

  async get(call: HandlerRequest<TaskParams>): Promise<object> {
    return this.#encode(await this.#tasks.get(call.params.taskId, ownerOf(call)), call)
  }

  /** spec: SEP-2663#task-update-requests */
  async update(call: HandlerRequest<UpdateTaskParams>): Promise<object> {
    const { taskId, inputResponses } = call.params
    await this.#tasks.answer(taskId, ownerOf(call), new Map(Object.entries(inputResponses)))
    return {}
  }

  async cancel(call: HandlerRequest<TaskParams>): Promise<object> {
    await this.#tasks.cancel(call.params.taskId, ownerOf(call))
    return {}
  }

  /** Gives undefined for a call that runs without a task. spec: SEP-2663#task-creation */
  async create(tool: ToolEntry, call: ToolRequest): Promise<object | undefined> {
    let start: TaskStart
    try {
      start = await this.#tasks.create({ tool, call })
    } catch (reason) {
      // An optional task is called without one then.
      if (reason instanceof TooManyTasks && tool.definition.task === 'optional') return undefined
      throw reason
    }
    return start.type === 'task' ? new ExtendedResult('task', encodeExtensionTask(start.snapshot.task)) : start.answer
  }

  /** spec: SEP-2663#task-status-notifications */
  async honour(asked: unknown, call: HandlerRequest): Promise<readonly string[]> {
    const ids = taskIdsOf(asked, this.#services.limits.subscriptions)
    const owner = ownerOf(call)
    const snapshots = await Promise.all(ids.map((id) => findTask(this.#tasks, id, owner)))
    return ids.filter((_, index) => snapshots[index] !== undefined)
  }

  async deliver(honoured: unknown, call: HandlerRequest, stream: SubscriptionStream): Promise<void> {
    const ids = honoured as readonly string[] // `honour` returned it
    const { logger } = this.#services
    const owner = ownerOf(call)
    const encode = (snapshot: TaskSnapshot) => this.#encode(snapshot, call)
    new TaskStream(ids, { tasks: this.#tasks, owner, stream, logger, encode }).start()
  }

  #encode(snapshot: TaskSnapshot, { exchange }: HandlerRequest): object {
    return encodeDetailedTask(snapshot, { revision: exchange.revision, serverInfo: this.#services.info })
  }
}

/** @throws RpcError -32602 */
function taskIdsOf(asked: unknown, max: number): readonly string[] {
  if (!isStringArray(asked)) {
    throw RpcError.invalidParams('params.notifications.taskIds must be an array of strings')
  }
  if (asked.length > max) throw RpcError.invalidParams(`At most ${max} tasks per subscription`)
  return [...new Set<string>(asked)]
}

function ownerOf({ exchange }: HandlerRequest): string {
  return principalKey(exchange)
}
