import { LazyAbortController } from '../../../async/abort/lazy-abort-controller.js'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import { waitFor } from '../../../async/waiting/wait-for.js'
import type { Sample } from '../sample.js'
import { ChatEndpoint } from './chat-endpoint.js'
import { checkOpenAiOptions } from './check-open-ai-options.js'
import type { OpenAiOptions } from './open-ai-options.js'

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
  const endpoint = new ChatEndpoint({ ...options, runtime })
  return async (params, { signal }) => {
    signal.throwIfAborted()
    const abort = new LazyAbortController()
    try {
      return await waitFor(endpoint.ask(params, abort), { clock: runtime, signal, timeoutMs })
    } finally {
      abort.abort(new DOMException('Nobody waits for the answer any more', 'AbortError'))
    }
  }
}
