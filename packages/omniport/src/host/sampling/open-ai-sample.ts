import { waitFor } from '../../client/wait-for.js'
import { defaultRuntime, type Runtime } from '../../protocol/runtime.js'
import { LateAbort } from '../../transport/late-abort.js'
import type { Model } from './choose-model.js'
import { ChatSite } from './open-ai/chat-site.js'
import { checkOpenAiOptions } from './open-ai/check-open-ai-options.js'
import type { Sample } from './sample.js'

/** A provider of models, and what it is asked with. */
export interface OpenAiOptions {
  /** What stands before `/chat/completions`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. A query is kept. */
  readonly url: string
  /** Sent as a bearer token, to this address only: redirects are not followed. In no message. Default: none is sent. */
  readonly apiKey?: string | undefined
  /** Those that may be asked; `chooseModel` takes one of them by what a server prefers. */
  readonly models: readonly (string | Model)[]
  /** Sent as well, and kept as secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** What the provider calls the length that an answer may have. Newer models of OpenAI want `max_completion_tokens`. Default: `max_tokens`. */
  readonly tokensField?: 'max_tokens' | 'max_completion_tokens' | undefined
  readonly fetch?: typeof fetch | undefined
  /** For all of an answer. Default: 10 min. */
  readonly timeoutMs?: number | undefined
  /** Of a whole reply, as it travels. Default: 4 MiB. */
  readonly maxBytes?: number | undefined
  /** Replaces the clock and randomness, for simulation. */
  readonly runtime?: Runtime | undefined
}

const defaultTimeoutMs = 600_000

/**
 * Any provider that speaks `chat/completions` as OpenAI does: Ollama, vLLM, LM Studio, OpenRouter and others. Texts, pictures,
 * sound and tools go along; `metadata` does not. Nothing is kept from one question to the next, and nothing is asked twice.
 *
 * What it gives rejects with OmniportError `unreachable`, `unauthorized`, `invalid_result`, `unsupported` (what cannot be said in
 * such a request), `limit` or `timeout`, with the status where there is one; or with the reason of the aborted signal.
 *
 * @throws TypeError naming an option.
 */
export function createOpenAiSample(given: OpenAiOptions): Sample {
  const options = checkOpenAiOptions(given)
  const { runtime = defaultRuntime, timeoutMs = defaultTimeoutMs } = options
  const site = new ChatSite({ ...options, runtime })
  return async (params, { signal }) => {
    signal.throwIfAborted()
    const abort = new LateAbort()
    try {
      return await waitFor(site.ask(params, abort), { clock: runtime, signal, timeoutMs })
    } finally {
      abort.abort(new DOMException('Nobody waits for the answer any more', 'AbortError'))
    }
  }
}
