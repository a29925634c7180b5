import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpSendResponse } from '../../transport/http-sender.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { reply } from './fixtures/fake-endpoint.js'
import { startOutbound } from './fixtures/start-outbound.js'

const json = { 'content-type': 'application/json' }
const one = () => reply({ headers: json, body: '1' })
const moved = (location: string, status = 307) => reply({ status, headers: { location } })

test('a request is sent with its method, headers and body, to the address of the endpoint unless it has its own', async () => {
  const { create, sent, endpoint } = startOutbound(one, { headers: { authorization: 'Bearer of-all', 'x-all': 'a' } })
  const onSent = () => {}
  const first = create({ headers: { 'x-all': 'own', accept: 'b' }, body: '{}', isQuiet: true, onSent, use: 'answer' })
  const second = create({ method: 'GET', url: new URL('https://mcp.example/other') })
  await first.send()
  await second.send()
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://mcp.example/mcp?key=of-the-query',
      headers: { authorization: 'Bearer of-all', 'x-all': 'own', accept: 'b' },
      body: '{}',
      isQuiet: true,
      onSent,
      use: 'answer',
    },
    {
      method: 'GET',
      url: 'https://mcp.example/other',
      headers: { authorization: 'Bearer of-all', 'x-all': 'a' },
      body: undefined,
      use: undefined,
    },
  ])
  expect([first.url, second.url.href]).toEqual([endpoint.url, 'https://mcp.example/other'])
})

test('an endpoint without headers adds none', async () => {
  const { create, sent } = startOutbound(one)
  await create({ headers: { accept: 'b' } }).send()
  expect(sent.map(({ headers }) => headers)).toEqual([{ accept: 'b' }])
})

describe('a redirect', () => {
  test.each([307, 308])('with %i within the origin is followed with the same message', async (status) => {
    const { create, sent } = startOutbound(({ url }) => (url.endsWith('/b') ? one() : moved('/b', status)))
    const request = create({ body: '{"a":1}', headers: { accept: 'b' } })
    expect(await request.send()).toEqual({ type: 'value', value: 1 })
    expect(sent.map(({ method, url, body, headers }) => [method, url, body, headers])).toEqual([
      ['POST', 'https://mcp.example/mcp?key=of-the-query', '{"a":1}', { accept: 'b' }],
      ['POST', 'https://mcp.example/b', '{"a":1}', { accept: 'b' }],
    ])
    expect(request.url.href).toBe('https://mcp.example/b')
  })

  test.each([
    [301, '/b'],
    [302, '/b'],
    [303, '/b'],
    [307, 'https://mcp.example:444/b'],
    [307, 'http://mcp.example/b'],
    [308, 'https://['],
  ])('with %i to %s is not followed, and its error says where it goes', async (status, location) => {
    const { create, sent, over } = startOutbound(() => moved(location, status))
    const request = create()
    await expect(request.send()).rejects.toMatchObject({
      code: 'unreachable',
      message: `https://mcp.example/mcp answered HTTP ${status}; location: ${location}`,
    })
    expect([sent.length, over, request.url.pathname]).toEqual([1, [request], '/mcp'])
  })

  test('without a place to go to is an error', async () => {
    const { create, sent } = startOutbound(() => reply({ status: 307 }))
    await expect(create().send()).rejects.toMatchObject({
      code: 'unreachable',
      message: 'https://mcp.example/mcp answered HTTP 307',
      status: 307,
    })
    expect(sent.length).toBe(1)
  })

  test('is followed five times', async () => {
    const hop = ({ url }: { url: string }) => Number(/\d+$/.exec(url)?.[0] ?? 0)
    const lastAt = (last: number) =>
      startOutbound((request) => (hop(request) === last ? one() : moved(`/${hop(request) + 1}`)))
    expect(await lastAt(5).create().send()).toEqual({ type: 'value', value: 1 })
    const { create, sent } = lastAt(6)
    await expect(create().send()).rejects.toMatchObject({
      message: 'https://mcp.example/5 answered HTTP 307; location: /6',
    })
    expect(sent.length).toBe(6)
  })

  test('is followed once its body was read, and not after the request was given up', async () => {
    let end = () => {}
    async function* body() {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      yield new Uint8Array(1)
    }
    const headers = { location: '/b' }
    const { create, sent, over } = startOutbound(() => reply({ status: 307, headers, body: body() }))
    const request = create()
    const rejected = expect(request.send()).rejects.toThrow('enough')
    await settled()
    expect(sent.length).toBe(1)
    request.abort(new Error('enough'))
    end()
    await rejected
    expect([sent.length, over]).toEqual([1, [request]])
  })
})

describe('connections', () => {
  const limits = { requestsPerServer: 1, streamsPerServer: 1, answersPerServer: 1 }
  const stream = { 'content-type': 'text/event-stream' }

  /** A server that answers when a test says so. */
  function start() {
    const answers: (() => void)[] = []
    const outbound = startOutbound(
      ({ use }) =>
        use === 'stream'
          ? reply({ headers: stream })
          : new Promise<HttpSendResponse>((resolve) => answers.push(() => resolve(one()))),
      { limits },
    )
    return { ...outbound, answerNext: () => answers.shift()?.() }
  }

  test('of one use are given in turn', async () => {
    const { create, sent, answerNext } = start()
    const sending = ['a', 'b', 'c'].map((body) => create({ body }).send())
    await settled()
    const bodies = [sent.map(({ body }) => body)]
    for (let count = 0; count < 3; count += 1) {
      answerNext()
      await settled()
      bodies.push(sent.map(({ body }) => body))
    }
    const value = { type: 'value', value: 1 }
    expect(await Promise.all(sending)).toEqual([value, value, value])
    expect(bodies).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c']])
  })

  test('of another use are not waited for', async () => {
    const { create, sent, answerNext } = start()
    const sending = [create({ body: 'a' }), create({ body: 'b', use: 'answer' })].map((request) => request.send())
    await settled()
    expect(sent.map(({ body }) => body)).toEqual(['a', 'b'])
    answerNext()
    answerNext()
    await Promise.all(sending)
  })

  test('of streams are not waited for, since the others may last', async () => {
    const { create, sent, over } = start()
    const first = create({ use: 'stream' })
    const second = create({ use: 'stream' })
    expect((await first.send()).type).toBe('events')
    await expect(second.send()).rejects.toThrow(
      new OmniportError('limit', 'https://mcp.example/mcp has too many open streams: limits.streamsPerServer is 1'),
    )
    expect([sent.length, over]).toEqual([1, [second]])
    first.abort()
    const third = create({ use: 'stream' })
    expect((await third.send()).type).toBe('events')
    third.abort()
  })

  test('a request that is given up while it waits takes none', async () => {
    const { create, sent, over, answerNext } = start()
    const first = create({ body: 'a' })
    const second = create({ body: 'b' })
    const third = create({ body: 'c' })
    const sending = first.send()
    const rejected = expect(second.send()).rejects.toThrow('enough')
    second.abort(new Error('enough'))
    await rejected
    const last = third.send()
    await settled()
    expect([sent.length, over]).toEqual([1, [second]])
    answerNext()
    await settled()
    answerNext()
    await Promise.all([sending, last])
    expect([sent.map(({ body }) => body), over]).toEqual([
      ['a', 'c'],
      [second, first, third],
    ])
  })

  test('one that was waited for is free again after the request', async () => {
    const { create, sent, answerNext } = start()
    const first = create().send()
    const second = create().send()
    await settled()
    answerNext()
    await settled()
    answerNext()
    await Promise.all([first, second])
    const third = create().send()
    await settled()
    expect(sent.length).toBe(3)
    answerNext()
    await third
  })

  test('a request that was given up before it is sent is not sent', async () => {
    const { create, sent, over } = start()
    const request = create()
    request.abort()
    await expect(request.send()).rejects.toThrow(new OmniportError('closed', 'The connection was closed'))
    expect([sent, over]).toEqual([[], [request]])
  })
})
