import { describe, expect, test } from 'vitest'
import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { UpstreamCall } from '../calls/upstream-call.js'
import { createExchange, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import { lowestLevel, passLog } from './connection-logs.js'

function log(level: unknown): RpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level, data: 'x' } }
}

function createCall(logLevel: LogLevel | undefined, more: Partial<Exchange> = {}) {
  const exchange = createExchange(more)
  return { call: { logLevel, exchange } as unknown as UpstreamCall, notified: exchange.notified }
}

describe('a message that came with a call', () => {
  test.each<[string, LogLevel | undefined, number]>([
    ['passes at its level', 'warning', 1],
    ['passes above it', 'info', 1],
    ['does not pass below it', 'error', 0],
    ['passes to a session that names no level', undefined, 1],
  ])('%s', (_what, level, count) => {
    const { call, notified } = createCall(level)
    const other = createCall(undefined)
    const session = createSession('s')
    passLog(log('warning'), { calls: [call, other.call], sessions: new Set([session]), cause: call })
    expect([notified.length, other.notified.length, session.notified.length]).toEqual([count, 0, 0])
  })

  test('does not pass to a modern client that names no level', () => {
    const { call, notified } = createCall(undefined, { revision: '2026-07-28' })
    passLog(log('emergency'), { calls: [call], sessions: new Set(), cause: call })
    expect(notified).toEqual([])
  })

  test('passes with a level that nobody knows, or none', () => {
    const { call, notified } = createCall('emergency')
    const withoutLevel: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message' }
    for (const message of [log('loud'), log(5), withoutLevel])
      passLog(message, { calls: [], sessions: new Set(), cause: call })
    expect(notified).toEqual([log('loud'), log(5), withoutLevel])
  })
})

describe('a message that came with no call', () => {
  test('passes once to each client: with the oldest of its calls that wants it', () => {
    const principal = createPrincipal('me')
    const strict = createCall('error', { principal })
    const first = createCall('debug', { principal })
    const second = createCall('debug', { principal })
    const pipe = createCall('debug', { sender: 'pipe' })
    const again = createCall('debug', { sender: 'pipe' })
    const calls = [strict, first, second, pipe, again]
    passLog(log('info'), { calls: calls.map(({ call }) => call), sessions: new Set(), cause: undefined })
    expect(calls.map(({ notified }) => notified.length)).toEqual([0, 1, 0, 1, 0])
  })

  test('passes to a session with a call of it, or else on its own stream', () => {
    const [calling, quiet, silent] = [createSession('a'), createSession('b'), createSession('c', { logLevel: 'error' })]
    const { call, notified } = createCall('debug', { session: calling })
    passLog(log('info'), { calls: [call], sessions: new Set([calling, quiet, silent]), cause: undefined })
    expect([notified.length, calling.notified.length, quiet.notified.length, silent.notified.length]).toEqual([
      1, 0, 1, 0,
    ])
  })

  test('passes to a session by itself where its call does not want it', () => {
    const session = createSession('a', { logLevel: 'debug' })
    const { call, notified } = createCall('error', { session })
    passLog(log('info'), { calls: [call], sessions: new Set([session]), cause: undefined })
    expect([notified.length, session.notified.length]).toEqual([0, 1])
  })
})

test.each<[readonly (LogLevel | undefined)[], LogLevel | undefined]>([
  [[], undefined],
  [[undefined], undefined],
  [['error', 'info', undefined, 'warning'], 'info'],
  [['emergency'], 'emergency'],
  [['notice', 'debug'], 'debug'],
])('the lowest of %j is %s', (levels, lowest) => {
  expect(lowestLevel(levels)).toBe(lowest)
})
