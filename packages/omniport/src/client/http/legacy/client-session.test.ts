import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpSendRequest, HttpSendResponse } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost, SessionForgotten } from '../../requests/request-lost.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { ClientSession } from './client-session.js'

const lost = 'https://mcp.example/mcp does not know the session any more'
const json = { 'content-type': 'application/json' }

/** A session with the id `id`, or with none, in which the server gives `answer` to all that comes after. */
async function begin(id: string | undefined, answer: (request: HttpSendRequest) => FakeReply | Promise<FakeReply>) {
  let isBegun = false
  const fake = createFakeEndpoint(async (request): Promise<HttpSendResponse> => {
    if (isBegun) return reply(await answer(request))
    isBegun = true
    return reply({ headers: id === undefined ? {} : { 'mcp-session-id': id } })
  })
  const { endpoint, sent } = fake
  const connection = createDuplex(endpoint)
  const session = new ClientSession(endpoint, connection)
  await session.begin('{}', { 'mcp-method': 'initialize' }).send()
  const [first] = sent.splice(0)
  const post = (requestId: number, isSentAgain = false) =>
    session.sendRequest(session.post('{}', { mirrorHeaders: undefined }), { id: requestId, isSentAgain })
  /** Adds a request that waits for its response, and resolves with what rejects it. */
  const pend = (requestId: number) =>
    connection.request({ jsonrpc: '2.0', id: requestId, method: 'ping' }).then(
      () => 'answered',
      (reason: unknown) => reason,
    )
  return { ...fake, connection, session, first, post, pend }
}

const refusal = (status: number, code: number, message: string): FakeReply => ({
  status,
  headers: json,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message } }),
})
const forgotten = () => refusal(404, -32001, 'Session not found')

describe('the requests of a session', () => {
  const accept = 'application/json, text/event-stream'

  test('carry its id and the revision, once they are known, and name what they accept', async () => {
    const { session, connection, first, sent } = await begin('s-1', () => ({ status: 202 }))
    await session.post('{"a":1}', { mirrorHeaders: { 'mcp-method': 'ping' } }).send()
    connection.revision = '2025-11-25'
    await session.post('{}', { mirrorHeaders: undefined, use: 'answer', isQuiet: true }).send()
    await session.get(undefined, { use: 'stream' }).send()
    await session.get('event-7', {}).send()
    const both = { 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-11-25' }
    const postHeaders = { 'content-type': 'application/json', accept }
    expect(first).toMatchObject({ method: 'POST', body: '{}', headers: { ...postHeaders, 'mcp-method': 'initialize' } })
    expect(sent.map(({ method, headers, body, use, isQuiet }) => ({ method, headers, body, use, isQuiet }))).toEqual([
      {
        method: 'POST',
        headers: { ...postHeaders, 'mcp-method': 'ping', 'mcp-session-id': 's-1' },
        body: '{"a":1}',
        use: undefined,
        isQuiet: undefined,
      },
      { method: 'POST', headers: { ...postHeaders, ...both }, body: '{}', use: 'answer', isQuiet: true },
      { method: 'GET', headers: { accept: 'text/event-stream', ...both }, use: 'stream' },
      { method: 'GET', headers: { accept: 'text/event-stream', ...both, 'last-event-id': 'event-7' } },
    ])
  })

  test('carry no id where the server gave none', async () => {
    const { session, sent } = await begin(undefined, () => ({ status: 202 }))
    await session.get(undefined, {}).send()
    await session.post('{}', { mirrorHeaders: undefined }).send()
    expect(sent.map(({ headers }) => headers)).toStrictEqual([
      { accept: 'text/event-stream' },
      { 'content-type': 'application/json', accept },
    ])
  })

  test.each(['!', '~', 'a'.repeat(4096)])('carry an id of any visible characters: %j', async (id) => {
    const { session, sent } = await begin(id, () => ({ status: 202 }))
    await session.get(undefined, {}).send()
    expect(sent[0]?.headers['mcp-session-id']).toBe(id)
  })

  test.each(['', ' a', 'a ', '\x7f', 'a'.repeat(4097)])('cannot carry the id %j', async (id) => {
    const error = new OmniportError(
      'invalid_result',
      'https://mcp.example/mcp gave a session id that cannot be sent back',
    )
    await expect(begin(id, () => ({}))).rejects.toThrow(error)
  })

  test('show the id in no error', async () => {
    const { post } = await begin('session-id-1', () => refusal(403, 1, 'not for session-id-1'))
    await expect(post(1)).rejects.toMatchObject({ error: { message: 'not for ***' } })
  })
})

describe('a request that is refused because the session is not known', () => {
  test.each([
    [404, false],
    [404, true],
    [400, false],
  ])('with %i ends the connection; sent again before: %s', async (status, isSentAgain) => {
    const { post, pend, connection } = await begin('s-1', () => ({ status }))
    const waiting = [pend(1), pend(2)]
    await expect(post(1, isSentAgain)).rejects.toThrow(new SessionForgotten(lost))
    const [refused, other] = await Promise.all(waiting)
    expect(refused).toBeInstanceOf(SessionForgotten)
    expect(refused).toMatchObject({ code: 'closed', message: lost })
    expect(other).not.toBeInstanceOf(SessionForgotten)
    expect(other).toMatchObject({ code: 'closed', message: lost })
    expect(await connection.closed).toEqual(new RequestLost(lost))
  })

  test('with 400 once more is at fault itself', async () => {
    const { post, connection } = await begin('s-1', () => ({ status: 400 }))
    await expect(post(1, true)).rejects.toMatchObject({ code: 'invalid_result', status: 400 })
    expect(connection.isOver).toBe(false)
  })

  test('without a session is at fault itself', async () => {
    const { post, connection } = await begin(undefined, () => ({ status: 404 }))
    await expect(post(1)).rejects.toMatchObject({ code: 'invalid_result', status: 404 })
    expect(connection.isOver).toBe(false)
  })

  test('waits for the replies to the others, which may be refused too', async () => {
    const replies: ((given: FakeReply) => void)[] = []
    const { post, pend, connection, runtime } = await begin('s-1', () => new Promise((give) => replies.push(give)))
    const waiting = [pend(1), pend(2)]
    const refused = [expect(post(1)).rejects.toThrow(lost), expect(post(2)).rejects.toThrow(lost)]
    await settled()
    replies[0]?.(forgotten())
    await settled()
    expect([connection.isOver, runtime.timers]).toEqual([false, 1])
    replies[1]?.(forgotten())
    await Promise.all(refused)
    expect((await Promise.all(waiting)).map((reason) => reason instanceof SessionForgotten)).toEqual([true, true])
    expect([connection.isOver, runtime.timers]).toEqual([true, 0])
  })

  test('waits a second at most', async () => {
    const replies: ((given: FakeReply) => void)[] = []
    const { post, session, connection, runtime } = await begin('s-1', () => new Promise((give) => replies.push(give)))
    const refused = [1, 2].map((id) => expect(post(id)).rejects.toThrow(lost))
    post(3).catch(() => {})
    await settled()
    replies[0]?.(forgotten())
    await runtime.advance(999)
    replies[1]?.(forgotten())
    await Promise.all(refused)
    await settled()
    expect([connection.isOver, runtime.timers]).toEqual([false, 1])
    await runtime.advance(1)
    expect(connection.isOver).toBe(true)
    await session.close()
  })
})

describe('a stream or a message without a response', () => {
  const reasons: [string, FakeReply, boolean, boolean][] = [
    ['404 without an error', { status: 404 }, true, true],
    ['404 with an error', forgotten(), true, true],
    ['404 about the method', refusal(404, -32601, 'No such session method'), false, false],
    ['404 of a modern server', refusal(404, -32022, 'No session'), false, false],
    ['400 that names the session', refusal(400, -32000, 'No session'), true, false],
    ['400 that does not', { status: 400 }, false, false],
    ['400 of another kind that names it', refusal(400, -32602, 'No session'), false, false],
    ['503 that names it', { status: 503, headers: { 'content-type': 'text/plain' }, body: 'session' }, false, false],
  ]

  test.each(reasons)('may say that the session is not known: %s', async (_name, given, isLost, isLostAgain) => {
    for (const [isSentAgain, expected] of [
      [false, isLost],
      [true, isLostAgain],
    ] as const) {
      const { session, connection } = await begin('s-1', () => given)
      const reason = await session
        .get(undefined, {})
        .send()
        .catch((caught: unknown) => caught)
      expect([session.isLostBy(reason, isSentAgain), connection.isOver]).toEqual([expected, expected])
    }
  })

  test('says nothing of a session that there is not', async () => {
    const { session, connection } = await begin(undefined, () => ({ status: 404 }))
    const reason = await session
      .get(undefined, {})
      .send()
      .catch((caught: unknown) => caught)
    expect([session.isLostBy(reason), connection.isOver]).toEqual([false, false])
  })

  test('may fail for another reason, and a session that is lost is lost by itself', async () => {
    const { session } = await begin('s-1', () => ({}))
    expect([session.isLostBy(new RequestLost(lost)), session.isLostBy(new SessionForgotten(lost))]).toEqual([
      false,
      true,
    ])
  })
})

describe('closing', () => {
  test('aborts what is under way, and ends the session at the server', async () => {
    const { session, sent, connection } = await begin('s-1', (request) =>
      request.method === 'DELETE' ? { status: 204 } : { headers: json, body: endless(request, '{') },
    )
    connection.revision = '2025-06-18'
    const underWay = expect(session.post('{}', { mirrorHeaders: undefined }).send()).rejects.toThrow(
      new OmniportError('closed', 'The connection was closed'),
    )
    await settled()
    await session.close()
    await underWay
    expect(sent[1]).toMatchObject({
      method: 'DELETE',
      url: 'https://mcp.example/mcp?key=of-the-query',
      headers: { 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-06-18' },
      use: 'answer',
    })
    await expect(session.get(undefined, {}).send()).rejects.toThrow('The connection was closed')
    expect(sent.length).toBe(2)
  })

  test.each<[string, FakeReply | Error]>([
    ['a server that refuses', { status: 405 }],
    ['a server that is gone', new Error('socket closed')],
  ])('is not disturbed by %s', async (_name, given) => {
    const { session, sent, runtime } = await begin('s-1', () => {
      if (given instanceof Error) throw given
      return given
    })
    await session.close()
    expect([sent.map(({ method }) => method), runtime.timers]).toEqual([['DELETE'], 0])
  })

  test('waits two seconds for the server', async () => {
    const { session, runtime, sent } = await begin('s-1', (request) => ({
      headers: json,
      body: endless(request),
    }))
    let isClosed = false
    const closing = session.close().then(() => {
      isClosed = true
    })
    await runtime.advance(1_999)
    expect(isClosed).toBe(false)
    await runtime.advance(1)
    await closing
    expect([sent[0]?.abort.aborted, runtime.timers]).toEqual([true, 0])
  })

  test('leaves no connection that the server keeps open', async () => {
    const { session, runtime, sent } = await begin('s-1', (request) => ({ body: endless(request) }))
    await session.close()
    expect([sent[0]?.method, sent[0]?.abort.aborted, runtime.timers]).toEqual(['DELETE', true, 0])
  })

  test('ends nothing at a server that has no session, or does not know it any more', async () => {
    const without = await begin(undefined, () => ({}))
    await without.session.close()
    const lostOne = await begin('s-1', forgotten)
    await expect(lostOne.post(1)).rejects.toThrow(lost)
    await lostOne.session.close()
    expect([without.sent.length, lostOne.sent.map(({ method }) => method)]).toEqual([0, ['POST']])
  })

  test('while a lost session waits for replies leaves no timer', async () => {
    let count = 0
    const { session, post, runtime } = await begin('s-1', () => {
      count += 1
      return count === 1 ? forgotten() : new Promise<FakeReply>(() => {})
    })
    const refused = expect(post(1)).rejects.toThrow(lost)
    post(2).catch(() => {})
    await refused
    expect(runtime.timers).toBe(1)
    await session.close()
    expect(runtime.timers).toBe(0)
  })
})
