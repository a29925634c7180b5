import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { logEpoch, logNode, nonceOf } from '../fixtures/open-log.js'
import { openWriters } from '../fixtures/open-writers.js'
import { shardOf } from '../shards/keys.js'

const positions = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    epoch: logEpoch,
    number: from + index,
    nonce: nonceOf(from + index),
  }))
const refusedBy = (message: string) => ({ name: 'StoreUnavailable', cause: new Error(message) })

describe('an append', () => {
  test('sends the events with what names them and limits their stream', async () => {
    const { writers, reply, calls, keys, appended } = openWriters()
    reply(2, { deletion: 'd' })
    expect(await writers.append('a b', ['sone', 'stwo'])).toEqual(positions(1, 2))
    const shard = shardOf('a b')
    expect(calls()).toEqual([
      {
        keys: [keys.of('e', 'a b'), keys.of('l', 'a b'), keys.inShard(shard, 'w', logNode)],
        args: [
          ...[logNode, '1', '', '0', '', '0', expect.stringMatching(/^[0-9a-z]{12}$/)],
          ...['100', '10000', '60000', '60000', 'PUBLISH', keys.channel(shard), 'a b', '2', 'sone', 'stwo'],
        ],
      },
    ])
    const [one, two] = positions(1, 2)
    const events = [
      { position: one, text: 'sone' },
      { position: two, text: 'stwo' },
    ]
    expect(appended).toEqual([['a b', { epoch: logEpoch, previous: '', deletion: 'd', events }]])
  })

  test('tells what was acknowledged before, and until when Redis has it', async () => {
    const { writers, reply, calls, appended } = openWriters()
    reply(1, { now: 20_000 })
    reply(2, { previous: nonceOf(1) })
    await writers.append('a', ['sone'])
    expect(await writers.append('a', ['stwo'])).toEqual(positions(2))
    expect(calls()[1]?.args.slice(1, 6)).toEqual(['2', logEpoch, '1', nonceOf(1), '140000'])
    expect(appended[1]?.[1]).toMatchObject({ previous: nonceOf(1), deletion: null })
  })

  test('tells nothing of a stream that was deleted', async () => {
    const { writers, reply, calls } = openWriters()
    reply(1)
    reply(2)
    await writers.append('a', ['sone'])
    writers.forget('a')
    writers.forget('unknown')
    await writers.append('a', ['stwo'])
    expect(calls()[1]?.args.slice(1, 6)).toEqual(['2', '', '0', '', '0'])
  })

  test('tells nothing of other streams', async () => {
    const { writers, reply, calls } = openWriters()
    reply(1)
    reply(2)
    await writers.append('a', ['sone'])
    await writers.append('b', ['stwo'])
    expect(calls()[1]?.args.slice(1, 6)).toEqual(['2', '', '0', '', '0'])
  })

  test('goes with those of the same turn, and gets its own events', async () => {
    const { writers, reply, calls } = openWriters()
    reply(4)
    const all = Promise.all([
      writers.append('a', ['s1', 's2']),
      writers.append('a', ['s3']),
      writers.append('a', ['s4']),
    ])
    expect(await all).toEqual([positions(1, 2), positions(3), positions(4)])
    expect(calls().map(({ args }) => args.slice(14))).toEqual([['4', 's1', 's2', 's3', 's4']])
  })

  test('waits for the one before it', async () => {
    const { writers, calls, connection, lastReply } = openWriters()
    const first = writers.append('a', ['s1'])
    await settled()
    const others = [writers.append('a', ['s2']), writers.append('a', ['s3'])]
    await settled()
    expect([calls().length, writers.isBusy('a'), writers.isBusy('b')]).toEqual([1, true, false])
    connection.sent[0]?.reply(lastReply(1))
    expect(await first).toEqual(positions(1))
    await settled()
    expect(calls()[1]?.args.slice(14)).toEqual(['2', 's2', 's3'])
    connection.sent[1]?.reply(lastReply(3))
    expect(await Promise.all(others)).toEqual([positions(2), positions(3)])
    await settled()
    expect(writers.isBusy('a')).toBe(false)
  })

  test('has numbers of its own among those to all streams', async () => {
    const { writers, reply, calls } = openWriters()
    reply(3)
    reply(4)
    reply(5)
    await writers.append('a', ['s1', 's2', 's3'])
    await writers.append('b', ['s4'])
    await writers.append('a', ['s5'])
    expect(calls().map(({ args }) => args[1])).toEqual(['1', '4', '5'])
  })
})

describe('what goes together', () => {
  const many = (count: number) => Array.from({ length: count }, () => 's')
  const long = (length: number) => ['s'.repeat(length)]

  test.each([
    ['200 events', [150, 50], ['200']],
    ['201 events', [150, 51], ['150', '51']],
    ['one of more events', [300, 1], ['300', '1']],
  ])('is at most 200 events: %s', async (_what, counts, sent) => {
    const { writers, calls, answerAll } = openWriters()
    answerAll()
    await Promise.all(counts.map((count) => writers.append('a', many(count))))
    expect(calls().map(({ args }) => args[14])).toEqual(sent)
  })

  test.each([
    ['512 KiB', [262_144, 262_144], ['2']],
    ['a byte more', [262_144, 262_145], ['1', '1']],
    ['one of more bytes', [600_000, 1], ['1', '1']],
  ])('is at most 512 KiB: %s', async (_what, lengths, sent) => {
    const { writers, calls, answerAll } = openWriters({ maxWaitingBytes: 10_000_000 })
    answerAll()
    await Promise.all(lengths.map((length) => writers.append('a', long(length))))
    expect(calls().map(({ args }) => args[14])).toEqual(sent)
  })
})

describe('events that wait', () => {
  test('are of so many bytes, those of all streams', async () => {
    const { writers, answerAll } = openWriters({ maxWaitingBytes: 1_000 })
    const first = writers.append('a', ['s'.repeat(300), 's'.repeat(300)])
    const second = writers.append('b', ['s'.repeat(400)])
    await expect(writers.append('c', ['s'])).rejects.toMatchObject(
      refusedBy('1000 bytes of events wait (maxWaitingBytes)'),
    )
    answerAll()
    await Promise.all([first, second])
    expect(await writers.append('c', ['s'])).toHaveLength(1)
  })

  test('may be more where nothing else waits', async () => {
    const { writers, answerAll } = openWriters({ maxWaitingBytes: 10 })
    answerAll()
    expect(await writers.append('a', ['s'.repeat(100)])).toHaveLength(1)
    expect(await writers.append('a', ['s'.repeat(100)])).toHaveLength(1)
  })

  test('wait no more when they have failed', async () => {
    const { writers, fail, answerAll } = openWriters({ maxWaitingBytes: 10 })
    fail(new Error('ERR no'))
    await expect(writers.append('a', ['s'.repeat(10)])).rejects.toThrow(new Error('Redis refused a command: ERR no'))
    await settled()
    answerAll()
    expect(await writers.append('a', ['s'.repeat(10)])).toHaveLength(1)
  })
})

describe('the end', () => {
  test('refuses what waits and what comes, and leaves alone what was sent', async () => {
    const { writers, connection, calls, lastReply } = openWriters()
    const sent = writers.append('a', ['s1'])
    await settled()
    const waiting = writers.append('a', ['s2'])
    writers.close()
    await expect(waiting).rejects.toMatchObject(refusedBy('The event log is closed'))
    await expect(writers.append('a', ['s3'])).rejects.toMatchObject(refusedBy('The event log is closed'))
    connection.sent[0]?.reply(lastReply(1))
    expect([await sent, calls().length, writers.isBusy('a')]).toEqual([positions(1), 1, false])
  })

  test('sends nothing again', async () => {
    const { writers, connection, clock, calls } = openWriters()
    const sent = writers.append('a', ['s1'])
    await settled()
    writers.close()
    connection.sent[0]?.fail(new Error('LOADING wait'))
    await expect(sent).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await clock.advance(100)
    expect(calls()).toHaveLength(1)
  })
})
