import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createClientServices } from '../../client-services.js'
import type { ConnectOptions } from '../../connect-options.js'
import { type MessageStreams, streamsConnector } from './streams-connector.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const notification = { jsonrpc: '2.0', method: 'notifications/a' } as const

/** A transport over streams of a test. */
async function open({ readable, writable }: Partial<MessageStreams>, options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, ...options })
  const connector = streamsConnector(
    { readable: readable ?? new ReadableStream(), writable: writable ?? new WritableStream() },
    services,
  )
  return { connector, runtime, transport: await connector.open(async () => undefined) }
}

test('streams are those of one server, which cannot be connected to again', async () => {
  const { connector, transport } = await open({})
  expect(connector).toEqual({ network: { transport: 'stdio' }, reopens: false, open: expect.any(Function) })
  await transport.close()
})

test.each<[string, (controller: ReadableStreamDefaultController) => void, string, unknown]>([
  ['that ends', (controller) => controller.close(), 'ended', undefined],
  ['that fails', (controller) => controller.error('broken'), 'failed', 'broken'],
])('a stream %s ends the connection, and what is pending', async (_name, start, what, cause) => {
  let started: ReadableStreamDefaultController | undefined
  const readable = new ReadableStream({
    start: (controller) => {
      started = controller
    },
  })
  const { transport } = await open({ readable })
  const expected = { code: 'closed', message: `The stream of messages ${what}`, cause }
  const rejected = expect(transport.request(ping)).rejects.toMatchObject(expected)
  if (started !== undefined) start(started)
  await rejected
  expect(await transport.closed).toMatchObject(expected)
  await transport.close()
})

test('a stream that cannot be written to ends the connection', async () => {
  const writable = new WritableStream({ write: () => Promise.reject(new Error('broken')) })
  const { transport } = await open({ writable })
  await expect(transport.request(ping)).rejects.toMatchObject({
    code: 'closed',
    message: 'The stream of messages cannot be written to',
    cause: new Error('broken'),
  })
  await transport.close()
})

test('a server that reads too slowly ends the connection at the limit, which counts what it has not read', async () => {
  let next: (() => void) | undefined
  const written: unknown[] = []
  const writable = new WritableStream({
    write: (message) => {
      written.push(message)
      return new Promise<void>((resolve) => {
        next = resolve
      })
    },
  })
  const { transport, runtime } = await open({ writable }, { limits: { pipeInFlight: 2, drainMs: 50 } })
  let reason: unknown = 'open'
  void transport.closed.then((given) => {
    reason = given
  })
  transport.notify(notification)
  transport.notify(notification)
  await settled()
  next?.()
  await settled()
  transport.notify(notification)
  await settled()
  expect([reason, written.length]).toEqual(['open', 2])
  transport.notify(notification)
  await settled()
  expect(reason).toMatchObject({
    code: 'closed',
    message: 'The server reads too slowly: limits.pipeInFlight is 2',
  })
  const closing = transport.close()
  await runtime.advance(50)
  await closing
  expect([writable.locked, runtime.timers]).toEqual([false, 0])
})
