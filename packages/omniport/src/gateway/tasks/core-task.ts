import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { v2025TaskCapability } from '../../client/tasks/v2025/v2025-capability.js'
import type { RpcId, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import { relatedTaskKey } from '../../protocol/meta/related-task.js'
import type { CallToolResult } from '../../protocol/model/results.js'
import { isFinal, type Task } from '../../protocol/model/task.js'
import type { TaskOutcome } from '../../server/tasks/service/task-snapshot.js'
import { isObject } from '../../values/json/is-object.js'
import { without } from '../../values/json/without.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import { type QuestionExchange, TaskQuestions } from './task-questions.js'
import { requestAboutTask, type TaskSource, type TaskSourceOptions, type TaskState, toTask } from './task-source.js'

export interface CoreTaskOptions extends TaskSourceOptions {
  /** Called when a question comes, and when the task ends while its result is waited for. */
  readonly onChange: () => void
}

/**
 * A task of an upstream of 2025-11-25. Its questions come as requests while its result is waited for, so that is requested as soon
 * as there are any. spec: 2025-11-25 basic/utilities/tasks#input-required-status
 */
export class CoreTask implements TaskSource {
  readonly #options: CoreTaskOptions
  readonly #questions: TaskQuestions
  /** The connection on which the result is waited for. */
  #awaitedOn: OpenUpstream | undefined
  #awaitingId: RpcId | undefined

  constructor(options: CoreTaskOptions) {
    this.#options = options
    this.#questions = new TaskQuestions(options, options.onChange)
  }

  /** True for the request on whose stream questions of this task come. */
  isAwaitedBy(id: RpcId): boolean {
    return this.#awaitingId === id
  }

  /** Asks the client of the task. Settles with the answer in the shape of the upstream; rejects with RpcError. */
  ask(message: RpcRequest, exchange: QuestionExchange): Promise<unknown> {
    return this.#questions.ask(message, exchange)
  }

  async read(): Promise<TaskState> {
    const open = await this.#options.ready()
    let task = await this.#get(open)
    if (task.status === 'input_required' && this.#questions.size === 0) {
      this.#awaitResult(open)
      const { runtime, limits } = this.#options.services
      await waitAtMost(this.#questions.changed, runtime, limits.upstreamWaitMs)
      task = await this.#get(open)
    }
    if (task.status === 'completed' || task.status === 'failed') return this.#readEnd(task, open)
    if (task.status === 'cancelled') return { task, inputRequests: {} }
    const inputRequests = this.#questions.requests
    const status = Object.keys(inputRequests).length > 0 ? 'input_required' : 'working'
    return { task: { ...task, status }, inputRequests }
  }

  async answer(responses: ReadonlyMap<string, unknown>): Promise<void> {
    this.#questions.answer(responses)
  }

  async refuse(key: string, error: RpcError): Promise<void> {
    this.#questions.refuse(key, error)
  }

  /** An upstream that cannot cancel goes on. spec: 2025-11-25 basic/utilities/tasks#task-cancellation */
  async cancel(): Promise<void> {
    const open = await this.#options.ready()
    const { active, profile } = open
    const { taskId } = this.#options
    if (!v2025TaskCapability(active.handshake.capabilities, profile).cancels) return void (await this.#get(open))
    try {
      await requestAboutTask(open, { method: 'tasks/cancel', params: { taskId } })
    } catch (reason) {
      // It is refused for a task that has ended, too.
      if (!RpcError.is(reason) || reason.code !== -32602 || !isFinal((await this.#get(open)).status)) throw reason
    }
    this.#questions.refuseAll(RpcError.internal('The task was cancelled'))
  }

  async #get(open: OpenUpstream): Promise<Task> {
    const { taskId } = this.#options
    const method = 'tasks/get'
    const { raw: _, ...task } = toTask(method, await requestAboutTask(open, { method, params: { taskId } }), open)
    return task
  }

  /** A tool that reports an error has failed there, and has a result in the extension. spec: SEP-2663#task-status */
  async #readEnd(task: Task, open: OpenUpstream): Promise<TaskState> {
    const outcome = await this.#outcome(open)
    if (outcome.type === 'error') return { task: { ...task, status: 'failed' }, inputRequests: {}, outcome }
    const ended = task.status === 'failed' ? without(task, 'statusMessage') : task
    return { task: { ...ended, status: 'completed' }, inputRequests: {}, outcome }
  }

  async #outcome(open: OpenUpstream): Promise<TaskOutcome> {
    const { taskId } = this.#options
    try {
      const raw = await requestAboutTask(open, { method: 'tasks/result', params: { taskId } })
      const result = decodeResult('tools/call', withoutRelation(raw), { revision: open.revision })
      return { type: 'result', result: result as unknown as CallToolResult } // decoding checked it
    } catch (reason) {
      if (!RpcError.is(reason)) throw reason
      return { type: 'error', error: reason.toObject() }
    }
  }

  /** Never rejects: the next read tells what became of the task. */
  #awaitResult(open: OpenUpstream): void {
    if (this.#awaitedOn === open) return
    this.#awaitedOn = open
    const { taskId, onChange } = this.#options
    const request = { method: 'tasks/result', params: { taskId } }
    const onId = (id: RpcId) => {
      this.#awaitingId = id
    }
    const settled = requestAboutTask(open, request, { onId, timeoutMs: undefined, maxTimeoutMs: undefined })
    const onSettled = () => {
      if (this.#awaitedOn === open) this.#awaitedOn = undefined
      this.#questions.markChanged()
      onChange()
    }
    settled.then(onSettled, onSettled)
  }
}

/** The result that the call would have had. spec: 2025-11-25 basic/utilities/tasks#related-task-metadata */
function withoutRelation(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { _meta: meta, ...rest } = result
  if (!isObject(meta)) return result
  const { [relatedTaskKey]: _, ...others } = meta
  return Object.keys(others).length === 0 ? rest : { ...rest, _meta: others }
}
