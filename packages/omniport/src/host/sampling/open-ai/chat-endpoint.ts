import type { LazyAbortController } from '../../../async/abort/lazy-abort-controller.js'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { readText } from '../../../async/streams/read-bytes.js'
import { FetchSender } from '../../../client/http/fetch-sender.js'
import { readEvents } from '../../../client/http/read-events.js'
import { SentSecrets } from '../../../client/http/sent-secrets.js'
import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'
import type { HttpSender, HttpSendResponse } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { decodeUtf8 } from '../../../values/text/decode-utf8.js'
import { truncate } from '../../../values/text/truncate.js'
import { chooseModel } from '../choose-model.js'
import { ChatAnswer } from './chat-answer.js'
import type { CheckedOpenAiOptions } from './check-open-ai-options.js'
import { parseJson } from './parse-json.js'
import { toChatRequest } from './to-chat-request.js'
import { toRefusal } from './to-refusal.js'
import { ToolNames } from './tool-names.js'

const maxDetailLength = 512

const defaultMaxBytes = 4 * 1024 * 1024

/** A `chat/completions` endpoint and its headers. */
export class ChatEndpoint {
  readonly #options: CheckedOpenAiOptions & { readonly runtime: Runtime }
  readonly #sender: HttpSender
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #secrets: SentSecrets

  constructor(options: CheckedOpenAiOptions & { readonly runtime: Runtime }) {
    const { url, apiKey, headers, fetch = globalThis.fetch } = options
    this.#options = options
    this.#sender = new FetchSender(fetch)
    this.#url = new URL(url)
    this.#url.pathname = `${this.#url.pathname.replace(/\/+$/, '')}/chat/completions`
    const own = new Headers(headers)
    if (apiKey !== undefined) own.set('authorization', `Bearer ${apiKey}`)
    this.#secrets = new SentSecrets(this.#url, Object.fromEntries(own))
    own.set('accept', 'text/event-stream, application/json')
    own.set('content-type', 'application/json')
    this.#headers = Object.fromEntries(own)
  }

  /** Sends a request and reads the answer. Rejects with OmniportError without secrets. `abort` cancels it. */
  async ask(params: SampleParams, abort: LazyAbortController): Promise<SampleResult<SampleContent>> {
    const { models, tokensField = 'max_tokens', maxBytes = defaultMaxBytes, runtime } = this.#options
    const { id: model } = chooseModel(models, params.modelPreferences)
    const names = new ToolNames(params.tools?.map(({ name }) => name) ?? [])
    const body = JSON.stringify(toChatRequest(params, { model, tokensField, names }))
    try {
      const answer = await readChat(await this.#send(body, abort), maxBytes)
      return answer.toResult({ model, names, newId: () => `call_${randomId(runtime, 8)}` })
    } catch (reason) {
      throw this.#toError(reason)
    }
  }

  async #send(body: string, abort: LazyAbortController): Promise<HttpSendResponse> {
    const received = await this.#sender.send({
      method: 'POST',
      url: this.#url.href,
      headers: this.#headers,
      body,
      abort,
    })
    if (received.status >= 200 && received.status < 300) return received
    throw await toRefusal(received, { address: this.#address, redact: (text) => this.#secrets.clean(text) })
  }

  /** Errors of this library keep their code; others come from the network. */
  #toError(reason: unknown): OmniportError {
    if (OmniportError.is(reason)) {
      const { code, message, status } = reason
      return new OmniportError(code, truncate(this.#secrets.clean(message), maxDetailLength), { status })
    }
    const { cause: inner = reason } = (reason ?? {}) as { readonly cause?: unknown } // `fetch` puts the actual error there
    const detail = this.#secrets.clean(inner instanceof Error ? inner.message : String(inner))
    const cause = this.#secrets.cleanCause(reason)
    return new OmniportError(
      'unreachable',
      `The connection to ${this.#address} failed: ${truncate(detail, maxDetailLength)}`,
      {
        cause,
      },
    )
  }

  /** The URL without its query, which may contain a key. */
  get #address(): string {
    return `${this.#url.origin}${this.#url.pathname}`
  }
}

/**
 * Reads an answer: an event stream, or JSON from a provider that does not stream.
 *
 * Rejects with OmniportError `invalid_result` for other or incomplete answers, and `limit` beyond `maxBytes`.
 */
async function readChat({ header, body }: HttpSendResponse, maxBytes: number): Promise<ChatAnswer> {
  const answer = new ChatAnswer()
  const bounded = boundedBody(body, maxBytes)
  if (header('content-type')?.includes('json') === true) {
    answer.add(parseJson(await readText(bounded, maxBytes)))
    return answer
  }
  for await (const { data } of readEvents(bounded, { maxBytes })) {
    const text = decodeAnswer(data)
    if (text === '[DONE]') return answer
    answer.add(parseJson(text))
  }
  if (answer.isFinished) return answer
  throw new OmniportError('invalid_result', 'The answer of the model is incomplete')
}

function decodeAnswer(data: Uint8Array): string {
  try {
    return decodeUtf8(data)
  } catch (cause) {
    throw new OmniportError('invalid_result', 'The answer of the model is not UTF-8', { cause })
  }
}

async function* boundedBody(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new OmniportError('limit', `The answer of the model is longer than maxBytes: ${maxBytes}`)
    yield chunk
  }
}
