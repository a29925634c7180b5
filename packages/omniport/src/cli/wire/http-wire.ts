import type { RecordedMessage, Revision } from '../../entries/protocol.js'
import { cut } from '../../values/text/truncate.js'
import { newestLegacyRevision } from './known-revisions.js'
import {
  mostMessages,
  type RawResponse,
  type RawTransport,
  type Reply,
  type SendOptions,
  type WireLimits,
} from './wire.js'

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
  readonly recorded: RecordedMessage[] = []
  readonly garbage: string[] = []
  readonly stderr: readonly string[] = []
  readonly isEnded = false
  revision: Revision = newestLegacyRevision
  /** The session that later requests belong to. */
  session: string | undefined
  readonly #options: HttpWireOptions

  constructor(options: HttpWireOptions) {
    this.#options = options
  }

  async send(message: unknown, options: SendOptions = {}): Promise<Reply> {
    const { headers = {}, httpMethod } = options
    const { url, signal, timeoutMs, fetch } = this.#options
    if (typeof message === 'object' && message !== null)
      this.recorded.push({ revision: this.revision, from: 'client', message, http: true })
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
      const { cause, message: text } = reason as Error & { readonly cause?: { readonly message?: string } }
      return { messages: [], failure: cause?.message ?? text }
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
    const messages: Readonly<Record<string, unknown>>[] = []
    const take = (text: string) => {
      const found = this.#take(text)
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

  #take(text: string): readonly Readonly<Record<string, unknown>>[] {
    const value = parse(text)
    if (typeof value !== 'object' || value === null) return []
    if (this.recorded.length >= mostMessages) return []
    const isMessage = Array.isArray(value) || 'jsonrpc' in value
    if (isMessage) this.recorded.push({ revision: this.revision, from: 'server', message: value, http: true })
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    return messages.filter((each) => typeof each === 'object' && each !== null) as Readonly<Record<string, unknown>>[]
  }
}

const defaultHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Gives the data of each event to `take` until it returns true, or the stream ends. Returns the start of what was read. */
async function readEvents(response: Response, take: (data: string) => boolean): Promise<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes as Uint8Array, { stream: true })
    const events = rest.split(/\r\n\r\n|\n\n|\r\r/)
    rest = events.pop() ?? ''
    if (events.map(dataOf).some((data) => data !== '' && take(data))) return ''
    if (rest.length > mostCharacters) throw new Error('an event of the stream is too long')
  }
  return rest
}

function dataOf(event: string): string {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'))
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
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

const mostCharacters = 64 * 1024 * 1024

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
