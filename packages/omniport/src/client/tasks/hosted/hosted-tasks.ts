import { randomId } from '../../../async/runtime/random-id.js'
import { waitFor } from '../../../async/waiting/wait-for.js'
import type { RpcRequest, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import { relatedTaskMeta } from '../../../protocol/meta/related-task.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ClientServices } from '../../client-services.js'
import { createSilentContext } from '../../input/answer-context.js'
import type { InputResponder } from '../../input/input-handlers.js'
import { prepareInputRequest } from '../../input/legacy/prepare-input-request.js'
import { HostedTask } from './hosted-task.js'

/** The input requests that a server sent as tasks. They outlive a connection. spec: 2025-11-25 basic/utilities/tasks */
export class HostedTasks {
  readonly #services: ClientServices
  readonly #tasks = new Map<string, HostedTask>()

  constructor(services: ClientServices) {
    this.#services = services
    services.ended.signal.addEventListener('abort', () => this.#forgetAll(), { once: true })
  }

  /** Returns true for a request about tasks, and for an input request that is sent as a task. */
  takes({ method, params }: RpcRequest, { revision }: Pick<Exchange, 'revision'>): boolean {
    if (profileOf(revision).tasks !== 'core') return false
    return taskMethods.has(method) || (inputMethods.has(method) && params?.['task'] !== undefined)
  }

  /** Answers such a request. Rejects with RpcError. */
  async serve(message: RpcRequest, exchange: Pick<Exchange, 'revision' | 'signal'>): Promise<RpcResponse> {
    return { jsonrpc: '2.0', id: message.id, result: await this.#answer(message, exchange) }
  }

  #answer(message: RpcRequest, exchange: Pick<Exchange, 'revision' | 'signal'>): object | Promise<object> {
    const { method, params = {} } = message
    switch (method) {
      case 'tasks/get':
        return this.#find(params['taskId']).encode()
      case 'tasks/list':
        return this.#list(params['cursor'])
      case 'tasks/cancel':
        return this.#cancel(this.#find(params['taskId']))
      case 'tasks/result':
        return this.#result(this.#find(params['taskId']), exchange.signal)
      default:
        return this.#create(message, exchange)
    }
  }

  /** spec: 2025-11-25 basic/utilities/tasks#creating-tasks */
  #create(message: RpcRequest, { revision }: Pick<Exchange, 'revision'>): object {
    const { runtime, limits } = this.#services
    const ttlMs = ttlOf(message.params?.['task'], limits)
    const respond = prepareInputRequest(message, revision, this.#services)
    this.#makeRoom()
    const task: HostedTask = new HostedTask({
      id: randomId(runtime, 16),
      ttlMs,
      runtime,
      onExpire: () => this.#forget(task),
    })
    this.#tasks.set(task.id, task)
    void this.#run(task, respond)
    return { task: task.encode() }
  }

  /** Never rejects. */
  async #run(task: HostedTask, respond: InputResponder): Promise<void> {
    try {
      task.settle({ type: 'result', result: await respond(createSilentContext(task.signal)) })
    } catch (reason) {
      if (task.signal.aborted) return
      // Reported here once, however often the server requests the result.
      if (!RpcError.is(reason)) this.#services.report(reason)
      task.settle({ type: 'error', error: RpcError.is(reason) ? reason : RpcError.internal() })
    }
  }

  /** The first page has all tasks. spec: 2025-11-25 basic/utilities/tasks#listing-tasks */
  #list(cursor: unknown): object {
    if (cursor !== undefined) throw RpcError.invalidParams('Invalid cursor')
    return { tasks: [...this.#tasks.values()].map((task) => task.encode()) }
  }

  /** spec: 2025-11-25 basic/utilities/tasks#task-cancellation */
  #cancel(task: HostedTask): object {
    if (!task.cancel()) throw RpcError.invalidParams(`The task is ${task.status} already`)
    return task.encode()
  }

  /** spec: 2025-11-25 basic/utilities/tasks#result-retrieval */
  async #result(task: HostedTask, signal: AbortSignal): Promise<object> {
    await waitFor(task.ended, { clock: this.#services.runtime, signal })
    const { outcome, status, id } = task
    if (outcome === undefined) {
      throw status === 'cancelled' ? RpcError.internal('The task was cancelled') : unknownTask()
    }
    task.isDelivered = true
    if (outcome.type === 'error') throw outcome.error
    const { _meta } = outcome.result
    return { ...outcome.result, _meta: relatedTaskMeta(id, isObject(_meta) ? _meta : undefined) }
  }

  #find(id: unknown): HostedTask {
    const task = this.#tasks.get(id as string) // undefined for other types
    if (task === undefined) throw unknownTask()
    return task
  }

  /** Removes a task whose outcome the server has, or that it cancelled. */
  #makeRoom(): void {
    const { tasksPerPrincipal } = this.#services.limits
    if (this.#tasks.size < tasksPerPrincipal) return
    const done = [...this.#tasks.values()].find(({ isDelivered, status }) => isDelivered || status === 'cancelled')
    if (done === undefined) throw RpcError.internal('There are too many tasks')
    this.#forget(done)
  }

  #forget(task: HostedTask): void {
    this.#tasks.delete(task.id)
    task.forget()
  }

  #forgetAll(): void {
    for (const task of [...this.#tasks.values()]) this.#forget(task)
  }
}

const taskMethods: ReadonlySet<string> = new Set(['tasks/get', 'tasks/list', 'tasks/cancel', 'tasks/result'])
const inputMethods: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage'])

/** A task lives as long as any input request may take, unless the server asks for another time; `limits.taskMs` at most. */
function ttlOf(wish: unknown, { questionMs, taskMs }: ClientServices['limits']): number {
  if (!isObject(wish)) throw RpcError.invalidParams('params.task must be an object')
  const { ttl } = wish
  if (ttl === undefined) return Math.min(questionMs, taskMs)
  if (ttl === null) return taskMs
  if (typeof ttl !== 'number' || !(ttl >= 0))
    throw RpcError.invalidParams('params.task.ttl must be a number of milliseconds')
  return Math.min(Math.max(ttl, shortestMs), taskMs)
}

/** Long enough for the server to request the outcome. */
const shortestMs = 1_000

function unknownTask(): RpcError {
  return RpcError.invalidParams('There is no such task')
}
