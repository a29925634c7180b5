import { describe, expect, test } from 'vitest'
import { type LineOf, piped, recordingOf } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { MockConnection } from './mock-connection.js'
import { TurnPool } from './turn-pool.js'

async function open(lines: readonly LineOf[], isSession = true) {
  const file = recordingOf(lines)
  return new MockConnection(new TurnPool([{ file, index: await indexTurns(file) }]), isSession)
}

const request = (id: number, method: string, params: object = {}) => ({ id, method, params })
const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25' })
const connection = (number: number, agreed: string, ...more: readonly object[]) => [
  piped('client', initialize, { connection: number }),
  piped('server', { id: 1, result: { protocolVersion: agreed } }, { connection: number }),
  ...more.map((message) => piped('client', message, { connection: number })),
]

describe('a session', () => {
  test('has the turns of one recorded connection, in their order, and the last one again', async () => {
    const list = (id: number) => request(id, 'tools/list')
    const live = await open([
      ...connection(1, '2025-06-18', list(11), list(12)),
      ...connection(2, '2025-06-18', list(21)),
    ])
    expect(live.choose([initialize])?.turn.connection).toBe(1)
    const chosen = [1, 2, 3].map(() => live.choose([list(9)])?.turn.ids[0])
    expect(chosen).toEqual([11, 12, 12])
  })

  test('has those of others for what its own connection had not', async () => {
    const live = await open([...connection(1, '2025-06-18'), ...connection(2, '2025-06-18', request(21, 'tools/list'))])
    live.choose([initialize])
    expect(live.choose([request(9, 'tools/list')])?.turn.ids).toEqual([21])
  })

  test('speaks the revision that was agreed on when it was recorded', async () => {
    const live = await open([
      ...connection(1, '2024-11-05', request(11, 'a')),
      ...connection(2, '2025-11-25', request(21, 'a')),
    ])
    live.choose([initialize])
    expect(live.choose([request(9, 'a')])?.turn.revision).toBe('2024-11-05')
    expect(live.choose([request(9, 'b')])).toBe(undefined)
  })

  test('that is told that there is no server/discover goes on with initialize', async () => {
    const stated = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    const live = await open([
      piped('client', request(0, 'server/discover', stated)),
      ...connection(1, '2025-06-18', request(11, 'a')),
    ])
    expect(live.choose([request(9, 'server/discover', stated)])?.turn.ids).toEqual([0])
    expect(live.choose([initialize])?.turn.ids).toEqual([1])
    expect(live.choose([request(9, 'a')])?.turn.ids).toEqual([11])
  })

  test('that begins with what was never recorded begins anew with the next message', async () => {
    const live = await open(connection(1, '2025-06-18'))
    expect(live.choose([request(9, 'a')])).toBe(undefined)
    expect(live.choose([initialize])?.turn.ids).toEqual([1])
  })

  test('has the streams of its own connection', async () => {
    const get = (number: number): LineOf => ({
      ...{ from: 'client', transport: 'http', connection: number, exchange: number },
      request: { method: 'GET', path: '/' },
    })
    const live = await open([...connection(1, '2025-06-18'), get(1), ...connection(2, '2025-06-18'), get(2)])
    expect(live.streams()).toEqual([])
    live.choose([initialize])
    expect(live.streams().map(({ turn }) => turn.exchange)).toEqual([1])
  })
})

test('requests without a session have the revision of their header', async () => {
  const asked = (id: number, version: string): LineOf => ({
    ...piped('client', request(id, 'a')),
    transport: 'http',
    exchange: id,
    connection: id,
    headers: { 'mcp-protocol-version': version },
  })
  const live = await open([asked(1, '2025-06-18'), asked(2, '2025-11-25'), ...connection(9, '2025-06-18')], false)
  expect(live.choose([request(9, 'a')], '2025-11-25')?.turn.ids).toEqual([2])
  expect(live.choose([request(9, 'a')])).toBe(undefined)
  expect([1, 2].map(() => live.choose([initialize])?.turn.connection)).toEqual([9, 9])
  expect(live.choose([])).toBe(undefined)
})

test('a question has the id that was recorded, unless it is in use', async () => {
  const live = await open([])
  expect([live.ask('q'), live.ask('q'), live.ask('q'), live.ask(1), live.ask('1')]).toEqual(['q', '1-q', '2-q', 1, '1'])
  live.receive([{ id: 'q', result: {} }])
  expect(live.ask('q')).toBe('q')
})

test('answers and cancellations are noticed, other messages are not', async () => {
  const live = await open([])
  live.receive([
    { id: 'q' },
    { method: 'notifications/cancelled', params: { requestId: 7 } },
    { id: 8, method: 'tools/list', params: { requestId: 9 } },
  ])
  expect([live.answered.has('"q"'), live.answered.has('8'), live.cancelled.has('7'), live.cancelled.has('9')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('it ends when it is closed', async () => {
  const live = await open([])
  expect(live.signal.aborted).toBe(false)
  live.close()
  expect(live.signal.aborted).toBe(true)
})
