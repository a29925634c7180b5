import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import { bytesOf, endless, reply } from './fixtures/fake-endpoint.js'
import { startOutbound } from './fixtures/start-outbound.js'
import type { HttpReply } from './outbound-http-request.js'

const json = { 'content-type': 'application/json' }
const stream = { 'content-type': 'text/event-stream; charset=utf-8' }

/** The events of a reply. */
function eventsOf(received: HttpReply) {
  if (received.type !== 'events') throw new Error(`not a stream but ${received.type}`)
  return received.events
}

async function collect(received: HttpReply): Promise<string[]> {
  const texts: string[] = []
  for await (const { data } of eventsOf(received)) texts.push(new TextDecoder().decode(data))
  return texts
}

describe('a stream', () => {
  test('is read to its end, which ends the request', async () => {
    const { create, over } = startOutbound(() =>
      reply({ headers: stream, body: bytesOf('data: a\n\ndata', ': b\n\n') }),
    )
    const request = create()
    const received = await request.send()
    expect(over).toEqual([])
    expect(await collect(received)).toEqual(['a', 'b'])
    expect(over).toEqual([request])
  })

  test('may be left', async () => {
    const { create, over } = startOutbound((sent) => reply({ headers: stream, body: endless(sent, 'data: a\n\n') }))
    const request = create()
    const events = eventsOf(await request.send())[Symbol.asyncIterator]()
    expect((await events.next()).value).toEqual({ type: 'message', id: undefined, data: new TextEncoder().encode('a') })
    await events.return?.()
    expect(over).toEqual([request])
  })

  test('that breaks is lost', async () => {
    async function* breaks() {
      yield* bytesOf('data: a\n\n')
      throw new Error('The network broke')
    }
    const { create, over } = startOutbound(() => reply({ headers: stream, body: breaks() }))
    const received = await create().send()
    const reason = await collect(received).catch((caught: unknown) => caught)
    expect(reason).toBeInstanceOf(RequestLost)
    expect(reason).toMatchObject({ message: 'The connection to https://mcp.example/mcp broke: The network broke' })
    expect(over.length).toBe(1)
  })

  test('that is given up ends with the reason of that', async () => {
    const { create, over } = startOutbound((sent) => reply({ headers: stream, body: endless(sent, 'data: a\n\n') }))
    const request = create()
    const rejected = expect(collect(await request.send())).rejects.toThrow('enough')
    await settled()
    request.abort(new Error('enough'))
    await rejected
    expect(over).toEqual([request])
  })

  test('has events of limited length, and may say when to ask again', async () => {
    const times: number[] = []
    const { create } = startOutbound(
      () => reply({ headers: stream, body: bytesOf('retry: 70\n', 'data: abc\n\n', 'data: abcd\n\n') }),
      { limits: { responseBytes: 3 } },
    )
    const events = eventsOf(await create({ onRetry: (ms) => times.push(ms) }).send())[Symbol.asyncIterator]()
    expect((await events.next()).value?.data).toEqual(new TextEncoder().encode('abc'))
    await expect(events.next()).rejects.toThrow(
      new OmniportError('limit', 'An event is longer than limits.responseBytes: 3'),
    )
    expect(times).toEqual([70])
  })
})

describe('giving up', () => {
  test('aborts what the sender sends, and rejects with the reason, whatever the sender says', async () => {
    const { create, sent, over } = startOutbound(
      ({ abort }) => new Promise<never>((_resolve, reject) => abort.listen(() => reject(new Error('socket closed')))),
    )
    const request = create()
    const rejected = expect(request.send()).rejects.toThrow('enough')
    await settled()
    request.abort(new Error('enough'))
    request.abort(new Error('too late'))
    await rejected
    expect([sent[0]?.abort.aborted, over]).toEqual([true, [request]])
  })

  test('while the body comes rejects too, also where the server took the message', async () => {
    for (const status of [200, 202]) {
      const { create } = startOutbound((sent) => reply({ status, headers: json, body: endless(sent, '{') }))
      const request = create()
      const rejected = expect(request.send()).rejects.toThrow('enough')
      await settled()
      request.abort(new Error('enough'))
      await rejected
    }
  })

  test('after the end does nothing', async () => {
    const { create, over } = startOutbound(() => reply({ headers: json, body: '1' }))
    const request = create()
    expect(await request.send()).toEqual({ type: 'value', value: 1 })
    request.abort()
    request.linger()
    expect(over).toEqual([request])
  })

  test('what fails before there was a connection could not be reached', async () => {
    const { create, over } = startOutbound(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    const request = create()
    await expect(request.send()).rejects.toMatchObject({
      code: 'unreachable',
      message: 'Cannot reach https://mcp.example/mcp: connect ECONNREFUSED',
    })
    expect(over).toEqual([request])
  })
})

describe('lingering', () => {
  const start = (requestsPerServer: number) =>
    startOutbound((sent) => reply({ headers: stream, body: endless(sent, 'data: a\n\n') }), {
      limits: { requestsPerServer },
    })

  test.each([
    ['a second', 2, 1_000],
    ['less where no other connection is free', 1, 50],
  ])('gives the server %s', async (_name, requestsPerServer, ms) => {
    const { create, runtime, over } = start(requestsPerServer)
    const request = create()
    const rejected = expect(collect(await request.send())).rejects.toThrow('The connection was closed')
    request.linger()
    await runtime.advance(ms - 1)
    request.linger()
    expect([over, runtime.timers]).toEqual([[], 1])
    await runtime.advance(1)
    await rejected
    expect([over, runtime.timers]).toEqual([[request], 0])
  })

  test('stops when the request is over', async () => {
    const { create, runtime, over } = start(2)
    const request = create()
    await request.send()
    request.linger()
    request.abort(new Error('enough'))
    expect(runtime.timers).toBe(0)
    request.linger()
    expect([runtime.timers, over]).toEqual([0, [request]])
  })
})
