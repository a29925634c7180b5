import { describe, expect, test } from 'vitest'
import { type LineOf, piped, posted, recordingOf, replied } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { MockConnection } from './mock-connection.js'
import { playTurn } from './play-turn.js'
import { TurnPool } from './turn-pool.js'

const request = (id: unknown, method = 'tools/call') => ({ id, method })
const never = new AbortController().signal

/** A recording that is played on one connection, and what was sent of it: the type of each step, and its message. */
async function stage(lines: readonly LineOf[]) {
  const file = recordingOf(lines)
  const { turns } = await indexTurns(file)
  const connection = new MockConnection(new TurnPool([]), true)
  const sent: unknown[] = []
  const output = {
    send: async (step: { readonly type: string }, _recorded: unknown, json: string | undefined) => {
      sent.push(json === undefined ? step.type : JSON.parse(json))
    },
  }
  const play = (at: number, ids: readonly unknown[] = turns[at]?.ids ?? [], signal = never, speed?: number) => {
    const turn = turns[at]
    if (turn === undefined) throw new TypeError(`there is no turn ${at}`)
    return playTurn({ turn, file }, { connection, output, live: { ids, progressTokens: [] }, signal, speed })
  }
  return { connection, sent, play, turns }
}

/** Lets everything happen that needs no other event. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('what was recorded is sent in its order, with the id of now', async () => {
  const { play, sent } = await stage([
    piped('client', request(1)),
    piped('server', { method: 'notifications/message' }),
    piped('server', { id: 1, result: {} }),
  ])
  expect(await play(0, ['x'])).toBe(true)
  expect(sent).toEqual([{ method: 'notifications/message' }, { id: 'x', result: {} }])
})

test('a request without an answer says so', async () => {
  const { play, sent } = await stage([piped('client', request(1)), piped('server', { method: 'a' })])
  expect([await play(0), sent]).toEqual([false, [{ method: 'a' }]])
})

test('a question waits for its answer, under the id it was sent with', async () => {
  const { play, sent, connection } = await stage([
    piped('client', request(1)),
    piped('server', { id: 'q', method: 'roots/list' }),
    piped('client', { id: 'q', result: {} }),
    piped('server', { id: 1, result: {} }),
  ])
  connection.ask('q')
  const playing = play(0)
  await settle()
  connection.receive([{ id: 'q' }])
  await settle()
  expect(sent).toEqual([{ id: '1-q', method: 'roots/list' }])
  connection.receive([{ id: '1-q' }])
  expect([await playing, sent.length]).toEqual([true, 2])
})

test('a request that was cancelled waits until it is', async () => {
  const { play, connection } = await stage([
    piped('client', request(1)),
    piped('client', { method: 'notifications/cancelled', params: { requestId: 1 } }),
  ])
  const playing = play(0, ['x'])
  connection.receive([{ method: 'notifications/cancelled', params: { requestId: 1 } }])
  await settle()
  expect(connection.passed.has(0)).toBe(false)
  connection.receive([{ method: 'notifications/cancelled', params: { requestId: 'x' } }])
  expect(await playing).toBe(false)
})

test('the status, other content and the end of a response have no message', async () => {
  const of = { from: 'server', transport: 'http', exchange: 1 } as const
  const { play, sent } = await stage([
    posted(1, request(1)),
    { ...of, status: 200 },
    { ...of, text: ': hello' },
    replied(1, { id: 1, result: {} }),
    { ...of, end: 'complete' },
  ])
  expect([await play(0), sent]).toEqual([true, ['head', 'content', { id: 1, result: {} }, 'end']])
})

describe('a turn whose consequences stand in another one', () => {
  const lines = [posted(1, request(1, 'a')), posted(2, request(2, 'b')), replied(2, { id: 1, result: {} })]

  test('waits until they were sent there', async () => {
    const { play, sent } = await stage(lines)
    const later = play(1)
    await settle()
    expect(sent).toEqual([])
    expect([await play(0), await later, sent]).toEqual([true, false, [{ id: 1, result: {} }]])
  })

  test('does not wait for a turn that ended early', async () => {
    const { play, sent } = await stage(lines)
    const waiting = play(1)
    await expect(play(0, [1], AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect([await waiting, sent]).toEqual([false, []])
  })
})

describe('a message in a stream', () => {
  const stream = { 'io.modelcontextprotocol/subscriptionId': 1 }
  const changed = { method: 'notifications/tools/list_changed', params: { _meta: stream } }
  const lines = [
    piped('client', request(1, 'subscriptions/listen')),
    piped('client', request(2)),
    piped('server', changed, { ms: 5 }),
    piped('server', { id: 2, result: {} }, { ms: 5 }),
  ]

  test('comes when what it follows from has begun, and before the response', async () => {
    const { play, sent } = await stage(lines)
    const listening = play(0)
    await settle()
    expect(sent).toEqual([])
    expect(await play(1)).toBe(true)
    await listening
    expect(sent).toEqual([changed, { id: 2, result: {} }])
  })

  test('is not waited for where no stream is open', async () => {
    const { play, sent } = await stage(lines)
    expect([await play(1), sent]).toEqual([true, [{ id: 2, result: {} }]])
  })

  test('is not waited for where something before it has not begun', async () => {
    const { play, sent } = await stage([
      piped('client', request(1, 'subscriptions/listen')),
      piped('client', request(3, 'first')),
      piped('server', changed),
      piped('client', request(2)),
      piped('server', changed),
      piped('server', { id: 2, result: {} }),
    ])
    const left = new AbortController()
    const listening = play(0, [1], left.signal)
    expect([await play(2), sent]).toEqual([true, [{ id: 2, result: {} }]])
    left.abort(new Error('left'))
    await expect(listening).rejects.toThrow('left')
  })
})

describe('the pace', () => {
  const lines = (gapMs: number) => [
    piped('client', request(1)),
    piped('server', { method: 'a' }, { ms: 0 }),
    piped('server', { method: 'b' }, { ms: gapMs }),
    piped('server', { id: 1, result: {} }, { ms: gapMs }),
  ]
  const msOf = async (gapMs: number, speed?: number) => {
    const { play } = await stage(lines(gapMs))
    const start = performance.now()
    await play(0, [1], never, speed)
    return performance.now() - start
  }

  test('is that of the recording, divided by the speed', async () => {
    expect(await msOf(400, 10)).toBeGreaterThan(38)
  })

  test('keeps a gap between a notification and the answer', async () => {
    expect(await msOf(0)).toBeGreaterThan(23)
  })

  test('ends a pause when the client leaves', async () => {
    const { play, sent } = await stage(lines(3_600_000))
    const left = new AbortController()
    const playing = play(0, [1], left.signal, 1)
    await settle()
    left.abort(new Error('left'))
    await expect(playing).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent).toEqual([{ method: 'a' }])
  })
})
