import type { Completion } from '../../protocol/model/results.js'
import type { CallOptions } from '../call-options.js'
import type { CompletionRef } from '../client.js'
import { assertCompletion, checkCallOptions } from './check-arguments.js'
import type { ClientRequests } from './client-requests.js'
import { SharedRequests } from './shared-requests.js'

export interface CompleteOptions extends CallOptions {
  /** The other arguments, where the revision has a place for them. */
  readonly arguments?: Readonly<Record<string, string>> | undefined
}

/** Requests completions; equal requests that are under way at once are one, unless a caller wants its progress or adds `meta`. */
export class Completions {
  readonly #requests: ClientRequests
  readonly #shared = new SharedRequests()

  constructor(requests: ClientRequests) {
    this.#requests = requests
  }

  async complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    given: CompleteOptions,
  ): Promise<Completion> {
    assertCompletion(ref, argument)
    checkCallOptions(given)
    const { arguments: others, ...options } = given
    await this.#requests.ready(options)
    const hasContext = others !== undefined && this.#requests.profile.completionContext
    const params = { ref, argument, ...(hasContext && { context: { arguments: others } }) }
    const { signal, timeoutMs, maxTimeoutMs, onProgress, meta } = options
    const send = (options: CallOptions) => this.#requests.send({ method: 'completion/complete', params, options })
    if (onProgress !== undefined || meta !== undefined) return (await send(options)).completion
    const key = `${timeoutMs} ${maxTimeoutMs} ${JSON.stringify(params)}`
    return (await this.#shared.request(key, signal, (signal) => send({ ...options, signal }))).completion
  }
}
