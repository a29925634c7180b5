import { expect, test } from 'vitest'
import { WebSocketClientTransport } from './websocket.js'

test('a WebSocket transport says what to use in its place, and closes', async () => {
  const transport = new WebSocketClientTransport(new URL('ws://a.example/mcp'))
  const error = new Error(
    'WebSocketClientTransport cannot connect to ws://a.example/mcp: @omniport/sdk has no WebSocket client, and MCP defines none. ' +
      'Use StreamableHTTPClientTransport, or a transport of your own with start, send and close.',
  )
  await expect(transport.start()).rejects.toThrow(error)
  await expect(transport.send({ jsonrpc: '2.0', method: 'a' })).rejects.toThrow(error)
  expect(await transport.close()).toBeUndefined()
})
