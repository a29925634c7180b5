import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { logEpoch, nonceOf } from '../fixtures/open-log.js'
import { openWriters } from '../fixtures/open-writers.js'
import { shardOf } from '../shards/keys.js'

describe('an append that got no reply', () => {
  test('is sent again as it was, after a moment', async () => {
    const { writers, fail, reply, calls, clock } = openWriters()
    fail(new Error('LOADING wait'))
    reply(1)
    const appending = writers.append('a', ['s1'])
    await settled()
    await clock.advance(4)
    expect(calls()).toHaveLength(1)
    await clock.advance(21)
    expect(await appending).toEqual([{ epoch: logEpoch, number: 1, nonce: nonceOf(1) }])
    const [first, second] = calls().map(({ args }) => args.filter((_, index) => index !== 6))
    expect(second).toEqual(first)
  })

  test('is sent again when Redis is back', async () => {
    const { writers, clock, connection, lastReply } = openWriters()
    const appending = writers.append('a', ['s1'])
    await clock.advance(1_300)
    connection.answer = ([name]) => (name === 'EXISTS' ? 0 : lastReply(1))
    await clock.advance(1_000)
    expect(await appending).toHaveLength(1)
  })

  test('fails after its time', async () => {
    const { writers, clock, commands } = openWriters({ appendMs: 5_000 })
    let failure: unknown
    writers.append('a', ['s1']).catch((error: unknown) => (failure = error))
    await clock.advance(4_999)
    expect([failure, commands.waitCount]).toEqual([undefined, 1])
    await clock.advance(30)
    expect(failure).toMatchObject({ name: 'StoreUnavailable' })
    expect(commands.waitCount).toBe(0)
  })

  test('fails with those that it went with, after the time of the first', async () => {
    const { writers, clock, connection, lastReply } = openWriters({ appendMs: 5_000 })
    const failures: unknown[] = []
    const append = (text: string) => writers.append('a', [text]).catch((error: Error) => failures.push(error.name))
    void append('s1')
    await settled()
    void append('s2')
    await clock.advance(500)
    void append('s3')
    connection.answer = () => undefined
    connection.sent[0]?.reply(lastReply(1))
    await clock.advance(4_530)
    expect(failures).toEqual(['StoreUnavailable', 'StoreUnavailable'])
  })

  test('is not sent again where Redis refuses it', async () => {
    const { writers, fail, calls, clock } = openWriters()
    fail(new Error('STALE a later append of this writer was done'))
    await expect(writers.append('a', ['s1'])).rejects.toThrow(
      new Error('Redis refused a command: STALE a later append of this writer was done'),
    )
    await clock.advance(100)
    expect(calls()).toHaveLength(1)
  })

  test('makes the readers of this node look', async () => {
    const { writers, fail, shards } = openWriters()
    const hints: string[] = []
    const watcher = { kind: 'e', id: 'a', key: 'k', onHint: (detail: string) => void hints.push(detail) } as const
    shards.watch(shardOf('a'), { ...watcher, onSweep: () => {} })
    await settled()
    hints.length = 0
    fail(new Error('ERR no'))
    await expect(writers.append('a', ['s1'])).rejects.toThrow('ERR no')
    await settled()
    expect(hints).toEqual(['-'])
  })
})

describe('events that Redis has lost', () => {
  const warning = ['Redis has lost events of a stream; its readers are told of a gap', { stream: 'a' }]

  test('are warned of', async () => {
    const { writers, reply, warnings } = openWriters()
    reply(1)
    reply(2, { lost: 1 })
    await writers.append('a', ['s1'])
    expect(warnings).toEqual([])
    await writers.append('a', ['s2'])
    expect(warnings).toEqual([warning])
  })

  test('are looked for in the streams of a shard whose count went back', async () => {
    const { writers, reply, calls, connection, appended, warnings, lastReply } = openWriters()
    const same = sameShardAs('a')
    for (const [name, count] of [
      ['a', 5],
      [same, 6],
      ['b', 5],
    ] as const) {
      reply(1, { count })
      await writers.append(name, ['s1'])
    }
    connection.answer = (args) => lastReply(2, { count: 4, lost: args[19] === same ? 1 : 0 })
    await writers.append('a', ['s2'])
    await settled()
    const checks = calls().slice(4)
    expect(checks.map(({ args }) => args.slice(13)).sort()).toEqual([
      ['a', '0'],
      [same, '0'],
    ])
    expect([appended.length, warnings]).toEqual([4, [[warning[0], { stream: same }]]])
  })

  test('are found by a look at the count', async () => {
    const { writers, reply, calls, clock, sweeps } = openWriters()
    reply(1, { count: 5 })
    await writers.append('a', ['s1'])
    sweeps.count = '4'
    reply(1, { count: 4 })
    await clock.advance(1_000)
    expect(calls().map(({ args }) => args[14])).toEqual(['1', undefined, '0'])
  })

  test('are nothing where the stream is gone in its time', async () => {
    const { writers, reply, calls, clock, sweeps } = openWriters()
    reply(1, { count: 5 })
    await writers.append('a', ['s1'])
    sweeps.count = '4'
    reply(0, { epoch: '' })
    await clock.advance(1_000)
    reply(1)
    await writers.append('a', ['s2'])
    expect(calls().at(-1)?.args.slice(2, 6)).toEqual(['', '0', '', '0'])
  })

  test('are not looked for in streams that were deleted, nor is a failure of the look told', async () => {
    const { writers, reply, fail, calls, clock, sweeps } = openWriters()
    reply(1, { count: 5 })
    await writers.append('a', ['s1'])
    sweeps.count = '4'
    fail(new Error('ERR no'))
    await clock.advance(1_000)
    expect(calls()).toHaveLength(3)
    writers.forget('a')
    sweeps.count = '3'
    await clock.advance(1_000)
    expect(calls().map(({ args }) => args[14])).toEqual(['1', undefined, '0', undefined])
  })
})

describe('a stream that this node wrote to', () => {
  test.each([
    [119_999, [logEpoch, '1', nonceOf(1), '140000']],
    [120_000, ['', '0', '', '0']],
  ])('is known for two minutes: %i', async (ms, known) => {
    const { writers, answerAll, calls, clock } = openWriters()
    answerAll()
    await writers.append('a', ['s1'])
    await settled()
    clock.advanceSync(ms)
    await settled()
    await writers.append('b', ['s1'])
    await writers.append('a', ['s1'])
    expect(calls().at(-1)?.args.slice(2, 6)).toEqual(known)
  })

  test('is known longer where it is written to', async () => {
    const { writers, answerAll, calls, clock } = openWriters()
    answerAll()
    await writers.append('a', ['s1'])
    clock.advanceSync(60_000)
    await settled()
    await writers.append('a', ['s2'])
    clock.advanceSync(119_999)
    await settled()
    await writers.append('b', ['s3'])
    await writers.append('a', ['s4'])
    expect(calls().at(-1)?.args[2]).toBe(logEpoch)
  })
})

/** Another name of the same shard. */
function sameShardAs(name: string): string {
  for (let index = 0; ; index += 1) if (shardOf(`x${index}`) === shardOf(name)) return `x${index}`
}
