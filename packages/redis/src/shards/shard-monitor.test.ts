import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { ShardMonitor, type Watcher } from './shard-monitor.js'
import type { SweepReply } from './sweep.js'

function create({ writerKey = undefined as string | undefined } = {}) {
  const opened = openScripted()
  const logger = createRecordingLogger()
  const options = { ...opened, node: 'me', logger, sweepMs: [1_000, 2_000] as const }
  const writer = { key: writerKey, states: [] as [number, SweepReply][] }
  const monitor = new ShardMonitor(1, options, {
    keyOf: (shard) => (shard === 1 ? writer.key : 'of another'),
    onSweep: (...given) => void writer.states.push(given),
  })
  const { connection } = opened
  connection.answer = ([name, , count, ...keys]) =>
    name === 'EXISTS' ? 0 : ['7', ...keys.slice(0, Number(count)).map((key) => [key])]
  const watch = (id: string, onHint: (detail: string) => void = () => {}) => {
    const hints: string[] = []
    const states: SweepReply[] = []
    const watcher: Watcher = {
      kind: 'e',
      ...{ id, key: `key of ${id}` },
      onHint: (detail) => {
        hints.push(detail)
        onHint(detail)
      },
      onSweep: (state) => void states.push(state),
    }
    return { hints, states, stop: monitor.watch(watcher) }
  }
  return { ...opened, monitor, writer, watch, logger }
}

describe('a watcher that was removed', () => {
  test('removes nobody who came after it', async () => {
    const { monitor, watch } = create()
    const first = watch('a')
    first.stop()
    const second = watch('a')
    first.stop()
    monitor.hint('e', 'a', 'x')
    expect([first.hints, second.hints]).toEqual([[], ['x']])
  })

  test('while others are told hears of it all the same', () => {
    const { monitor, watch } = create()
    const stops: (() => void)[] = []
    watch('a', () => {
      for (const stop of stops.splice(0)) stop()
    })
    const second = watch('a')
    stops.push(second.stop)
    monitor.hint('e', 'a', 'x')
    monitor.hint('e', 'a', 'y')
    expect(second.hints).toEqual(['x'])
  })

  test('leaves those with its key', async () => {
    const { clock, watch } = create()
    const [first, second] = [watch('a'), watch('a')]
    await settled()
    first.stop()
    await clock.advance(2_000)
    expect([first.states, second.states.length > 0]).toEqual([[], true])
  })
})

describe('a look', () => {
  test('comes between the least and the most time', async () => {
    const { clock, watch, calls } = create()
    watch('a')
    await clock.advance(999)
    expect(calls()).toEqual([])
    await clock.advance(1_001)
    expect(calls()).toHaveLength(1)
  })

  test('has the keys of all and that of the writer', async () => {
    const { clock, watch, calls, writer } = create({ writerKey: 'mine' })
    const { states } = watch('a')
    await clock.advance(2_000)
    expect(calls()[0]).toEqual({ keys: ['key of a', 'mine'], args: ['e', 'w'] })
    expect([states[0], writer.states[0]]).toEqual([
      { nowMs: 7, fields: ['key of a'] },
      [1, { nowMs: 7, fields: ['mine'] }],
    ])
  })

  test('is one at a time, also if many are wanted', async () => {
    const { clock, monitor, watch, calls } = create()
    watch('a')
    monitor.arm()
    monitor.arm()
    expect(clock.timers).toBe(1)
    await clock.advance(2_000)
    expect(calls().length).toBeLessThanOrEqual(2)
  })

  test('is not repeated where nothing is left', async () => {
    const { clock, watch, writer, monitor, calls } = create({ writerKey: 'mine' })
    const { stop } = watch('a')
    stop()
    await clock.advance(2_000)
    const count = calls().length
    expect(count).toBeGreaterThan(0)
    writer.key = undefined
    await clock.advance(4_000)
    expect([calls().length, clock.timers]).toEqual([count, 0])
    monitor.arm()
    expect(clock.timers).toBe(0)
  })

  test('that fails is followed by the next one', async () => {
    const { clock, watch, connection } = create()
    const { answer } = connection
    const { states } = watch('a')
    connection.answer = () => {
      throw new Error('ERR no')
    }
    await clock.advance(2_000)
    expect(states).toEqual([])
    connection.answer = answer
    await clock.advance(2_000)
    expect(states.length).toBeGreaterThan(0)
  })
})

describe('the end', () => {
  test('ends the subscription and all looks', async () => {
    const { monitor, clock, connection, watch, calls } = create({ writerKey: 'mine' })
    const { hints } = watch('a')
    await settled()
    expect(connection.channels.size).toBe(1)
    monitor.close()
    monitor.hint('e', 'a', 'x')
    monitor.arm()
    watch('b')
    await clock.advance(4_000)
    expect([connection.channels.size, clock.timers, calls(), hints]).toEqual([0, 0, [], ['']])
  })

  test('during a look makes it the last', async () => {
    const { monitor, clock, connection, watch } = create()
    connection.answer = () => undefined
    watch('a')
    for (let waited = 0; connection.sent.length === 0 && waited < 20; waited += 1) await clock.advance(100)
    monitor.close()
    connection.sent[0]?.reply(['7', ['x']])
    await settled()
    expect([clock.timers, connection.sent.length]).toEqual([0, 1])
  })
})

test('a channel that cannot be subscribed to is logged with the reason', async () => {
  const { connection, watch, logger } = create()
  const warned: unknown[][] = []
  Object.assign(logger, { warn: (...given: unknown[]) => void warned.push(given) })
  const error = new Error('refused')
  connection.onSubscribe = () => {
    throw error
  }
  watch('a')
  await settled()
  expect(warned).toEqual([
    ['A channel of Redis could not be subscribed to; changes are found by reading again', { error }],
  ])
})

test('no look keeps a process running', () => {
  const { clock, watch } = create()
  const isBackground: unknown[] = []
  Object.assign(clock, {
    after: (_ms: number, _fn: () => void, options: { readonly background?: boolean } = {}) => {
      isBackground.push(options.background)
      return () => {}
    },
  })
  watch('a')
  expect(isBackground).toEqual([true])
})

test('the channel is subscribed to once, however many watch', async () => {
  const { connection, watch, clock } = create()
  let count = 0
  connection.onSubscribe = () => {
    count += 1
  }
  watch('a')
  watch('b')
  await clock.advance(4_000)
  watch('c')
  await settled()
  expect(count).toBe(1)
})
