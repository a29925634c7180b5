import { LinkedAbortController } from '../../../async/abort/linked-abort-controller.js'
import { waitFor } from '../../../async/waiting/wait-for.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { decodeResult } from '../../../protocol/codec/decode-result.js'
import { isFinal, type TaskStatus } from '../../../protocol/model/task.js'
import type { RevisionProfile } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { CallOptions } from '../../call-options.js'
import type { ClientServices } from '../../client-services.js'
import { pausableRequest } from '../../input/pausable-request.js'
import type { ClientRequests } from '../../requests/client-requests.js'
import type { Result } from '../../requests/results.js'
import { withContent } from '../../tools/check-structured.js'
import { decodeTask, type TaskSnapshot, taskCancelled } from '../decode-task.js'
import type { StartedTask } from '../started-task.js'
import { TaskPoller } from '../task-poller.js'

export interface V2025TaskOptions {
  readonly requests: ClientRequests
  readonly services: ClientServices
  /** The profile of the server that has the task. */
  readonly profile: RevisionProfile
  /** True: the server can cancel tasks. */
  readonly cancels: boolean
  /** The time limits of the requests about the task. */
  readonly times: Pick<CallOptions, 'timeoutMs' | 'maxTimeoutMs'>
  /** Called when the task is not followed any more. */
  readonly onOver: () => void
}

/** A tool that runs as a task of 2025-11-25. spec: 2025-11-25 basic/utilities/tasks */
export class V2025Task implements StartedTask {
  readonly #options: V2025TaskOptions
  readonly #poller: TaskPoller
  readonly #following = new Set<LinkedAbortController>()

  constructor(first: TaskSnapshot, options: V2025TaskOptions) {
    const { services, times } = options
    this.#options = options
    this.#poller = new TaskPoller(first, {
      runtime: services.runtime,
      timeoutMs: times.timeoutMs ?? services.timeoutMs,
      get: () => this.#requestTask('tasks/get'),
    })
  }

  get id(): string {
    return this.#poller.last.taskId
  }

  get status(): TaskStatus {
    return this.#poller.last.status
  }

  /**
   * Follows the task to its end, for `maxTimeoutMs` at most if that is given.
   *
   * Rejects with RpcError (the call failed, or the task is unknown), with OmniportError `closed` (it was cancelled, or the
   * client is closed), `timeout` or `invalid_result`, or with the reason of `signal`.
   */
  async run({ signal, maxTimeoutMs }: Pick<CallOptions, 'signal' | 'maxTimeoutMs'> = {}): Promise<Result> {
    const { services } = this.#options
    const following = new LinkedAbortController(signal, services.ended.signal)
    this.#following.add(following)
    try {
      return await pausableRequest({ signal: following.signal, maxTimeoutMs }, services, async (times) => {
        const polling = new LinkedAbortController(times.signal)
        try {
          return await this.#follow(polling.signal)
        } finally {
          polling.abort()
          polling.unlink()
        }
      })
    } finally {
      if (isFinal(this.status)) this.release()
      this.#following.delete(following)
      following.unlink()
    }
  }

  /** Rejects with OmniportError `unsupported` without `tasks.cancel`. spec: 2025-11-25 basic/utilities/tasks */
  async cancel(): Promise<void> {
    if (isFinal(this.status)) return
    if (!this.#options.cancels) {
      throw new OmniportError('unsupported', 'The server did not declare the capability tasks.cancel')
    }
    try {
      this.#poller.update(await this.#requestTask('tasks/cancel'))
    } catch (reason) {
      if (!RpcError.is(reason) || reason.code !== -32602) throw reason
      // The server refuses to cancel a task that has ended.
      const { ended } = this.#options.services
      if (!isFinal((await this.#poller.now(ended.signal)).status)) throw reason
    }
    if (this.status !== 'cancelled') return
    for (const following of this.#following) following.abort(taskCancelled(this.#poller.last))
    this.release()
  }

  /** The task is not followed any more. */
  release(): void {
    this.#options.onOver()
  }

  /**
   * The server sends its input requests beside the request of the result, so that is sent early.
   *
   * spec: 2025-11-25 basic/utilities/tasks#input-required-status
   */
  async #follow(signal: AbortSignal): Promise<Result> {
    let early: Promise<Result | undefined> | undefined
    const onLost = () => {
      early = undefined
    }
    for (let task = this.#poller.last; ; ) {
      signal.throwIfAborted()
      if (task.status === 'cancelled') throw taskCancelled(task)
      if (isFinal(task.status)) return waitFor(this.#result(), { clock: this.#options.services.runtime, signal })
      if (task.status === 'input_required') early ??= this.#earlyResult(signal).finally(onLost)
      const next = this.#poller.next(signal)
      const result = await Promise.race([early, next.then(returnUndefined)].filter((wait) => wait !== undefined))
      if (result !== undefined) return result
      task = await next
    }
  }

  /** Undefined when the request fails: the next poll tells whether the call failed. Never rejects. */
  async #earlyResult(signal: AbortSignal): Promise<Result | undefined> {
    try {
      const result = await this.#result({ timeoutMs: endlessMs, maxTimeoutMs: endlessMs, signal })
      this.#poller.update({ ...this.#poller.last, status: result['isError'] === true ? 'failed' : 'completed' })
      return result
    } catch {
      return undefined
    }
  }

  /** spec: 2025-11-25 basic/utilities/tasks#retrieving-task-results */
  async #result(options: CallOptions = this.#options.times): Promise<Result> {
    const { requests, profile } = this.#options
    const params = { taskId: this.id }
    const result = await requests.send({ method: 'tasks/result', params, options, normalise: withContent, profile })
    return decodeResult('tools/call', result, { revision: profile.revision })
  }

  async #requestTask(method: string): Promise<TaskSnapshot> {
    const { requests, times, profile } = this.#options
    const state = await requests.send({ method, params: { taskId: this.id }, options: times, profile })
    const task = decodeTask(method, state, profile)
    if (task.taskId !== this.id) throw new OmniportError('invalid_result', `${method}: the task is another`)
    return task
  }
}

function returnUndefined(): undefined {}

/** No time limit: something else ends the wait. */
export const endlessMs = 2 ** 31 - 1
