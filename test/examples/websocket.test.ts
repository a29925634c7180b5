import { once } from 'node:events'
import { createServer, type Principal, type Revision, type Server, tool } from 'omniport'
import { type Client, type ConnectOptions, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { loadExample } from './load-example.js'

interface ServedSockets {
  readonly url: string
  close(): Promise<void>
}
interface SocketOptions {
  readonly port: number
  readonly authenticate: (request: { readonly url?: string }) => Principal | undefined
  readonly origins?: readonly string[]
  readonly pingMs?: number
}
const { serveSockets } = await loadExample<{
  serveSockets(server: Server, options: SocketOptions): Promise<ServedSockets>
}>('websocket/serve-sockets.js')
const { connectSocket } = await loadExample<{ connectSocket(url: string, options?: ConnectOptions): Promise<Client> }>(
  'websocket/connect-socket.js',
)

const server = createServer({
  name: 's',
  version: '1',
  tools: { who: tool({ run: (_args, { principal }) => principal?.id ?? 'nobody' }) },
})
let sockets: ServedSockets
beforeAll(async () => {
  vi.stubGlobal('WebSocket', WebSocket) // Node has its own since 22
  sockets = await serveSockets(server, {
    port: 0,
    origins: ['https://app.example'],
    authenticate: ({ url = '' }) => (url === '/' ? undefined : { id: url.slice(1), scopes: [], claims: {} }),
  })
})
afterAll(async () => {
  await sockets?.close()
  await server.close()
  vi.unstubAllGlobals()
})

test.each(revisions)('a client is served as who it is, at %s', async (revision: Revision) => {
  await using client = await connectSocket(`${sockets.url}ada`, { revision })
  expect([client.revision, textOf(await client.callTool('who', {}))]).toEqual([revision, 'ada'])
})

test('a client that answers no pings is ended', async () => {
  const authenticate = () => ({ id: 'ada', scopes: [], claims: {} })
  const pinging = await serveSockets(server, { port: 0, authenticate, pingMs: 50 })
  const socket = new WebSocket(pinging.url, { autoPong: false })
  const [code] = await once(socket, 'close')
  expect(code).toBe(1006)
  await pinging.close()
})

test('nobody is refused', async () => {
  await expect(connectSocket(sockets.url)).rejects.toThrow(`No WebSocket could be opened at ${sockets.url}`)
})

test.each([
  ['https://app.example', 'open'],
  ['https://evil.example', 'Unexpected server response: 403'],
])('a page of %s: %s', async (origin, outcome) => {
  const socket = new WebSocket(`${sockets.url}ada`, { origin })
  const ended = new Promise<string>((resolve) => {
    socket.on('open', () => resolve('open'))
    socket.on('error', ({ message }) => resolve(message))
  })
  expect(await ended).toBe(outcome)
  socket.terminate()
})
