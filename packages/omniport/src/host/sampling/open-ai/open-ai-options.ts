import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Model } from '../choose-model.js'

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
