import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { bytesOf, createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { ClientSession } from './client-session.js'
import { GetStream } from './get-stream.js'

const stream = { 'content-type': 'text/event-stream' }
const never = () => new Promise<FakeReply>(() => {})

/** The standing stream of a session, at a server that answers each GET as a test says. */
async function start(
  answer: (request: HttpSendRequest, count: number) => FakeReply | Promise<FakeReply>,
  limits: Partial<Limits> = {},
) {
  let count = 0
  const serve = async (request: HttpSendRequest) => {
    if (request.method === 'POST') return reply({ headers: { 'mcp-session-id': 's1' } })
    count += 1
    return reply(await answer(request, count))
  }
  const fake = createFakeEndpoint(serve, { limits })
  const connection = createDuplex(fake.endpoint)
  const session = new ClientSession(fake.endpoint, connection)
  await session.begin('{}', undefined).send()
  let gaps = 0
  const getStream = new GetStream(session, () => {
    gaps += 1
  })
  let isStarted = false
  const begin = () =>
    getStream.start().then(() => {
      isStarted = true
    })
  const gets = () => fake.sent.filter(({ method }) => method === 'GET')
  return { ...fake, connection, getStream, begin, gets, gaps: () => gaps, isStarted: () => isStarted }
}

const lasting = (request: HttpSendRequest): FakeReply => ({ headers: stream, body: endless(request) })
const broken = (code: string) => () => {
  throw Object.assign(new Error('broken'), { code })
}

describe('the standing stream', () => {
  test('is asked for quietly, and has started once it is open', async () => {
    const { begin, gets, getStream, isStarted, gaps } = await start(lasting)
    await begin()
    expect([isStarted(), gaps(), gets().map(({ isQuiet, use }) => [isQuiet, use])]).toEqual([
      true,
      0,
      [[true, 'stream']],
    ])
    getStream.close()
    await settled()
    expect(gets()[0]?.abort.aborted).toBe(true)
  })

  test('that the server holds back is not waited for beyond 50 ms from when it is sent', async () => {
    const { begin, runtime, isStarted, gets, getStream } = await start(never)
    const beginning = begin()
    await runtime.advance(1_000)
    expect(isStarted()).toBe(false)
    gets()[0]?.onSent?.()
    gets()[0]?.onSent?.()
    await runtime.advance(49)
    expect(isStarted()).toBe(false)
    await runtime.advance(1)
    await beginning
    expect([isStarted(), runtime.timers]).toEqual([true, 0])
    getStream.close()
  })

  test.each([400, 404, 405, 406, 501])('is none where the server answers %i, which is no error', async (status) => {
    const { begin, runtime, gets, reported } = await start(() => ({ status }))
    await begin()
    await runtime.advance(600_000)
    expect([gets().length, reported, runtime.timers]).toEqual([1, [], 0])
  })

  test.each<[string, () => FakeReply, object]>([
    ['418', () => ({ status: 418 }), { status: 418 }],
    ['410', () => ({ status: 410 }), { status: 410 }],
    [
      'a page',
      () => ({ headers: { 'content-type': 'text/html' } }),
      new OmniportError('invalid_result', 'https://mcp.example/mcp opened no stream'),
    ],
  ])('is none where the server answers with %s, which is reported', async (_name, answer, problem) => {
    const { begin, runtime, gets, reported } = await start(answer)
    await begin()
    await runtime.advance(600_000)
    expect([gets().length, runtime.timers]).toEqual([1, 0])
    expect(reported).toMatchObject([problem])
  })

  test.each<[string, () => FakeReply, number]>([
    ['503', () => ({ status: 503 }), 1],
    ['500', () => ({ status: 500 }), 1],
    ['401', () => ({ status: 401 }), 1],
    ['nothing, since it cannot be reached', broken('ECONNREFUSED'), 0],
    ['half of an answer', broken('ECONNRESET'), 0],
  ])('is asked for again where the server answers with %s', async (_name, answer, reports) => {
    const { begin, runtime, gets, reported, getStream } = await start((request, count) =>
      count === 1 ? answer() : lasting(request),
    )
    await begin()
    await runtime.advance(149)
    expect(gets().length).toBe(1)
    await runtime.advance(1)
    expect([gets().length, reported.length]).toEqual([2, reports])
    getStream.close()
  })

  test('is opened again where it ends, and what was missed is told where it cannot be resumed', async () => {
    const { begin, runtime, gets, gaps, getStream } = await start((request, count) =>
      count === 1 ? { headers: stream, body: bytesOf(': hello\n\n') } : lasting(request),
    )
    await begin()
    expect(gaps()).toBe(0)
    await runtime.advance(1_000)
    expect([gets().length, gaps()]).toEqual([2, 1])
    getStream.close()
  })

  test('is resumed after its last event, and opened anew where the server does not know that', async () => {
    const { begin, runtime, gets, gaps, getStream, reported } = await start((request, count) => {
      if (count === 1) return { headers: stream, body: bytesOf('id: e1\ndata: {"jsonrpc":"2.0","method":"a"}\n\n') }
      return count === 2 ? { status: 410 } : lasting(request)
    })
    await begin()
    await runtime.advance(2_000)
    expect(gets().map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'e1', undefined])
    expect([gaps(), reported]).toEqual([1, []])
    getStream.close()
  })

  test('that worked before ends the session where the server does not know that any more', async () => {
    const { begin, runtime, gets, connection } = await start((_request, count) =>
      count === 1 ? { headers: stream, body: bytesOf(': hello\n\n') } : { status: 404 },
    )
    await begin()
    await runtime.advance(600_000)
    expect([gets().length, connection.isOver, runtime.timers]).toEqual([2, true, 0])
  })

  test('is not opened again once it is closed, also while it waits', async () => {
    const { begin, runtime, gets, getStream, reported } = await start(() => ({ status: 503 }))
    await begin()
    getStream.close()
    await runtime.advance(600_000)
    expect([gets().length, runtime.timers, reported.length]).toEqual([1, 0, 1])
    const before = await start(lasting)
    before.getStream.close()
    await before.begin()
    expect([before.gets(), before.isStarted()]).toEqual([[], true])
  })
})

const event = 'id: e1\ndata: {"jsonrpc":"2.0","method":"a"}\n\n'

describe('the standing stream after an event', () => {
  test('goes on where it ended, also once the server could not answer, and nothing is missed', async () => {
    const { begin, runtime, gets, gaps, getStream, reported } = await start((request, count) => {
      if (count === 1) return { headers: stream, body: bytesOf(event) }
      return count === 2 ? { status: 500 } : lasting(request)
    })
    await begin()
    await runtime.advance(2_000)
    expect(gets().map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'e1', 'e1'])
    expect([gaps(), reported]).toMatchObject([0, [{ status: 500 }]])
    getStream.close()
  })

  test('is not opened anew where the server does not know the session', async () => {
    const { begin, runtime, gets, connection, reported } = await start((_request, count) =>
      count === 1 ? { headers: stream, body: bytesOf(event) } : { status: 404 },
    )
    await begin()
    await runtime.advance(600_000)
    expect([gets().length, connection.isOver, reported, runtime.timers]).toEqual([2, true, [], 0])
  })
})

describe('the standing stream that fails without a reply', () => {
  test('for want of credentials is reported, and asked for again', async () => {
    const problem = new OmniportError('unauthorized', 'Nobody signed in')
    const { begin, runtime, gets, getStream, reported } = await start((request, count) => {
      if (count === 1) throw problem
      return lasting(request)
    })
    await begin()
    await runtime.advance(150)
    expect([gets().length, reported]).toEqual([2, [problem]])
    getStream.close()
  })

  test.each<[string, (request: HttpSendRequest) => FakeReply, OmniportError]>([
    [
      'for an unknown reason',
      () => {
        throw new OmniportError('invalid_result', 'No')
      },
      new OmniportError('invalid_result', 'No'),
    ],
    [
      'with too long an event',
      (request) => ({ headers: stream, body: endless(request, `data: ${'x'.repeat(1_001)}\n\n`) }),
      new OmniportError('limit', 'An event is longer than limits.responseBytes: 1000'),
    ],
  ])('%s is reported, and given up', async (_name, answer, problem) => {
    const { begin, runtime, gets, reported, connection } = await start(answer, { responseBytes: 1_000 })
    await begin()
    await runtime.advance(600_000)
    expect([gets().length, reported, runtime.timers, connection.isOver]).toEqual([1, [problem], 0, false])
  })

  test('since it is closed is not reported', async () => {
    const closedWhile = async (answer: (request: HttpSendRequest) => FakeReply | Promise<FakeReply>) => {
      const { begin, runtime, gets, getStream, reported } = await start(answer)
      const beginning = begin()
      await settled()
      getStream.close()
      await beginning
      await runtime.advance(600_000)
      return [gets().length, reported, runtime.timers]
    }
    const cut = ({ abort }: HttpSendRequest) =>
      new Promise<FakeReply>((_resolve, reject) => {
        abort.signal.addEventListener('abort', () => reject(new OmniportError('invalid_result', 'cut')), { once: true })
      })
    expect(await closedWhile(lasting)).toEqual([1, [], 0])
    expect(await closedWhile(cut)).toEqual([1, [], 0])
  })
})
