import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Connection } from './connection.js'
import type { ConnectionBudget } from './connection-budget.js'
import { InboundValues, type InboundValuesOptions } from './inbound-values.js'
import type { BatchOptions } from './receive-batch.js'

const batchRules = { sink: { send: () => {} }, limit: 4 }

/** Values that arrive at a connection which notes what it gets. */
function open(options: Partial<InboundValuesOptions> = {}) {
  const log: unknown[] = []
  const logger = createRecordingLogger()
  const batches = {
    receiveBatch: (_connection: Connection, values: readonly unknown[], given: BatchOptions) =>
      void log.push(['batch', values, given]),
  }
  const inbound = new InboundValues({
    connection: { receive: (value: unknown) => void log.push(value) } as unknown as Connection,
    budget: { expect: (...given: unknown[]) => void log.push(given) } as unknown as ConnectionBudget,
    batchRules,
    freeSlots: () => 3,
    logger,
    loadBatches: async () => batches,
    ...options,
  })
  return { inbound, log, logger }
}

const batchOf = (...values: unknown[]) => ['batch', values, { ...batchRules, freeSlots: 3 }]

describe('a value', () => {
  test('that is no batch is for the connection', () => {
    const { inbound, log } = open()
    expect([inbound.accept({}, 5), inbound.isHeld, inbound.isClosed, log]).toEqual([false, false, false, []])
  })

  test('waits while others are held, and comes in order with what it takes', () => {
    const { inbound, log } = open()
    inbound.hold()
    expect([inbound.accept('a', 1), inbound.accept('b', 2), inbound.isHeld, log]).toEqual([true, true, true, []])
    inbound.release()
    expect([log, inbound.isHeld]).toEqual([[['a', 1], 'a', ['b', 2], 'b'], false])
    inbound.release()
    expect(log).toHaveLength(4)
  })

  test('after the end is ignored, as is what waited', () => {
    const { inbound, log } = open()
    inbound.hold()
    inbound.accept('a', 1)
    inbound.close()
    expect([inbound.accept('b', 1), inbound.accept([], 1), inbound.isClosed]).toEqual([true, true, true])
    inbound.release()
    expect(log).toEqual([])
  })
})

describe('a batch', () => {
  test('waits for its code, and what comes after it waits for the batch', async () => {
    const { inbound, log } = open()
    expect([inbound.accept([1, 2], 10), inbound.accept('a', 1), inbound.isHeld]).toEqual([true, true, true])
    await inbound.loaded()
    expect([log, inbound.isHeld]).toEqual([[[[1, 2], 10], batchOf(1, 2), ['a', 1], 'a'], false])
    log.length = 0
    expect([inbound.accept([3], 7), inbound.accept('b', 1)]).toEqual([true, false])
    expect(log).toEqual([[[3], 7], batchOf(3)])
  })

  test('whose code cannot be loaded is dropped, which is logged, and the rest goes on', async () => {
    const problem = new Error('offline')
    let loads = 0
    const { inbound, log, logger } = open({
      loadBatches: async () => {
        loads += 1
        throw problem
      },
    })
    inbound.accept([1], 10)
    inbound.accept('a', 1)
    inbound.accept([2], 10)
    await inbound.loaded()
    expect(log).toEqual([['a', 1], 'a'])
    await settled()
    const entry = { message: 'A batch could not be served', error: problem }
    expect([logger.errors, loads, inbound.isHeld]).toEqual([[entry, entry], 2, false])
  })

  test('of a connection that ended meanwhile is ignored', async () => {
    const { inbound, log } = open()
    inbound.accept([1], 10)
    inbound.close()
    await inbound.loaded()
    expect(log).toEqual([])
  })
})

test('nothing is waited for where no batch came', async () => {
  expect(await open().inbound.loaded()).toBeUndefined()
})
