import { cut } from '../../values/text/truncate.js'
import { EventReader } from './event-reader.js'
import { MessageLog, mostCharacters, type RawMessage } from './message-log.js'
import type { RawResponse, RawTransport, Reply, SendOptions, WireLimits } from './wire.js'

export interface HttpWireOptions extends WireLimits {
  readonly url: string
  /** Sent with every request, but for those that a check leaves out. */
  readonly headers: Readonly<Record<string, string>>
  /** Adds credentials, and sends again what was refused for want of them. */
  readonly fetch: typeof fetch
}

/** An endpoint of Streamable HTTP. Each message is a request of its own; streams are read until the awaited response. */
export class HttpWire implements RawTransport {
  readonly transport = 'http'
  readonly log = new MessageLog(true)
  readonly garbage: string[] = []
  readonly stderr: readonly string[] = []
  readonly isEnded = false
  /** The session that later requests belong to. */
  session: string | undefined
  readonly #options: HttpWireOptions

  constructor(options: HttpWireOptions) {
    this.#options = options
  }

  async send(message: unknown, options: SendOptions = {}): Promise<Reply> {
    const { headers = {}, httpMethod } = options
    const { url, signal, timeoutMs, fetch } = this.#options
    if (typeof message === 'object' && message !== null) this.log.send(message)
    const given = { ...defaultHeaders, ...this.#options.headers, 'mcp-session-id': this.session, ...headers }
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(new Error(`nothing came within ${timeoutMs} ms`)), timeoutMs)
    try {
      const response = await fetch(url, {
        method: httpMethod ?? 'POST',
        headers: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ...(httpMethod === undefined && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
        signal: AbortSignal.any([signal, ending.signal]),
        redirect: 'manual',
      })
      return await this.#read(response, options)
    } catch (reason) {
      signal.throwIfAborted()
      return { messages: [], failure: describeFailure(reason) }
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  }

  async close(): Promise<void> {
    if (this.session !== undefined) await this.send(undefined, { httpMethod: 'DELETE' })
  }

  async #read(response: Response, { awaits, until = () => false }: SendOptions): Promise<Reply> {
    const { status, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    const messages: RawMessage[] = []
    const take = (text: string) => {
      const found = this.log.receive(text) ?? []
      messages.push(...found)
      return found.some((each) => until(each) || (awaits !== undefined && each['id'] === awaits && !('method' in each)))
    }
    if (isStream && awaits === undefined) return { status, headers, messages }
    const text = isStream ? await readEvents(response, take) : await readText(response)
    if (!isStream && text !== '') take(text)
    const find = (id: unknown) => messages.find((each) => each['id'] === id && !('method' in each))
    // An error that could not read the id has none.
    const found = (find(awaits) ?? (isStream ? undefined : messages[0])) as RawResponse | undefined
    return { status, headers, messages, response: found, ...(messages.length === 0 && { text: cut(text, 200) }) }
  }
}

/** Returns why `fetch` has thrown. */
export function describeFailure(reason: unknown): string {
  const { cause, message } = reason as Error // what `fetch` throws
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

const defaultHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Gives the data of each event to `take` until it returns true, or the stream ends. Returns the start of what was read. */
async function readEvents(response: Response, take: (data: string) => boolean): Promise<string> {
  const decoder = new TextDecoder()
  let isDone = false
  let start = ''
  const reader = new EventReader((_event, data) => {
    isDone = take(data) || isDone
  }, mostCharacters)
  for await (const bytes of response.body ?? []) {
    const text = decoder.decode(bytes as Uint8Array, { stream: true })
    start ||= text
    reader.push(text)
    if (isDone) return ''
  }
  return start
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true })
    if (text.length > mostCharacters) throw new Error('the body is too long')
  }
  return text
}
