import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../jsonrpc/messages/messages.js'
import { defaultLimits, type Limits } from '../protocol/limits/limits.js'
import { BufferedNotifications } from './buffered-notifications.js'
import { ParkingBounds, ParkingSlot } from './parking-bounds.js'

const log = (data: unknown): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/message' },
  params: { level: 'info', data },
})
const progress = (progressToken: string | number, value: number): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/progress' },
  params: { progressToken, progress: value },
})
const changed: RpcNotification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const bytesOf = (message: RpcNotification) => new TextEncoder().encode(JSON.stringify(message)).length
const notice = (count: number): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/message' },
  params: { level: 'warning', data: `${count} messages were left out while the call waited for its client` },
})

function setUp(limits: Partial<Limits> = {}) {
  const all = { ...defaultLimits, ...limits }
  const bounds = new ParkingBounds(all)
  const slot = bounds.open('ann', 0)
  if (!(slot instanceof ParkingSlot)) throw new Error(slot)
  const logger = createRecordingLogger()
  const buffer = new BufferedNotifications(
    {
      ...{ limits: all, runtime: createManualRuntime(), logger, info: { name: 's', version: '1' } },
      ...{ handles: undefined as never, instance: 'i', onEvent: undefined },
    },
    slot,
  )
  const flush = () => {
    const sent: RpcNotification[] = []
    buffer.flush((message) => sent.push(message))
    return sent
  }
  return { buffer, bounds, logger, flush }
}

describe('what waits', () => {
  test('is sent once, in its order, the last progress of each token after all else', () => {
    const { buffer, flush, bounds, logger } = setUp()
    for (const message of [log('a'), progress(1, 1), progress('b', 2), changed, progress(1, 3), log('ü')]) {
      buffer.add(message)
    }
    const waiting = [log('a'), changed, log('ü'), progress('b', 2), progress(1, 3)]
    expect(bounds.bytes).toBe(waiting.reduce((sum, message) => sum + bytesOf(message), 0))
    expect([flush(), flush()]).toEqual([waiting, []])
    expect([bounds.bytes, logger.warnings]).toEqual([0, []])
  })

  test('is a copy', () => {
    const { buffer, flush } = setUp()
    const data = { a: 1 }
    buffer.add(log(data))
    data.a = 2
    expect(flush()).toEqual([log({ a: 1 })])
  })

  test('is JSON', () => {
    const { buffer, flush } = setUp()
    expect(() => buffer.add(log(1n))).toThrow(TypeError)
    expect(flush()).toEqual([])
  })
})

describe('what does not fit', () => {
  test('is left out, and said once', () => {
    const { buffer, flush, logger } = setUp({ parkedLogBytes: bytesOf(log('a')) })
    for (const data of ['a', 'b', 'c']) buffer.add(log(data))
    expect(flush()).toEqual([log('a'), notice(2)])
    expect(logger.warnings).toEqual(['2 notifications of a parked call were left out (parkedLogBytes)'])
    buffer.add(log('d'))
    expect(flush()).toEqual([log('d')])
    expect(logger.warnings.length).toBe(1)
  })

  test('is one byte too many', () => {
    const { buffer, flush } = setUp({ parkedLogBytes: bytesOf(log('a')) - 1 })
    buffer.add(log('a'))
    expect(flush()).toEqual([notice(1)])
  })

  test('is not said to a client that gets no log messages', () => {
    const { buffer, flush, logger } = setUp({ parkedLogBytes: 0 })
    buffer.add(changed)
    buffer.add(progress(1, 1))
    expect(flush()).toEqual([])
    expect(logger.warnings).toEqual(['2 notifications of a parked call were left out (parkedLogBytes)'])
  })

  test('is progress too, unless it takes the place of what it follows', () => {
    const { buffer, flush, bounds } = setUp({ parkedLogBytes: bytesOf(progress(1, 1)) })
    buffer.add(progress(1, 1))
    buffer.add(progress(1, 2))
    buffer.add(progress(2, 1))
    expect(bounds.bytes).toBe(bytesOf(progress(1, 1)))
    expect(flush()).toEqual([progress(1, 2)])
    buffer.add(progress(2, 2))
    expect(flush()).toEqual([progress(2, 2)])
  })

  test('is what the call has no memory for', () => {
    const { buffer, flush, bounds, logger } = setUp({ parkedBytes: bytesOf(log('a')) })
    buffer.add(log('a'))
    buffer.add(log('b'))
    expect(flush()).toEqual([log('a'), notice(1)])
    expect([bounds.bytes, logger.warnings.length]).toEqual([0, 1])
  })
})
