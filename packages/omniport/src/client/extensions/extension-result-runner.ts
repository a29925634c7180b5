import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import { answerInputs } from '../input/modern/answer-inputs.js'
import { pausableRequest } from '../input/pausable-request.js'
import type { ClientRequest } from '../requests/client-requests.js'
import type { ResultContext } from './result-context.js'

export interface ExtensionResultRunnerOptions {
  readonly request: ClientRequest
  /** The profile of the server that sent the result. */
  readonly profile: RevisionProfile
  readonly services: ClientServices
  readonly autoAnswer: boolean
  readonly send: (request: ClientRequest) => Promise<Readonly<Record<string, unknown>>>
}

/** Runs the code of extensions on their results, with a context and time limits. */
export class ExtensionResultRunner {
  readonly #options: ExtensionResultRunnerOptions

  constructor(options: ExtensionResultRunnerOptions) {
    this.#options = options
  }

  /** Rejects with what `run` throws, with the reason of `signal`, or with OmniportError `timeout` or `closed`. */
  async run<T>(
    run: (ctx: ResultContext) => Promise<T>,
    { signal, maxTimeoutMs }: Pick<CallOptions, 'signal' | 'maxTimeoutMs'>,
  ): Promise<T> {
    const { services } = this.#options
    const linked = new LinkedAbortController(signal, services.ended.signal)
    const waiting = (whole: AbortSignal) =>
      waitFor(run(this.#context(whole)), { clock: services.runtime, signal: whole })
    try {
      return await pausableRequest({ signal: linked.signal, maxTimeoutMs }, services, (times) =>
        waiting(times.signal ?? linked.signal),
      )
    } finally {
      linked.unlink()
    }
  }

  /** Checks the value that an extension returns as the result of the method. @throws OmniportError `invalid_result`. */
  decodeFinal(given: unknown): Readonly<Record<string, unknown>> {
    const { request, profile, services } = this.#options
    const { onLeftOut } = services
    const { method, normalise } = request
    const normal = normalise === undefined ? given : normalise(given)
    const final = decodeResult(method, normal, { revision: profile.revision, onLeftOut })
    if (final['resultType'] === undefined) return final
    throw new OmniportError('invalid_result', `${method}: what its result led to is no final one`)
  }

  #context(signal: AbortSignal): ResultContext {
    const { request, services } = this.#options
    return {
      method: request.method,
      params: request.params,
      signal,
      timeoutMs: request.options?.timeoutMs ?? services.timeoutMs,
      request: (method, params, options) => this.#request(method, params, options),
      answer: (inputRequest, wanted) => this.#answer(inputRequest, wanted),
    }
  }

  #request(method: string, params: RpcParams | undefined, options: CallOptions = {}) {
    const { request, profile, send } = this.#options
    const { timeoutMs, maxTimeoutMs } = request.options ?? {}
    return send({ method, params, options: { timeoutMs, maxTimeoutMs, ...options }, profile })
  }

  async #answer(inputRequest: unknown, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { request, profile, services, autoAnswer } = this.#options
    const { method } = request
    if (!autoAnswer) {
      throw new OmniportError(
        'unsupported',
        `${method}: the server asks for input, and with autoAnswer: false gets none`,
      )
    }
    const { only = {} } = await answerInputs({ only: inputRequest }, { method, profile, signal }, services)
    return only
  }
}
