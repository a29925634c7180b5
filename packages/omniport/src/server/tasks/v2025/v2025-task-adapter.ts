import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { encodeResultContent } from '../../../protocol/content/encode-result-content.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { principalKey } from '../../../protocol/exchange/principal-key.js'
import { relatedTaskMeta } from '../../../protocol/meta/related-task.js'
import type { ListParams, TaskParams } from '../../../protocol/methods/method-params.js'
import { isFinal } from '../../../protocol/model/task.js'
import { ExtendedResult } from '../../../protocol/results/extended-result.js'
import { InputRequired } from '../../../protocol/results/input-required.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { isObject } from '../../../values/json/is-object.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import type { ServerServices } from '../../server-services.js'
import type { ExistingTasks, TaskStart } from '../service/task-service.js'
import type { TaskSnapshot } from '../service/task-snapshot.js'
import { toRpcError } from '../to-rpc-error.js'
import { canListTasks } from './can-list-tasks.js'
import { encodeV2025Task } from './encode-v2025-task.js'
import { StatusNotifications } from './status-notifications.js'
import { TaskInputClaims } from './task-input-claims.js'
import { TaskInputRelay } from './task-input-relay.js'

export interface V2025TaskAdapterOptions {
  readonly tasks: ExistingTasks
  readonly services: Pick<ServerServices, 'limits' | 'logger' | 'runtime'>
  /** Tasks per page of a list. Default: all that one owner may have. */
  readonly pageSize: number | undefined
}

/** Serves tasks as part of the protocol, in the shape of 2025-11-25. spec: 2025-11-25 basic/utilities/tasks */
export class V2025TaskAdapter {
  readonly #options: V2025TaskAdapterOptions
  readonly #claims = new TaskInputClaims()
  readonly #notifications: StatusNotifications

  constructor(options: V2025TaskAdapterOptions) {
    this.#options = options
    this.#notifications = new StatusNotifications(options.tasks, options.services)
  }

  /** Answers a call with the task that it started, of which its session hears. @throws RpcError where there is no task. */
  start(start: TaskStart, exchange: Exchange): object {
    if (start.type === 'answer') throw refused(start.answer)
    const { services } = this.#options
    const { session } = exchange
    const { task } = start.snapshot
    if (session !== undefined) {
      const listener = { session, owner: principalKey(exchange) }
      services.runtime.defer(() => this.#notifications.add(start.snapshot, listener)) // after the response with the task itself
    }
    const members = { task: encodeV2025Task(start.snapshot), _meta: relatedTaskMeta(task.taskId) }
    return new ExtendedResult('complete', members)
  }

  async get(call: OneTaskRequest): Promise<object> {
    return encodeV2025Task(await this.#options.tasks.get(...keyOf(call)))
  }

  /** @throws RpcError -32601 for callers who could see the tasks of others, -32602 for an invalid cursor. */
  async list({ params, exchange, message }: HandlerRequest<ListParams>): Promise<object> {
    if (!canListTasks(exchange)) throw RpcError.methodNotFound(message.method)
    const { tasks, pageSize, services } = this.#options
    const limit = pageSize ?? services.limits.tasksPerPrincipal
    const page = await tasks.list(principalKey(exchange), params.cursor, limit)
    return { tasks: page.tasks.map(encodeV2025Task), ...(page.next !== undefined && { nextCursor: page.next }) }
  }

  /** @throws RpcError -32602 for a task that ended otherwise. spec: 2025-11-25 basic/utilities/tasks#task-cancellation */
  async cancel(call: OneTaskRequest): Promise<object> {
    const { tasks } = this.#options
    const before = await tasks.get(...keyOf(call))
    if (isFinal(before.task.status)) throw ended(before)
    const after = await tasks.cancel(...keyOf(call))
    if (after.task.status !== 'cancelled') throw ended(after)
    return encodeV2025Task(after)
  }

  /**
   * Waits until the task ends, and sends its input requests meanwhile. Gives the result that the call would have had.
   * spec: 2025-11-25 basic/utilities/tasks#result-retrieval
   */
  async result(call: OneTaskRequest): Promise<object> {
    const { task, outcome } = await this.#awaitEnd(call)
    if (outcome === undefined) throw new RpcError(-32603, 'The task was cancelled')
    if (outcome.type === 'error') throw toRpcError(outcome.error)
    const result = encodeResultContent('tools/call', outcome.result, profileOf(call.exchange.revision))
    return { ...result, _meta: relatedTaskMeta(task.taskId, outcome.result._meta) }
  }

  close(): void {
    this.#notifications.close()
  }

  async #awaitEnd(call: OneTaskRequest): Promise<TaskSnapshot> {
    const { tasks } = this.#options
    const [id, owner] = keyOf(call)
    let snapshot = await tasks.get(id, owner)
    if (isFinal(snapshot.task.status)) return snapshot
    // `AbortSignal.any` would leave a listener on the signal of the server, which outlives its calls.
    const ends = new LinkedAbortController(call.exchange.signal, call.ending)
    const relay = this.#createRelay(id, call.exchange)
    this.#claims.add(id, relay)
    try {
      while (!isFinal(snapshot.task.status)) {
        relay.update(snapshot)
        snapshot = await tasks.changed(id, owner, { version: snapshot.version, signal: ends.signal })
      }
      return snapshot
    } finally {
      ends.unlink()
      relay.stop()
      this.#claims.delete(id, relay)
    }
  }

  #createRelay(id: string, exchange: Exchange): TaskInputRelay {
    const { tasks, services } = this.#options
    const owner = principalKey(exchange)
    return new TaskInputRelay({
      taskId: id,
      exchange,
      claims: this.#claims,
      limits: services.limits,
      answer: (key, response) => tasks.answer(id, owner, new Map([[key, response]])),
      refuse: (key, error) => tasks.refuse(id, owner, { key, error }),
      onFailure: (key, reason) => {
        const why = reason instanceof Error ? reason.message : String(reason)
        services.logger.warn(`The question "${key}" of a task got no answer: ${why}`)
      },
    })
  }
}

/** A request about one task. */
export type OneTaskRequest = Pick<HandlerRequest<TaskParams>, 'params' | 'exchange' | 'ending'>

function keyOf({ params, exchange }: OneTaskRequest): [id: string, owner: string] {
  return [params.taskId, principalKey(exchange)]
}

function ended({ task }: TaskSnapshot): RpcError {
  return RpcError.invalidParams(`The task is ${task.status} already`)
}

/**
 * Converts the answer of a call that did not become a task: such a call may only have a task or an error.
 * spec: 2025-11-25 basic/utilities/tasks#result-retrieval
 */
function refused(answer: (TaskStart & { readonly type: 'answer' })['answer']): RpcError {
  if (answer instanceof InputRequired) return RpcError.internal()
  const texts = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return RpcError.invalidParams(texts.join('\n') || 'The tool refused the call')
}

/**
 * The time that a call requests for its task. @throws RpcError -32602 for parameters that do not request a task.
 *
 * spec: 2025-11-25 basic/utilities/tasks#creating-tasks
 */
export function ttlOf(taskParams: unknown): number | undefined {
  if (!isObject(taskParams)) throw RpcError.invalidParams('params.task must be an object')
  const ttl = taskParams['ttl'] ?? undefined // null: as long as it may be
  if (ttl === undefined) return undefined
  if (typeof ttl === 'number' && Number.isSafeInteger(ttl) && ttl >= 0) return ttl
  throw RpcError.invalidParams('params.task.ttl must be a whole number of milliseconds, 0 or more')
}
