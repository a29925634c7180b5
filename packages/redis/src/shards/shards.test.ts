import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import type { Watcher } from './shard-monitor.js'
import { Shards } from './shards.js'
import type { SweepReply } from './sweep.js'

const node = 'node-of-this-one'

function create() {
  const opened = openScripted()
  const logger = createRecordingLogger()
  const shards = new Shards({ ...opened, node, logger, sweepMs: [1_000, 1_000] })
  const { connection, keys } = opened
  let time = 0
  connection.answer = (args) => {
    time += 1
    return [String(time), ...args.slice(3, 3 + Number(args[2])).map((key) => [key])]
  }
  /** Watches a key of shard 1, and writes down what it hears. */
  const watch = (id: string, kind: 'e' | 'i' = 'e', shard = 1) => {
    const hints: string[] = []
    const states: SweepReply[] = []
    const watcher: Watcher = {
      ...{ kind, id, key: `key of ${id}` },
      onHint: (detail) => void hints.push(detail),
      onSweep: (state) => void states.push(state),
    }
    return { stop: shards.watch(shard, watcher), hints, states }
  }
  return { ...opened, shards, logger, watch, channel: keys.channel(1) }
}

describe('a watched key', () => {
  test('hears hints of other nodes, of its kind and id', async () => {
    const { watch, connection, channel } = create()
    const [stream, slot, another] = [watch('a b'), watch('a b', 'i'), watch('c')]
    await settled()
    for (const hints of [stream.hints, slot.hints, another.hints]) expect(hints.splice(0)).toEqual([''])
    connection.publish(channel, 'e1/2/other a b')
    connection.publish(channel, 'i- a b')
    connection.publish(channel, `e1/3/${node} a b`)
    connection.publish(channel, 'e')
    connection.publish(channel, ' a b')
    expect([stream.hints, slot.hints, another.hints]).toEqual([['1/2/other'], ['-'], []])
  })

  test('hears hints of this node, for each watcher', () => {
    const { watch, shards } = create()
    const [one, two] = [watch('a'), watch('a')]
    shards.hint(1, { kind: 'e', id: 'a', detail: 'x' })
    shards.hint(2, { kind: 'e', id: 'a', detail: 'y' })
    two.stop()
    shards.hint(1, { kind: 'e', id: 'a', detail: 'z' })
    expect([one.hints, two.hints]).toEqual([['x', 'z'], ['x']])
  })

  test('is looked at from time to time, once for all its watchers', async () => {
    const { watch, clock, calls } = create()
    const watchers = [watch('a'), watch('a'), watch('b')]
    await clock.advance(999)
    expect(calls()).toEqual([])
    await clock.advance(1)
    expect(calls()).toEqual([{ keys: ['key of a', 'key of b'], args: ['e', 'e'] }])
    expect(watchers.map(({ states }) => states)).toEqual([
      [{ nowMs: 1, fields: ['key of a'] }],
      [{ nowMs: 1, fields: ['key of a'] }],
      [{ nowMs: 1, fields: ['key of b'] }],
    ])
    await clock.advance(1_000)
    expect(calls()).toHaveLength(2)
    for (const { stop } of watchers) stop()
    await clock.advance(2_000)
    expect([calls().length, clock.timers]).toEqual([2, 0])
  })

  test('is looked at again when Redis is back', async () => {
    const { watch, clock, connection, calls } = create()
    watch('a')
    const { answer } = connection
    connection.answer = () => undefined
    await clock.advance(2_300)
    expect(calls()).toHaveLength(1)
    connection.answer = (args) => (args[0] === 'EXISTS' ? 1 : answer(args))
    await clock.advance(2_200)
    expect(calls()).toHaveLength(2)
  })
})

describe('the channel of a shard', () => {
  test('is subscribed to once, when something is watched', async () => {
    const { watch, connection, channel, shards } = create()
    shards.wrote(1)
    await settled()
    expect(connection.channels.size).toBe(0)
    watch('a')
    watch('b')
    await settled()
    expect([[...connection.channels.keys()], connection.channels.get(channel)?.size]).toEqual([[channel], 1])
  })

  test('that cannot be subscribed to is tried again with the next look', async () => {
    const { watch, connection, clock, logger, channel } = create()
    const failure = new Error('refused')
    connection.onSubscribe = () => {
      throw failure
    }
    const { hints } = watch('a')
    await settled()
    expect(logger.warnings).toEqual([
      'A channel of Redis could not be subscribed to; changes are found by reading again',
    ])
    connection.onSubscribe = () => {}
    await clock.advance(1_000)
    expect([connection.channels.has(channel), hints]).toEqual([true, ['']])
  })
})

describe('what this node wrote', () => {
  test('is checked with the keys of its shard', async () => {
    const { shards, clock, calls } = create()
    const checked: [number, SweepReply][] = []
    shards.checkWriter({ keyOf: (shard) => `writer ${shard}`, onSweep: (shard, state) => checked.push([shard, state]) })
    shards.wrote(3)
    await clock.advance(1_000)
    expect(calls()).toEqual([{ keys: ['writer 3'], args: ['w'] }])
    expect(checked).toEqual([[3, { nowMs: 1, fields: ['writer 3'] }]])
  })

  test('is not looked at where there is nothing to check', async () => {
    const { shards, clock } = create()
    shards.wrote(3)
    expect(clock.timers).toBe(0)
  })
})

test('after the end nothing is watched', async () => {
  const { shards, watch, clock, connection } = create()
  const before = watch('a')
  await settled()
  shards.close()
  shards.hint(1, { kind: 'e', id: 'a', detail: 'x' })
  const after = watch('b', 'e', 2)
  await clock.advance(5_000)
  expect([before.hints, after.hints, clock.timers, connection.channels.size]).toEqual([[''], [], 0, 0])
})

test('a subscription that comes after the end is ended', async () => {
  const { shards, watch, connection } = create()
  let subscribed = () => {}
  connection.onSubscribe = () => new Promise<void>((resolve) => (subscribed = resolve))
  const { hints } = watch('a')
  shards.close()
  subscribed()
  await settled()
  expect([connection.channels.size, hints]).toEqual([0, []])
})
