import { waitFor } from '../../../async/waiting/wait-for.js'
import type { RpcId } from '../../../jsonrpc/messages/messages.js'
import type { Progress } from '../../../protocol/exchange/exchange.js'
import { progressListener } from '../../../transport/exchange/progress-listener.js'
import { isObject } from '../../../values/json/is-object.js'
import type { CallOptions } from '../../call-options.js'
import type { ClientServices } from '../../client-services.js'
import type { ActiveConnection } from '../../connect/active-connection.js'
import { pausableRequest } from '../../input/pausable-request.js'
import type { ClientRequests } from '../../requests/client-requests.js'
import type { Result } from '../../requests/results.js'
import { withContent } from '../../tools/check-structured.js'
import type { CallParams } from '../../tools/tool-calls.js'
import { decodeTask } from '../decode-task.js'
import { cancelUnwanted } from '../started-task.js'
import { v2025TaskCapability } from './v2025-capability.js'
import { endlessMs, V2025Task } from './v2025-task.js'

/** Calls tools of 2025-11-25 as tasks. The caller checks that the tool supports that. */
export class V2025Tasks {
  readonly #requests: ClientRequests
  readonly #services: ClientServices

  constructor(requests: ClientRequests, services: ClientServices) {
    this.#requests = requests
    this.#services = services
  }

  /** Waits for the result of the task; giving up the call cancels it. Rejects as `start` and `V2025Task.run` do. */
  async call(params: CallParams, options: CallOptions): Promise<Result> {
    const started = await this.start(params, options)
    if (!(started instanceof V2025Task)) return started
    const { signal, maxTimeoutMs } = options
    try {
      return await started.run({ signal, maxTimeoutMs })
    } catch (reason) {
      cancelUnwanted(started)
      throw reason
    } finally {
      started.release()
    }
  }

  /**
   * Settles with the task, or with the result where the server creates no task. When the caller gives up before the task
   * exists, the task is cancelled as soon as it does, if that is within `timeoutMs`; after that nobody waits for it any more.
   *
   * spec: 2025-11-25 basic/utilities/tasks#creating-tasks, 2025-11-25 basic/utilities/cancellation#behavior-requirements
   */
  async start(params: CallParams, options: CallOptions): Promise<V2025Task | Result> {
    const { signal, timeoutMs = this.#services.timeoutMs, maxTimeoutMs = this.#services.maxTimeoutMs } = options
    const abort = new AbortController()
    const creating = this.#create(params, options, abort.signal)
    try {
      return await pausableRequest({ signal, timeoutMs, maxTimeoutMs }, this.#services, (times) =>
        waitFor(creating, { clock: this.#services.runtime, signal: times.signal }),
      )
    } catch (reason) {
      const stopTimer = this.#services.runtime.after(timeoutMs, () => abort.abort(reason))
      const onLate = (late: V2025Task | Result) => {
        stopTimer()
        if (late instanceof V2025Task) cancelUnwanted(late)
      }
      creating.then(onLate, stopTimer)
      throw reason
    }
  }

  /** `state` is that of a task that was created before. @throws OmniportError `invalid_result`. */
  continue(state: unknown, active: ActiveConnection, options: CallOptions): V2025Task {
    return this.#taskOf(state, active, { ...options, onOver() {} })
  }

  /** `signal` ends the request; that of `options` only keeps it from being sent, since its task has to be known to be cancelled. */
  async #create(params: CallParams, options: CallOptions, signal: AbortSignal): Promise<V2025Task | Result> {
    const active = await this.#requests.ready(options)
    const progress = this.#followProgress(options.onProgress)
    const lasting = { timeoutMs: endlessMs, maxTimeoutMs: endlessMs, signal }
    let task: V2025Task | undefined
    try {
      const result = await this.#requests.send({
        method: 'tools/call',
        params: { ...params, task: {} },
        options: { ...options, ...lasting, onProgress: progress.onProgress },
        normalise: withContent,
        profile: active.connection.profile,
        onId: progress.onToken,
      })
      if (!isObject(result['task'])) return result
      task = this.#taskOf(result['task'], active, { ...options, onOver: progress.stop })
      return task
    } finally {
      if (task === undefined) progress.stop()
    }
  }

  #taskOf(
    created: unknown,
    { connection: { profile }, handshake }: ActiveConnection,
    { timeoutMs, maxTimeoutMs, onOver }: CallOptions & { readonly onOver: () => void },
  ): V2025Task {
    const { cancels } = v2025TaskCapability(handshake.capabilities, profile)
    const times = { timeoutMs, maxTimeoutMs }
    const [requests, services] = [this.#requests, this.#services]
    const first = decodeTask('tools/call', created, profile)
    return new V2025Task(first, { requests, services, profile, cancels, times, onOver })
  }

  /** Until the response, progress comes both ways: the second report does not rise, so it is dropped. */
  #followProgress(onProgress: CallOptions['onProgress']) {
    const { progressListeners, report } = this.#services
    let stop = () => {}
    if (onProgress === undefined) return { onProgress, onToken: undefined, stop }
    let last = Number.NEGATIVE_INFINITY
    const notify = (report: Progress) => {
      if (!(report.progress > last)) return
      last = report.progress
      onProgress(report)
    }
    const onToken = (token: RpcId) => {
      stop()
      stop = progressListeners.listen(token, progressListener(notify, report))
    }
    return { onProgress: notify, onToken, stop: () => stop() }
  }
}
