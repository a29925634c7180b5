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
import { withContent } from '../../tools/check-structured.js'
import type { CallParams } from '../../tools/tool-calls.js'
import { decodeTask } from '../decode-task.js'
import { cancelUnwanted } from '../started-task.js'
import { v2025TaskCapability } from './v2025-capability.js'
import { endlessMs, V2025Task } from './v2025-task.js'

type Result = Readonly<Record<string, unknown>>

/** Calls tools of 2025-11-25 as tasks. Whether a tool may be called so is for others to know. */
export class V2025Tasks {
  readonly #requests: ClientRequests
  readonly #services: ClientServices

  constructor(requests: ClientRequests, services: ClientServices) {
    this.#requests = requests
    this.#services = services
  }

  /**
   * Calls a tool, and waits for the result of its task, for `maxTimeoutMs` at most if that is given. Whoever gives up the call
   * has the task cancelled.
   *
   * Rejects as `start` and `CoreTask.run` do.
   */
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
   * Settles with the task, or with the result where the server makes none. A call that was given up is no task that can be
   * cancelled yet: that is done as soon as it is one.
   *
   * spec: 2025-11-25 basic/utilities/tasks#creating-tasks, 2025-11-25 basic/utilities/cancellation#behavior-requirements
   */
  async start(params: CallParams, options: CallOptions): Promise<V2025Task | Result> {
    const { signal, timeoutMs = this.#services.timeoutMs, maxTimeoutMs = this.#services.maxTimeoutMs } = options
    const creating = this.#create(params, options)
    try {
      return await pausableRequest({ signal, timeoutMs, maxTimeoutMs }, this.#services, (times) =>
        waitFor(creating, { clock: this.#services.runtime, signal: times.signal }),
      )
    } catch (reason) {
      const onLate = (late: V2025Task | Result) => {
        if (late instanceof V2025Task) cancelUnwanted(late)
      }
      creating.then(onLate, () => {})
      throw reason
    }
  }

  async #create(params: CallParams, options: CallOptions): Promise<V2025Task | Result> {
    const active = await this.#requests.ready(options)
    const progress = this.#followProgress(options.onProgress)
    // Nobody tells the server by a cancellation that this was given up.
    const withoutTimeouts = { timeoutMs: endlessMs, maxTimeoutMs: endlessMs, signal: undefined }
    let task: V2025Task | undefined
    try {
      const result = await this.#requests.send({
        method: 'tools/call',
        params: { ...params, task: {} },
        options: { ...options, ...withoutTimeouts, onProgress: progress.onProgress },
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
    const { requests, services } = { requests: this.#requests, services: this.#services }
    return new V2025Task(decodeTask('tools/call', created, profile), {
      requests,
      services,
      profile,
      cancels,
      times,
      onOver,
    })
  }

  /** While the call is not answered its progress comes both ways: what is told once does not rise the second time. */
  #followProgress(onProgress: CallOptions['onProgress']) {
    const { progressListeners, report } = this.#services
    let stop = () => {}
    if (onProgress === undefined) return { onProgress, onToken: undefined, stop }
    let last = Number.NEGATIVE_INFINITY
    const notify = (progress: Progress) => {
      if (!(progress.done > last)) return
      last = progress.done
      onProgress(progress)
    }
    const onToken = (token: RpcId) => {
      stop()
      stop = progressListeners.listen(token, progressListener(notify, report))
    }
    return { onProgress: notify, onToken, stop: () => stop() }
  }
}
