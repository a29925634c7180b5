import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from './json.js'
import type { Sent } from './wire.js'

/** What one client and a server say to each other over HTTP. Whoever tapped it closes it, which cuts every connection. */
export interface HttpWire {
  /** In place of that of the server. */
  readonly url: string
  /** All that was sent, in order, but for requests that the server refused without an id, and those refusals. */
  readonly messages: readonly Sent[]
  /** How many the client has open. */
  connections(): Promise<number>
  /** Cuts every connection that there is. */
  cut(): void
  /** Cuts the connection of the next answer of the client, which the server never sees. */
  loseAnswer(): void
  close(): Promise<void>
}

/** Stands between a server and one client. What is sent is kept before it is handed on, so that causes come before effects. */
export async function tapHttp(url: string): Promise<HttpWire> {
  const { origin, pathname } = new URL(url)
  const transcript = new Transcript()
  let isLosing = false
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    if (isLosing && /^\{(?!.*"method").*"result"/.test(body)) {
      isLosing = false
      request.socket.destroy()
      return
    }
    const asked = transcript.keep('client', body)
    handOn({ request, body, response, origin }, (answer) => new Reader(answer, transcript, asked))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    get messages() {
      return transcript.messages
    },
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
      }),
    cut: () => server.closeAllConnections(),
    loseAnswer() {
      isLosing = true
    },
    close,
  }
}

class Transcript {
  messages: readonly Sent[] = []

  /** Keeps a body, or what an event carries. */
  keep(from: Sent['from'], text: string): readonly Sent[] {
    const parts: readonly JsonObject[] = text === '' ? [] : [JSON.parse(text)].flat()
    const sent = parts.map((message): Sent => ({ from, message, http: true }))
    this.messages = [...this.messages, ...sent]
    return sent
  }

  forget(sent: readonly Sent[]): void {
    this.messages = this.messages.filter((one) => !sent.includes(one))
  }
}

/** Reads the answer to a POST or a GET, while it comes. */
class Reader {
  readonly #type: string
  readonly #isRefusal: boolean
  readonly #transcript: Transcript
  readonly #asked: readonly Sent[]
  #text = ''

  constructor({ headers, statusCode = 500 }: IncomingMessage, transcript: Transcript, asked: readonly Sent[]) {
    this.#type = headers['content-type'] ?? ''
    this.#isRefusal = statusCode >= 400
    this.#transcript = transcript
    this.#asked = asked
  }

  take(chunk: string): void {
    this.#text += chunk
    if (!this.#type.startsWith('text/event-stream')) return
    const events = this.#text.split(/\r?\n\r?\n/)
    this.#text = events.pop() ?? ''
    for (const event of events) this.#transcript.keep('server', dataOf(event))
  }

  end(): void {
    const isJson = this.#type.startsWith('application/json')
    if (this.#isRefusal && !(isJson && hasId(this.#text))) this.#transcript.forget(this.#asked)
    else if (isJson) this.#transcript.keep('server', this.#text)
  }
}

/** The message of an event; the address that older streams begin with is none. */
function dataOf(event: string): string {
  const lines = event.split(/\r?\n/)
  if (lines.some((line) => /^event:(?! ?message$)/.test(line))) return ''
  return lines.flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []).join('\n')
}

function hasId(text: string): boolean {
  const { id } = JSON.parse(text) as JsonObject
  return id !== undefined && id !== null
}

interface Handed {
  readonly request: IncomingMessage
  readonly body: string
  readonly response: ServerResponse
  /** Of the server. */
  readonly origin: string
}

function handOn({ request, body, response, origin }: Handed, read: (answer: IncomingMessage) => Reader): void {
  const { method, headers, url = '/' } = request
  const upstream = send(new URL(url, origin), { method, headers: { ...headers, host: new URL(origin).host } })
  upstream.setNoDelay(true)
  response.on('close', () => upstream.destroy())
  upstream.on('error', () => response.destroy()) // the server is gone, or the client is
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders()
    const reader = read(answer)
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      reader.take(chunk)
      response.write(chunk)
    })
    answer.on('error', () => response.destroy())
    answer.on('end', () => {
      reader.end()
      response.end()
    })
  })
  upstream.end(body)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
