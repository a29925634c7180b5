import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { type ServeStreamOptions, serveStream } from './serve-stream.js'

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: { _meta: modern } })

/** A client of a server whose requests wait until they are finished by id, or aborted. */
async function open(options: Partial<ServeStreamOptions> = {}, limits: Record<string, number> = {}) {
  const [toServer, toClient] = [new TransformStream<unknown, unknown>(), new TransformStream<unknown, unknown>()]
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const exchanges: Exchange[] = []
  const finishes = new Map<unknown, () => void>()
  const environment = { runtime, logger, limits: createLimits(limits) }
  const serve = async (message: { readonly method: string; readonly id?: string | number }, exchange: Exchange) => {
    if (message.id === undefined) return undefined
    exchanges.push(exchange)
    if (message.method === 'wait') await new Promise<void>((resolve) => finishes.set(message.id, resolve))
    return { jsonrpc: '2.0' as const, id: message.id, result: {} }
  }
  const streams = { readable: toServer.readable, writable: toClient.writable }
  const served = await serveStream({ serve, environment }, { ...streams, ...options })
  const [writer, reader] = [toServer.writable.getWriter(), toClient.readable.getReader()]
  const received: unknown[] = []
  const reading = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) received.push(read.value)
  })()
  reading.catch(() => {})
  const send = async (...messages: readonly unknown[]) => {
    for (const message of messages) void writer.write(message).catch(() => {})
    await settled()
  }
  onTestFinished(async () => {
    await writer.abort('over').catch(() => {})
    await served.closed
  })
  return { served, streams, send, writer, received, reading, runtime, logger, exchanges, finishes }
}

describe('serving a stream', () => {
  test('ends with the stream, when what is served has ended', async () => {
    const { send, writer, received, served, streams, finishes, runtime, reading } = await open()
    await send(request(1, 'wait'))
    void writer.close()
    await settled()
    expect(received).toEqual([])
    finishes.get(1)?.()
    await served.closed
    await reading
    expect(received).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
    expect([streams.readable.locked, runtime.timers]).toEqual([false, 0])
  })

  test('ends what takes longer than drainMs', async () => {
    const { send, writer, received, served, runtime } = await open({}, { drainMs: 1_000 })
    await send(request(1, 'wait'))
    void writer.close()
    await runtime.advance(999)
    expect(received).toEqual([])
    await runtime.advance(1)
    await served.closed
    expect(received).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'The server is closing' } }])
  })

  test('ends when it is closed, once', async () => {
    const { served, streams, reading } = await open()
    await Promise.all([served.close(), served.close(), served[Symbol.asyncDispose]()])
    await Promise.all([served.closed, reading])
    expect(streams.readable.locked).toBe(false)
  })

  test('ends at once when the stream fails, and says so', async () => {
    const { send, writer, served, logger, exchanges, received } = await open()
    await send(request(1, 'wait'))
    await writer.abort('gone')
    await served.closed
    expect(logger.errors).toEqual([{ message: 'The stream of messages failed', error: 'gone' }])
    expect(exchanges[0]?.signal.reason).toBe('gone')
    expect(received).toEqual([])
  })

  test('ends at once when its signal aborts, and does not listen to it after that', async () => {
    const controller = new AbortController()
    const { send, served, exchanges, logger } = await open({ signal: controller.signal })
    await send(request(1, 'wait'))
    const reason = new Error('enough')
    controller.abort(reason)
    await served.closed
    expect([exchanges[0]?.signal.reason, logger.errors]).toEqual([reason, []])
  })

  test('leaves nothing at its signal when it ends otherwise', async () => {
    const { signal } = new AbortController()
    const { served } = await open({ signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await served.close()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('does not begin where its signal has aborted', async () => {
    const { readable, writable } = new TransformStream()
    const signal = AbortSignal.abort(new Error('before'))
    const begun = serveStream({ serve: async () => undefined }, { readable, writable, signal })
    await expect(begun).rejects.toThrow('before')
    expect(readable.locked).toBe(false)
  })

  test('ends when the credentials expire', async () => {
    const principal = { id: 'ada', scopes: [], claims: {}, expiresAt: 1_000 }
    const { send, served, runtime, exchanges } = await open({ principal })
    await send(request(1, 'wait'))
    expect(exchanges[0]?.principal).toBe(principal)
    await runtime.advance(999)
    expect(exchanges[0]?.signal.aborted).toBe(false)
    await runtime.advance(1)
    await served.closed
    expect(exchanges[0]?.signal.reason).toMatchObject({
      code: 'closed',
      message: 'The credentials of the client have expired',
    })
  })

  test('ends with an error for the client that did not read to the end', async () => {
    const slow = new TransformStream<unknown, unknown>()
    const { send, writer, served, runtime } = await open({ writable: slow.writable }, { drainMs: 1_000 })
    await send(request(1, 'now'), request(2, 'now'))
    void writer.close()
    await runtime.advance(2_000)
    await served.closed
    const reader = slow.readable.getReader()
    const readAll = async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read());
    }
    await expect(readAll()).rejects.toThrow(new Error('The client did not read to the end'))
  })

  test('ends though the client does not read', async () => {
    const writable = new WritableStream<unknown>({ write: () => new Promise(() => {}) })
    const { send, writer, served, runtime } = await open({ writable }, { drainMs: 1_000 })
    await send(request(1, 'now'))
    void writer.close()
    await runtime.advance(999)
    await runtime.advance(1)
    await served.closed
    expect(runtime.timers).toBe(0)
  })
})

describe('messages', () => {
  test('that nest too deeply are refused with their id', async () => {
    const { send, received } = await open({}, { jsonDepth: 4 })
    await send({ ...request(7, 'now'), deep: [[[[]]]] }, [[[[[]]]]], request(8, 'now'))
    const message = 'Invalid message: it nests deeper than 4 levels (limits.jsonDepth)'
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32600, message } },
      { jsonrpc: '2.0', error: { code: -32600, message } },
      { jsonrpc: '2.0', id: 8, result: {} },
    ])
  })

  test('that nest too deeply wait as others do while the connection is busy, and at most about a thousand', async () => {
    const { send, writer, received, finishes } = await open({}, { pipeInFlight: 1, jsonDepth: 4 })
    await send(request(1, 'wait'))
    const read: number[] = []
    const sent = Array.from({ length: 1_200 }, async (_, index) => {
      await writer.write([[[[[]]]]])
      read.push(index)
    })
    await settled(20)
    expect([read.length > 1_000, read.length < 1_100, received]).toEqual([true, true, []])
    finishes.get(1)?.()
    await Promise.all(sent)
    await settled(20)
    expect(received).toHaveLength(1_201)
  })

  test('wait for their turn, and have it though the client has ended its stream', async () => {
    const { send, writer, received, exchanges, finishes, served } = await open({}, { pipeInFlight: 1 })
    await send(request(1, 'wait'), request(2, 'now'))
    expect(exchanges).toHaveLength(1)
    void writer.close()
    await settled()
    finishes.get(1)?.()
    await served.closed
    expect(received).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test('of one stream are known to come from one sender', async () => {
    const [one, other] = [await open(), await open()]
    await one.send(request(1, 'now'), request(2, 'now'))
    await other.send(request(1, 'now'))
    const [first, second] = one.exchanges.map(({ sender }) => sender)
    expect([first === second, first === other.exchanges[0]?.sender, typeof first]).toEqual([true, false, 'symbol'])
  })
})

describe('what cannot be served', () => {
  const target = { serve: async () => undefined }
  const needed = 'serveStream: give it { readable, writable }, web streams with one message per chunk'
  const streams = () => new TransformStream<unknown, unknown>() as ServeStreamOptions

  test.each<[string, unknown, unknown, string]>([
    [
      'no target',
      undefined,
      streams(),
      'serveStream: the server must be what createServer or createGateway gives, or { serve }, got undefined',
    ],
    ['no options', target, undefined, needed],
    ['null', target, null, needed],
    ['no stream to read', target, { writable: streams().writable }, needed],
    ['no stream to write', target, { readable: streams().readable }, needed],
    ['what is no stream', target, { readable: {}, writable: {} }, needed],
  ])('is %s', async (_name, given, options, message) => {
    await expect(serveStream(given as never, options as never)).rejects.toThrow(new TypeError(message))
  })

  test('is a stream that is in use', async () => {
    const { readable, writable } = streams()
    writable.getWriter()
    await expect(serveStream(target, { readable, writable })).rejects.toThrow(
      new TypeError('serveStream: writable is locked: something else uses it'),
    )
    readable.getReader()
    await expect(serveStream(target, { readable, writable })).rejects.toThrow(
      new TypeError('serveStream: readable is locked: something else uses it'),
    )
  })
})
