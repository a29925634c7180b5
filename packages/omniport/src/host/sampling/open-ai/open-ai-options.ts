import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Model } from '../choose-model.js'

/** A provider with the `chat/completions` API, and its models. */
export interface OpenAiOptions {
  /** The base URL, without `/chat/completions`: `http://localhost:11434/v1`. A query is kept. */
  readonly url: string
  /** Sent as a bearer token, only to this URL: redirects are not followed. Messages never contain it. Default: none. */
  readonly apiKey?: string | undefined
  /** The available models; `chooseModel` picks one by the server's preferences. */
  readonly models: readonly (string | Model)[]
  /** Further headers; their values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The token limit's field; newer OpenAI models need `max_completion_tokens`. Default: `max_tokens`. */
  readonly tokensField?: 'max_tokens' | 'max_completion_tokens' | undefined
  readonly fetch?: typeof fetch | undefined
  /** Time limit for a whole answer. Default: 10 min. */
  readonly timeoutMs?: number | undefined
  /** Limit of a whole response in bytes. Default: 4 MiB. */
  readonly maxBytes?: number | undefined
  /** Replaces the clock and randomness, for simulation. */
  readonly runtime?: Runtime | undefined
}
