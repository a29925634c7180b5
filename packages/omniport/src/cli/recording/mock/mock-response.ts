import type { ServerResponse } from 'node:http'
import type { TextLine } from '../file/open-recording.js'
import type { Step } from '../turns/turn.js'

/** The response to one HTTP request of a client, as it was recorded: its status, headers, and body or events. */
export class MockResponse {
  readonly #response: ServerResponse
  readonly #headers: Readonly<Record<string, string>>
  readonly #endpoint: string | undefined
  #isStream = false

  /** `headers` take the place of recorded ones; `endpoint` is the address that HTTP+SSE announces. */
  constructor(
    response: ServerResponse,
    headers: Readonly<Record<string, string>> = {},
    endpoint: string | undefined = undefined,
  ) {
    this.#response = response
    this.#headers = headers
    this.#endpoint = endpoint
  }

  get hasBegun(): boolean {
    return this.#response.headersSent
  }

  /** Sends a step that was recorded in the response to the same request. */
  async send(step: Step, { line }: TextLine, json: string | undefined): Promise<void> {
    if (step.type === 'head') this.#begin(line.status ?? 200, line.headers ?? {})
    if (step.type === 'end') this.#end(line.end === 'aborted')
    if (json !== undefined) await this.sendMessage(json, line.transport === 'http' ? line.frame : undefined)
    else if (line.text !== undefined && line.message === undefined) await this.#sendText(line.text)
    else if (line.base64 !== undefined) await this.#write(Buffer.from(line.base64, 'base64'))
    else if (step.type === 'head' && !this.#isStream && line.message === undefined) this.#end(false)
  }

  /** Sends a message: as an event of a stream, which is opened where nothing was sent yet, or as the body. */
  async sendMessage(
    json: string,
    frame: readonly [string, string] = ['event: message\ndata: ', '\n\n'],
  ): Promise<void> {
    this.openStream()
    if (!this.#isStream) {
      if (!this.#response.writableEnded) this.#response.end(json)
      return
    }
    // An event has its data on one line.
    const [before, after] = frame[0].includes('data:') ? frame : ['event: message\ndata: ', '\n\n']
    await this.#write(Buffer.from(`${before}${/[\r\n]/.test(json) ? JSON.stringify(JSON.parse(json)) : json}${after}`))
  }

  /** Does nothing where something was sent. */
  openStream(): void {
    this.#begin(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  }

  /** Answers with JSON, where nothing was sent yet. */
  sendJson(status: number, value: unknown): void {
    if (this.hasBegun) return
    this.#begin(status, { 'content-type': 'application/json' })
    this.#response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }

  end(status = 202): void {
    if (!this.hasBegun) this.#response.writeHead(status, { ...this.#headers })
    if (!this.#response.writableEnded) this.#response.end()
  }

  #begin(status: number, recorded: Readonly<Record<string, string>>): void {
    if (this.hasBegun) return
    const passed = Object.entries(recorded).filter(([name]) => passedHeaders.has(name))
    this.#isStream = /^text\/event-stream\b/i.test(recorded['content-type'] ?? '')
    this.#response.writeHead(status, { ...Object.fromEntries(passed), ...this.#headers })
    if (this.#isStream) this.#response.flushHeaders()
  }

  async #sendText(text: string): Promise<void> {
    const isEndpoint = this.#endpoint !== undefined && /^event: ?endpoint\b/m.test(text)
    const own = isEndpoint ? text.replace(/^(data: ?).*$/m, (_, start: string) => `${start}${this.#endpoint}`) : text
    if (this.#isStream) await this.#write(Buffer.from(own))
    else if (!this.#response.writableEnded) this.#response.end(own)
  }

  #end(isAborted: boolean): void {
    if (isAborted) this.#response.destroy()
    else if (!this.#response.writableEnded) this.#response.end()
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#response.writableEnded || this.#response.destroyed) return
    await new Promise<void>((resolve) => this.#response.write(bytes, () => resolve()))
  }
}

/** The headers of a recorded response that mean the same to another client. */
const passedHeaders: ReadonlySet<string> = new Set([
  ...['allow', 'cache-control', 'content-type', 'location', 'retry-after', 'vary', 'www-authenticate'],
])
