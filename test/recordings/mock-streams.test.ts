import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ServedMock, serveMock } from './mocked.js'

const session = { 'mcp-session-id': 'recorded' }

/**
 * A session of 2025-11-25, whose server says something on the GET stream before it answers each of two calls. At its speed the
 * stream is a second slower than the answers.
 */
function recording(): string {
  const header = { format: 'omniport-recording', version: 1, started: '2026-01-01', target: { url: 'http://a/mcp' } }
  const line = (ms: number, exchange: number, from: string, rest: object) => ({
    ...{ ms, transport: 'http', connection: 1, exchange, from },
    ...rest,
  })
  const sent = (ms: number, exchange: number, message: object, headers: object = session) =>
    line(ms, exchange, 'client', { request: { method: 'POST', path: '/mcp' }, headers, message })
  const answered = (ms: number, exchange: number, message: object, more: object = {}) => [
    line(ms, exchange, 'server', { status: 200, headers: { 'content-type': 'application/json', ...more }, message }),
    line(ms, exchange, 'server', { end: 'complete' }),
  ]
  const rpc = (rest: object) => ({ jsonrpc: '2.0', ...rest })
  const called = (ms: number, exchange: number, id: number, name: string) => [
    sent(ms, exchange, rpc({ id, method: 'tools/call', params: { name } })),
    line(ms + 10, 3, 'server', { message: announcement(name) }),
    ...answered(ms + 40, exchange, rpc({ id, result: { content: [{ type: 'text', text: name }] } })),
  ]
  const stream = { 'content-type': 'text/event-stream' }
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a', version: '1' } }
  const lines = [
    header,
    sent(1, 1, rpc({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }), {}),
    ...answered(2, 1, rpc({ id: 1, result }), session),
    sent(3, 2, rpc({ method: 'notifications/initialized' })),
    line(4, 2, 'server', { status: 202, end: 'complete' }),
    line(5, 3, 'client', { request: { method: 'GET', path: '/mcp' }, headers: session }),
    line(6, 3, 'server', { status: 200, headers: stream }),
    ...called(1_000, 4, 2, 'first'),
    ...called(2_000, 5, 3, 'second'),
  ]
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('')
}

function announcement(data: string) {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } }
}

let folder = ''
let mock: ServedMock
let client: Client
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'streams-'))
  writeFileSync(join(folder, 'a.jsonl'), recording())
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  mock = await serveMock(join(folder, 'a.jsonl'), ['--speed', '1'])
  client = await Client.open(mock.url)
})
afterEach(() => mock.close())

/** A client that posts by hand, and keeps the order in which it is told things. */
class Client {
  readonly received: string[] = []
  readonly #url: string
  #headers: Record<string, string> = {}

  static async open(url: string): Promise<Client> {
    const client = new Client(url)
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { headers } = await client.#post({ id: 'i', method: 'initialize', params })
    client.#headers = { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' }
    await client.#post({ method: 'notifications/initialized' })
    return client
  }

  private constructor(url: string) {
    this.#url = url
  }

  /** Resolves when the server has opened the stream. */
  async listen() {
    const headers = { ...this.#headers, accept: 'text/event-stream' }
    const sent = request(this.#url, { headers })
      .on('error', () => {})
      .end()
    const [stream] = (await once(sent, 'response')) as [IncomingMessage]
    stream.on('error', () => {})
    stream.setEncoding('utf8').on('data', (event: string) => {
      for (const [, data] of event.matchAll(/^data: ?(.+)$/gm)) this.received.push(JSON.parse(data ?? '').params.data)
    })
    return sent
  }

  async call(name: string): Promise<void> {
    const { body } = await this.#post({ id: name, method: 'tools/call', params: { name } })
    this.received.push(`answer to ${JSON.parse(body).result.content[0].text}`)
  }

  async #post(message: object) {
    const accept = 'application/json, text/event-stream'
    const headers = { ...this.#headers, accept, 'content-type': 'application/json' }
    const sent = request(this.#url, { method: 'POST', headers }).end(JSON.stringify({ jsonrpc: '2.0', ...message }))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { headers: response.headers, body: await text(response) }
  }
}

test('what came on the stream before an answer is sent before it', { timeout: 30_000 }, async () => {
  const stream = await client.listen()
  await client.call('first')
  await client.call('second')
  expect(client.received).toEqual(['first', 'answer to first', 'second', 'answer to second'])
  stream.destroy()
})

test('a client without a stream is answered', { timeout: 30_000 }, async () => {
  await client.call('first')
  await client.call('second')
  expect(client.received).toEqual(['answer to first', 'answer to second'])
})

test('a client that leaves out what stood before in the stream is answered', { timeout: 30_000 }, async () => {
  const stream = await client.listen()
  await client.call('second')
  expect(client.received).toEqual(['answer to second'])
  stream.destroy()
})

test.each([
  ['at once', []],
  ['after a call', ['first']],
])(
  'a stream that the client has closed %s does not hold up later calls',
  { timeout: 30_000 },
  async (_name, before) => {
    const stream = await client.listen()
    for (const name of before) await client.call(name)
    stream.destroy()
    await client.call('second')
    expect(client.received.at(-1)).toBe('answer to second')
  },
)
