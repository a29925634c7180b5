import { LazyAbortController } from '../../../async/abort/lazy-abort-controller.js'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import { waitFor } from '../../../async/waiting/wait-for.js'
import type { Sample } from '../sample.js'
import { ChatEndpoint } from './chat-endpoint.js'
import { checkOpenAiOptions } from './check-open-ai-options.js'
import type { OpenAiOptions } from './open-ai-options.js'

const defaultTimeoutMs = 600_000

/**
 * Creates a model from any provider with OpenAI's `chat/completions` API: Ollama, vLLM, LM Studio, OpenRouter and others. It
 * sends text, images, audio and tools, but not `metadata`. It keeps no state between requests and does not retry.
 *
 * The model rejects with OmniportError `unreachable`, `unauthorized`, `invalid_result`, `unsupported` (content that the API
 * cannot carry), `limit` or `timeout`, with the HTTP status if there is one; or with the reason of the aborted signal.
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
      abort.abort(new DOMException('The sampling request is over', 'AbortError'))
    }
  }
}
