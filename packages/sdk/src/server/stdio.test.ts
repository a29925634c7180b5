import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import '../modern/modern-stdio.js'
import type { JSONRPCMessage } from '../types.js'
import { StdioServerTransport } from './stdio.js'

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '2' },
}
const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1' },
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const

/** A transport that answers each request, and what it received and wrote. */
async function open(options?: { maxBufferSize?: number }) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = new StdioServerTransport(input, output, options)
  const received: JSONRPCMessage[] = []
  const errors: string[] = []
  const onclose = vi.fn()
  transport.onclose = onclose
  transport.onerror = ({ message }) => void errors.push(message)
  transport.onmessage = (message) => {
    received.push(message)
    if (!('id' in message && 'method' in message)) return
    const result = message.method === 'initialize' ? initialized : { tools: [] }
    queueMicrotask(() => void transport.send({ jsonrpc: '2.0', id: message.id as number, result }))
  }
  await transport.start()
  let written = ''
  output.on('data', (chunk) => {
    written += chunk
  })
  const send = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
  const lines = () => written.split('\n').slice(0, -1)
  return { transport, input, received, errors, onclose, send, lines }
}

test('a message is received, and its answer written as a line', async () => {
  const { transport, received, send, lines } = await open()
  send(ping)
  await vi.waitFor(() => expect(lines()).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}']))
  expect(received).toEqual([ping])
  await transport.close()
})

test('a modern request is served with the handlers of the transport', async () => {
  const { transport, received, send, lines } = await open()
  send({ jsonrpc: '2.0', id: 'm', method: 'tools/list', params: { _meta } })
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 20_000)
  expect(JSON.parse(lines()[0] as string)).toMatchObject({ jsonrpc: '2.0', id: 'm', result: { tools: [] } })
  expect(received.map((message) => 'method' in message && message.method)).toEqual([
    ...['initialize', 'notifications/initialized', 'tools/list'],
  ])
  await transport.close()
})

test('a transport starts once', async () => {
  const { transport } = await open()
  await expect(transport.start()).rejects.toThrow(
    new Error(
      'StdioServerTransport already started! If using Server class, note that connect() calls start() automatically.',
    ),
  )
  await transport.close()
})

test('errors of the input and of its messages are told, until the transport is closed', async () => {
  const { transport, input, errors, send } = await open()
  input.on('error', () => {})
  input.emit('error', new Error('broken'))
  send({ no: 'message' })
  await vi.waitFor(() => expect(errors).toHaveLength(2))
  expect(errors[0]).toBe('broken')
  await transport.close()
  input.emit('error', new Error('later'))
  expect(errors).toHaveLength(2)
})

test('a closed transport reads no more, and leaves the input to others', async () => {
  const { transport, input, received, onclose, send } = await open()
  await transport.close()
  expect([onclose.mock.calls.length, input.isPaused()]).toEqual([1, true])
  send(ping)
  const other = await open()
  other.input.on('data', () => {})
  await other.transport.close()
  expect([other.input.isPaused(), received]).toEqual([false, []])
})

test('a message may have as many bytes as the program says', async () => {
  const length = JSON.stringify(ping).length
  const { transport, received, errors, onclose, send } = await open({ maxBufferSize: length })
  send(ping)
  await vi.waitFor(() => expect(received).toEqual([ping]))
  send({ ...ping, id: 10 })
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledTimes(1))
  expect(errors).toEqual([`ReadBuffer exceeded maximum size of ${length} bytes`])
  await transport.close()
})
