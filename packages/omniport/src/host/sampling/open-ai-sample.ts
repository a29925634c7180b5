import { waitFor } from '../../client/wait-for.js'
import { defaultRuntime } from '../../protocol/runtime.js'
import { LazyAbortController } from '../../transport/late-abort.js'
import { ChatEndpoint } from './open-ai/chat-site.js'
import { checkOpenAiOptions } from './open-ai/check-open-ai-options.js'
import type { OpenAiOptions } from './open-ai/open-ai-options.js'
import type { Sample } from './sample.js'

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
