import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { taskNameParams } from '../../../protocol/meta/tasks-extension-id.js'
import { isFinal, type TaskStatus } from '../../../protocol/model/task.js'
import { newestProfile } from '../../../protocol/revisions/profiles.js'
import { modernRevisions } from '../../../protocol/revisions/revision.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ClientExtension } from '../../extensions/client-extension.js'
import type { ResultContext } from '../../extensions/result-context.js'
import { decodeTask, type TaskSnapshot, taskCancelled } from '../decode-task.js'
import { cancelUnwanted } from '../started-task.js'
import { TaskPoller } from '../task-poller.js'
import { TaskInputRequests } from './task-input-requests.js'

export interface TaskServices {
  readonly runtime: Runtime
  readonly limits: Limits
}

/** A task of the extension, which the client follows by polling. spec: SEP-2663 */
export class ExtensionTask {
  readonly #ctx: ResultContext
  readonly #poller: TaskPoller
  readonly #inputRequests: TaskInputRequests
  #isCancelling = false

  /** `created` is the result of the call. @throws OmniportError `invalid_result`. */
  constructor(created: Readonly<Record<string, unknown>>, ctx: ResultContext, services: TaskServices) {
    const first = decodeTask(ctx.method, created, newestProfile)
    this.#ctx = ctx
    const { runtime } = services
    this.#poller = new TaskPoller(first, { runtime, timeoutMs: ctx.timeoutMs, get: () => this.#get(first.taskId) })
    this.#inputRequests = new TaskInputRequests(first.taskId, services)
  }

  get id(): string {
    return this.#poller.last.taskId
  }

  get status(): TaskStatus {
    return this.#poller.last.status
  }

  /**
   * Follows the task to its end, and answers its input requests.
   *
   * spec: SEP-2663#task-polling
   *
   * Rejects with RpcError (the task failed, or is unknown), with OmniportError `closed` (it was cancelled), `limit`,
   * `invalid_result` or `timeout`, as `ctx.answer` does, or with the reason of `ctx.signal`.
   */
  async run(ctx: ResultContext): Promise<Readonly<Record<string, unknown>>> {
    const following = new LinkedAbortController(ctx.signal)
    try {
      return outcomeOf(await this.#follow(ctx, following))
    } catch (reason) {
      if (this.#isCancelling && RpcError.is(reason) && reason.code === -32602) throw taskCancelled(this.#poller.last)
      throw reason
    } finally {
      following.abort(new DOMException('The task is not followed any more', 'AbortError'))
      following.unlink()
    }
  }

  /** The server may go on all the same. spec: SEP-2663#task-cancellation */
  async cancel(): Promise<void> {
    if (isFinal(this.status)) return
    this.#isCancelling = true
    await this.#ctx.request('tasks/cancel', { taskId: this.id })
  }

  async #follow(ctx: ResultContext, following: LinkedAbortController): Promise<TaskSnapshot> {
    const { signal } = following
    const fail = (reason: unknown) => following.abort(reason)
    signal.throwIfAborted()
    // The result of the call has neither input requests nor an outcome: they come with a poll.
    let task = this.status === 'working' ? await this.#poller.next(signal) : await this.#poller.now(signal)
    while (!isFinal(task.status)) {
      this.#inputRequests.update(inputRequestsOf(task), { ctx, signal, fail })
      task = await this.#poller.next(signal)
    }
    return task
  }

  async #get(taskId: string): Promise<TaskSnapshot> {
    const task = decodeTask('tasks/get', await this.#ctx.request('tasks/get', { taskId }), newestProfile)
    if (task.taskId !== taskId) throw invalid('the task is another')
    return task
  }
}

/** spec: SEP-2663#task-status */
function inputRequestsOf({ status, raw }: TaskSnapshot): Readonly<Record<string, unknown>> {
  if (status !== 'input_required') return {}
  const { inputRequests } = raw
  if (!isObject(inputRequests)) throw invalid('inputRequests must be an object')
  return inputRequests
}

function outcomeOf(task: TaskSnapshot): Readonly<Record<string, unknown>> {
  const { result, error } = task.raw
  if (task.status === 'cancelled') throw taskCancelled(task)
  if (task.status === 'failed') throw errorOf(error)
  if (!isObject(result)) throw invalid('the result of a completed task must be an object')
  return result
}

function errorOf(error: unknown): Error {
  if (!isObject(error)) return invalid('the error of a failed task must be an object')
  const { code, message, data } = error
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string') {
    return invalid('the error of a failed task must have a code and a message')
  }
  return new RpcError(code, message, data)
}

function invalid(problem: string): OmniportError {
  return new OmniportError('invalid_result', `tasks/get: ${problem}`)
}

/** A call that becomes a task settles with its result; giving up the call cancels the task. spec: SEP-2663 */
export function tasksExtension(services: TaskServices): ClientExtension {
  return {
    revisions: modernRevisions,
    resultTypes: {
      task: {
        methods: ['tools/call'],
        mayTakeLong: true,
        run: async (created, ctx) => {
          const task = new ExtensionTask(created, ctx, services)
          try {
            return await task.run(ctx)
          } catch (reason) {
            cancelUnwanted(task)
            throw reason
          }
        },
      },
    },
    nameParams: taskNameParams,
  }
}
