import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { checkedConnector } from './checked-connector.js'
import type { NodeGuardOptions } from './node-guard-options.js'

let server: Server
let connections: number

beforeEach(async () => {
  connections = 0
  server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

function connect(hostname: string, options: NodeGuardOptions = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const connector = checkedConnector({ ...options, signal: undefined })
  return new Promise((resolve) => {
    const target = { hostname, port: String(port), protocol: 'http:' }
    connector(target, (error, socket) => {
      socket?.destroy()
      resolve(error ?? 'connected')
    })
  })
}

test.each<[string, string, NodeGuardOptions, string]>([
  ['an address', '127.0.0.1', {}, 'refused: 127.0.0.1 is a loopback address'],
  [
    'a name that leads to one',
    'mcp.example',
    { lookup: async () => [{ address: '127.0.0.1', family: 4 }] },
    'refused: mcp.example resolves to 127.0.0.1, a loopback address',
  ],
  ['a name without an address', 'mcp.example', { lookup: async () => [] }, 'refused: mcp.example has no address'],
])('%s that is refused gets no connection', async (_name, hostname, options, message) => {
  expect(await connect(hostname, options)).toMatchObject({ code: 'unreachable', message })
  await settled(20)
  expect(connections).toBe(0)
})

test('this machine gets one where it is allowed', async () => {
  expect(await connect('127.0.0.1', { allowLoopback: true })).toBe('connected')
})
