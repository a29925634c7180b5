import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Package, packages } from '../../test/packages.js'

interface StoredEvent {
  readonly id: string
  readonly streamId: string
  readonly message: unknown
}

/** An event store of a program. `replaying` delays a replay after it has read the events. */
class Store {
  readonly events: StoredEvent[] = []
  replaying: Promise<void> = Promise.resolve()
  onReplay: () => void = () => {}
  onStore: (message: { readonly id?: number }) => unknown = () => {}

  async storeEvent(streamId: string, message: object) {
    const id = `${streamId}_${this.events.length}`
    this.events.push({ id, streamId, message })
    this.onStore(message)
    return id
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (id: string, message: never) => Promise<void> },
  ): Promise<string> {
    const at = this.events.findIndex(({ id }) => id === lastEventId)
    const { streamId } = this.events[at] as StoredEvent
    const missed = this.events.slice(at + 1).filter((event) => event.streamId === streamId)
    for (const { id, message } of missed) await send(id, message as never)
    this.onReplay()
    await this.replaying
    return streamId
  }
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open({ McpServer, StreamableHTTPServerTransport }: Package) {
  const store = new Store()
  const server = new McpServer({ name: 's', version: '1' }, { capabilities: { logging: {} } })
  let finish: () => void = () => {}
  server.registerTool('slow', {}, async (extra) => {
    extra.closeSSEStream?.()
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data: 'late' } })
    return { content: [{ type: 'text', text: 'done' }] }
  })
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => 'the-session',
    eventStore: store as never,
    retryInterval: 5,
  })
  await server.connect(transport)
  const handle = (req: IncomingMessage, res: ServerResponse) => void transport.handleRequest(req, res)
  const http = createServer(handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  closers.push(() => new Promise((resolve) => http.close(resolve)))
  closers.push(() => http.closeAllConnections())
  closers.push(() => server.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-session-id': 'the-session',
    'mcp-protocol-version': '2025-11-25',
  }
  const post = (message: object) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  const clientInfo = { name: 'c', version: '1' }
  await (
    await post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  ).text()
  const resume = (lastEventId: string) => fetch(url, { headers: { ...headers, 'last-event-id': lastEventId } })
  return { store, server, post, resume, finish: () => finish() }
}

/** Reads events until one has the text, and gives all there were. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}

const idOf = (text: string) => /^id: (.*)$/m.exec(text)?.[1] as string

describe.each(packages)('a client of $name that comes back', ({ load }) => {
  test('gets what it missed of a call', async () => {
    const { post, resume, finish, store } = await open(await load())
    const primed = await (await post({ id: 1, method: 'tools/call', params: { name: 'slow' } })).text()
    expect(primed).toMatch(/^id: .*\nretry: 5\ndata: \n\n$/)
    finish()
    const missed = await readUntil(await resume(idOf(primed)), 'done')
    expect(missed.match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice(6)))).toMatchObject([
      { method: 'notifications/message', params: { data: 'late' } },
      { id: 1, result: { content: [{ text: 'done' }] } },
    ])
    expect(store.events.length).toBe(5)
  })
})

test('a stream ends when what is sent again on it ends with the response', async () => {
  const { post, resume, finish, store } = await open(await packages[1].load())
  const primed = await (await post({ id: 1, method: 'tools/call', params: { name: 'slow' } })).text()
  const stored = new Promise<void>((resolve) => {
    store.onStore = (message) => message.id === 1 && resolve()
  })
  finish()
  await stored
  const text = await (await resume(idOf(primed))).text()
  expect([...text.matchAll(/"(?:data|text)":"(\w+)"/g)].map(([, data]) => data)).toEqual(['late', 'done'])
})

describe('a client that comes back while events are stored', () => {
  test('loses none of those that were stored after its replay had read them', async () => {
    const { server, store, resume } = await open(await packages[1].load())
    const log = (data: string) => server.sendLoggingMessage({ level: 'info', data })
    await log('first')
    await log('second')
    const read = new Promise<void>((resolve) => {
      store.onReplay = resolve
    })
    let goOn: () => void = () => {}
    store.replaying = new Promise((resolve) => {
      goOn = resolve
    })
    const first = store.events.find(({ streamId }) => streamId === '_GET_stream') as StoredEvent
    const responding = resume(first.id)
    await read
    await log('third')
    goOn()
    const response = await responding
    await log('fourth')
    const text = await readUntil(response, 'fourth')
    expect([...text.matchAll(/"data":"(\w+)"/g)].map(([, data]) => data)).toEqual(['second', 'third', 'fourth'])
  })
})
