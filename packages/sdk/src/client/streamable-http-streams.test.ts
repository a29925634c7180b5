import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settled } from '../../test/pipe.js'
import { eventOf, eventStream, inOrder, type PreparedFetch } from '../../test/prepared-fetch.js'
import type { JSONRPCMessage } from '../types.js'
import { StreamableHTTPClientTransport, type StreamableHTTPClientTransportOptions } from './streamableHttp.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const open: StreamableHTTPClientTransport[] = []
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close()
  vi.useRealTimers()
})

const url = 'https://a.example/mcp'
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const pong = { jsonrpc: '2.0', id: 1, result: {} } as const
const note = { jsonrpc: '2.0', method: 'notifications/a' } as const
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
const accepted = () => new Response(null, { status: 202 })
const missing = (statusText = '') => new Response(null, { status: 404, statusText })

async function create({ fetch, sent }: PreparedFetch, options: StreamableHTTPClientTransportOptions = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch, ...options })
  open.push(transport)
  const messages: JSONRPCMessage[] = []
  const errors: string[] = []
  transport.onmessage = (message) => void messages.push(message)
  transport.onerror = (error) => void errors.push(error.message)
  await transport.start()
  /** The method of each request, and the event that it goes on after. */
  const requests = () => sent.map(({ method, headers }) => [method, headers['last-event-id']])
  return { transport, messages, errors, sent, requests }
}

/** Lets pass so much time, and what is done then. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turns = 0; turns < 3; turns += 1) await settled()
}

describe('the stream of the server', () => {
  test('is opened when the client has initialized', async () => {
    const { transport, messages, sent } = await create(inOrder(accepted(), eventStream(eventOf(note))))
    await transport.send(initialized)
    await pass(0)
    expect(sent[1]).toMatchObject({ method: 'GET', url, headers: { accept: 'text/event-stream' } })
    expect(sent[1]?.headers).not.toHaveProperty('last-event-id')
    expect(messages).toEqual([note])
  })

  test('need not be there', async () => {
    const { transport, errors, sent } = await create(inOrder(accepted(), new Response(null, { status: 405 })))
    await transport.send(initialized)
    await pass(100_000)
    expect([errors, sent.length]).toEqual([[], 2])
  })

  test('that cannot be opened is an error, and the message was sent', async () => {
    const { transport, errors } = await create(inOrder(accepted(), missing('Gone')))
    expect(await transport.send(initialized)).toBeUndefined()
    await pass(0)
    const message = 'Streamable HTTP error: Failed to open SSE stream: Gone'
    expect(errors).toEqual([message, message])
  })

  test('is opened again where it broke off, also after a response on it', async () => {
    const streams = [eventStream(eventOf(note, 'a')), eventStream(eventOf(pong, 'b')), eventStream('')]
    const { transport, messages, requests } = await create(inOrder(accepted(), ...streams))
    await transport.send(initialized)
    await pass(999)
    expect(requests()).toHaveLength(2)
    await pass(1)
    await pass(1_000)
    expect(requests()).toEqual([
      ['POST', undefined],
      ['GET', undefined],
      ['GET', 'a'],
      ['GET', 'b'],
    ])
    expect(messages).toEqual([note, pong])
  })

  test('that is broken is an error', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new Error('cut'))
      },
    })
    const response = new Response(broken, { headers: { 'content-type': 'text/event-stream' } })
    const { transport, errors, requests } = await create(inOrder(accepted(), response, eventStream('')))
    await transport.send(initialized)
    await pass(1_000)
    expect(errors[0]).toMatch(/^SSE stream disconnected: Error: .*cut/)
    expect(requests()).toHaveLength(3)
  })

  test('without a body is no stream', async () => {
    const { transport, requests } = await create(inOrder(accepted(), new Response(null)))
    await transport.send(initialized)
    await pass(100_000)
    expect(requests()).toHaveLength(2)
  })

  test('is not opened again once the transport is closed', async () => {
    const { transport, requests } = await create(inOrder(accepted(), eventStream(eventOf(note, 'a'))))
    await transport.send(initialized)
    await pass(0)
    await transport.close()
    expect(vi.getTimerCount()).toBe(0)
    await pass(100_000)
    expect(requests()).toHaveLength(2)
  })
})

describe('the stream of a request', () => {
  test('with its response is over', async () => {
    const { transport, requests } = await create(inOrder(eventStream(eventOf(note, 'a') + eventOf(pong, 'b'))))
    await transport.send(ping)
    await pass(100_000)
    expect(requests()).toHaveLength(1)
  })

  test('without ids of events cannot go on', async () => {
    const { transport, requests } = await create(inOrder(eventStream(eventOf(note))))
    await transport.send(ping)
    await pass(100_000)
    expect(requests()).toHaveLength(1)
  })

  test('goes on after its last event, whose id the program gets', async () => {
    const streams = [eventStream(eventOf(note, 'a')), eventStream(eventOf(pong, 'b'))]
    const { transport, messages, requests } = await create(inOrder(...streams))
    const tokens: string[] = []
    await transport.send(ping, { onresumptiontoken: (token) => tokens.push(token) })
    await pass(1_000)
    expect(requests()).toEqual([
      ['POST', undefined],
      ['GET', 'a'],
    ])
    expect([tokens, messages]).toEqual([
      ['a', 'b'],
      [note, pong],
    ])
    await pass(100_000)
    expect(requests()).toHaveLength(2)
  })

  test('has errors for what is no message, and goes on', async () => {
    const text = `data: {"no":1}\n\n${eventOf(pong)}`
    const { transport, messages, errors } = await create(inOrder(eventStream(text)))
    await transport.send(ping)
    await pass(0)
    expect([messages, errors.length]).toEqual([[pong], 1])
  })
})

describe('the time before a stream is opened again', () => {
  const delays = { initialReconnectionDelay: 100, reconnectionDelayGrowFactor: 3, maxReconnectionDelay: 500 }

  test('grows up to its limit, for as many attempts as there may be', async () => {
    const streams = [eventStream(eventOf(note, 'a')), missing(), missing(), missing()]
    const options = { reconnectionOptions: { ...delays, maxRetries: 3 } }
    const { transport, errors, requests } = await create(inOrder(...streams), options)
    await transport.send(ping)
    for (const [ms, count] of [
      [99, 1],
      [1, 2],
      [299, 2],
      [1, 3],
      [499, 3],
      [1, 4],
      [100_000, 4],
    ] as const) {
      await pass(ms)
      expect([ms, requests().length]).toEqual([ms, count])
    }
    const failed = 'Streamable HTTP error: Failed to open SSE stream: '
    const attempt = [failed, `Failed to reconnect SSE stream: ${failed}`]
    expect(errors).toEqual([...attempt, ...attempt, ...attempt, 'Maximum reconnection attempts (3) exceeded.'])
  })

  test('is a second by default, then half as much again, twice', async () => {
    const { transport, errors, requests } = await create(inOrder(eventStream(eventOf(note, 'a')), missing(), missing()))
    await transport.send(ping)
    for (const [ms, count] of [
      [999, 1],
      [1, 2],
      [1_499, 2],
      [1, 3],
    ] as const) {
      await pass(ms)
      expect([ms, requests().length]).toEqual([ms, count])
    }
    expect(errors.at(-1)).toBe('Maximum reconnection attempts (2) exceeded.')
  })

  test('is what the server asked for', async () => {
    const streams = [eventStream(`retry: 20\n${eventOf(note, 'a')}`), eventStream(eventOf(pong))]
    const { transport, requests } = await create(inOrder(...streams))
    await transport.send(ping)
    await pass(19)
    expect(requests()).toHaveLength(1)
    await pass(1)
    expect(requests()).toHaveLength(2)
  })
})

describe('a stream of an earlier request', () => {
  test('is opened in the place of a message, and its response answers that', async () => {
    const { transport, messages, requests } = await create(
      inOrder(eventStream(eventOf({ id: 'old', result: {} }, 'b'))),
    )
    const tokens: string[] = []
    await transport.send(ping, { resumptionToken: 'a', onresumptiontoken: (token) => tokens.push(token) })
    await pass(0)
    expect(requests()).toEqual([['GET', 'a']])
    expect([messages, tokens]).toEqual([[pong], ['b']])
  })

  test('is opened again after the event that it began with', async () => {
    const { transport, requests } = await create(inOrder(eventStream(''), eventStream(eventOf(pong))))
    await transport.send(ping, { resumptionToken: 'a' })
    await pass(1_000)
    expect(requests()).toEqual([
      ['GET', 'a'],
      ['GET', 'a'],
    ])
  })

  test('keeps the id of the response where no request resumes it', async () => {
    const { transport, messages } = await create(inOrder(eventStream(eventOf({ id: 'old', result: {} }))))
    await transport.send(note, { resumptionToken: 'a' })
    await pass(0)
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 'old', result: {} }])
  })

  test('that cannot be opened is an error', async () => {
    const { transport, errors } = await create(inOrder(missing('Gone')))
    await transport.send(ping, { resumptionToken: 'a' })
    await pass(0)
    const message = 'Streamable HTTP error: Failed to open SSE stream: Gone'
    expect(errors).toEqual([message, message])
  })

  test('can be opened by itself', async () => {
    const { transport, messages, requests } = await create(inOrder(eventStream(eventOf(pong, 'c'))))
    const tokens: string[] = []
    await transport.resumeStream('b', { onresumptiontoken: (token) => tokens.push(token) })
    await pass(0)
    expect([requests(), messages, tokens]).toEqual([[['GET', 'b']], [pong], ['c']])
    const refused = await create(inOrder(missing('Gone')))
    await expect(refused.transport.resumeStream('b')).rejects.toMatchObject({ code: 404 })
  })
})
