import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { idOf, logEpoch, nonceOf, openLog, pageReply } from '../fixtures/open-log.js'
import { shardOf } from '../shards/keys.js'
import { RedisEventLog } from './redis-event-log.js'

const stream = 'a stream'
const shard = shardOf(stream)
const appendReply = (last: number) => [logEpoch, String(last), nonceOf(last), '', '20000', String(last), 0, null]

/** A log, and the replies that it gets one after the other. What is an error is thrown. Its channel is subscribed to. */
async function open(...replies: unknown[]) {
  const opened = openLog()
  const other = { kind: 'i', id: 'other', key: 'k', onHint: () => {}, onSweep: () => {} } as const
  const unwatch = opened.shards.watch(shard, other)
  await settled()
  opened.connection.answer = () => {
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  }
  const log = new RedisEventLog(opened.services)
  /** Reads in the background. */
  const read = (after?: string) => {
    const abort = new AbortController()
    const events: unknown[] = []
    const all = async () => {
      for await (const { id, event } of log.read(stream, after, abort.signal)) events.push([id, event])
      return 'ended'
    }
    return { abort, events, end: all() }
  }
  return { ...opened, log, read, replies, unwatch }
}

describe('an append', () => {
  test('settles with the id of the event', async () => {
    const { log, calls } = await open(appendReply(1))
    expect(await log.append(stream, { a: 1 })).toBe(idOf(1))
    expect(calls()[0]?.args.slice(13)).toEqual([stream, '1', 'j{"a":1}'])
  })

  test('of several settles with their ids, in one command', async () => {
    const { log, calls } = await open(appendReply(2))
    expect(await log.appendAll(stream, ['x', null])).toEqual([idOf(1), idOf(2)])
    expect(calls().map(({ args }) => args.slice(14))).toEqual([['2', 'sx', 'jnull']])
  })

  test('of nothing asks nobody', async () => {
    const { log, connection } = await open()
    expect([await log.appendAll(stream, []), connection.sent]).toEqual([[], []])
  })

  test('tells the watchers of this node its last event', async () => {
    const { log, shards } = await open(appendReply(2))
    const hints: string[] = []
    const watcher = { kind: 'e', id: stream, key: 'k', onHint: (detail: string) => void hints.push(detail) } as const
    const unwatch = shards.watch(shard, { ...watcher, onSweep: () => {} })
    await log.appendAll(stream, ['x', 'y'])
    expect(hints).toEqual([`${logEpoch}/2`])
    unwatch()
  })

  test('of what is not JSON fails', async () => {
    const failure = new TypeError('event log: an event must be a JSON value, got undefined')
    const { log, connection } = await open()
    await expect(log.append(stream, undefined as never)).rejects.toThrow(failure)
    await expect(log.appendAll(stream, [1, undefined as never])).rejects.toThrow(failure)
    expect(connection.sent).toEqual([])
  })
})

describe('a reader', () => {
  test('gets what there is and what this node appends then', async () => {
    const second = [...appendReply(2).slice(0, 3), nonceOf(1), ...['20000', '1', 0, null]]
    const { log, read, calls } = await open(pageReply(1, 1), second)
    const { events, abort, end } = read()
    await settled()
    await log.append(stream, '2')
    await settled()
    const appended = `${logEpoch}-2-${nonceOf(1)}` // the first that this node appended
    expect(events).toEqual([
      [idOf(1), '1'],
      [appended, '2'],
    ])
    expect(calls()).toHaveLength(2)
    abort.abort()
    expect(await end).toBe('ended')
  })

  test('that begins with the first append asks Redis for nothing', async () => {
    const { log, read, calls } = await open(appendReply(1))
    const { events, abort } = read()
    await log.append(stream, 'x')
    await settled()
    expect([events, calls().length]).toEqual([[[idOf(1), 'x']], 1])
    abort.abort()
  })

  test('waits for the append that it began with', async () => {
    const { log, read, calls, connection } = await open()
    const { events, abort } = read()
    const appending = log.append(stream, 'x')
    await settled()
    expect(calls()).toHaveLength(1)
    connection.sent[0]?.reply(appendReply(1))
    expect(await appending).toBe(idOf(1))
    await settled()
    expect([events, calls().length]).toEqual([[[idOf(1), 'x']], 1])
    abort.abort()
  })

  test('reads where the append fails that it began with', async () => {
    const { log, read, calls } = await open(new Error('ERR no'), pageReply(1, 1))
    const { events, abort } = read()
    await expect(log.append(stream, 'x')).rejects.toThrow('ERR no')
    await settled()
    expect([events, calls().length]).toEqual([[[idOf(1), '1']], 2])
    abort.abort()
  })

  test('of another stream gets nothing of it', async () => {
    const { log, read, calls } = await open(['none', '5', null], appendReply(1))
    const { events, abort } = read()
    await settled()
    await log.append('another', 'x')
    await settled()
    expect([events, calls().length]).toEqual([[], 2])
    abort.abort()
  })

  test('after an event asks Redis at once', async () => {
    const { read, calls } = await open(pageReply(8, 8))
    const { events, abort } = read(idOf(7))
    await settled()
    expect([events, calls()[0]?.args.slice(0, 4)]).toEqual([[[idOf(8), '8']], ['1', logEpoch, '7', nonceOf(7)]])
    abort.abort()
  })

  test('ends with its signal, also between the events of a page', async () => {
    const { log } = await open(pageReply(1, 3))
    const abort = new AbortController()
    const events: unknown[] = []
    for await (const { event } of log.read(stream, undefined, abort.signal)) {
      events.push(event)
      if (event === '2') abort.abort()
    }
    expect(events).toEqual(['1', '2'])
  })

  test('leaves no listener on its signal', async () => {
    const { log } = await open(pageReply(1, 1))
    const { signal } = new AbortController()
    const reading = log.read(stream, undefined, signal)
    await reading.next()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await reading.return(undefined)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('whose signal has aborted reads nothing', async () => {
    const { log, connection } = await open()
    const events = log.read(stream, 'no id', AbortSignal.abort())
    expect([await events.next(), connection.sent]).toEqual([{ done: true, value: undefined }, []])
  })

  test('fails at once after what is no id', async () => {
    const { log } = await open()
    await expect(log.read(stream, 'x', new AbortController().signal).next()).rejects.toMatchObject({ code: 'limit' })
  })

  test('that ends is watched no more', async () => {
    const { log, read, clock, unwatch } = await open(['none', '5', null], ['none', '5', null])
    const [one, two] = [read(), read()]
    await settled()
    one.abort.abort()
    expect(await one.end).toBe('ended')
    two.abort.abort()
    expect(await two.end).toBe('ended')
    unwatch()
    await clock.advance(2_000)
    expect(clock.timers).toBe(0)
    log.close()
  })

  test('whose signal aborts between two events is watched no more, though nobody asks it for another', async () => {
    const { log, clock, unwatch } = await open(pageReply(1, 3))
    const abort = new AbortController()
    const reading = log.read(stream, undefined, abort.signal)
    expect((await reading.next()).value?.event).toBe('1')
    abort.abort()
    unwatch()
    await clock.advance(2_000)
    expect(clock.timers).toBe(0)
    expect(await reading.next()).toEqual({ done: true, value: undefined })
  })

  test('of a node that appends gets a hint of other nodes', async () => {
    const { read, connection, keys } = await open(['none', '5', null], pageReply(1, 1))
    const { events, abort } = read()
    await settled()
    connection.publish(keys.channel(shard), `e${logEpoch}/1/other ${stream}`)
    await settled()
    expect(events).toEqual([[idOf(1), '1']])
    abort.abort()
  })
})

describe('whether reading can be resumed', () => {
  test.each([
    ['ok', true],
    ['gone', false],
    ['none', false],
  ])('depends on the state %s', async (state, expected) => {
    const { log, calls, keys } = await open([state, '5', null])
    expect(await log.canResume(stream, idOf(7))).toBe(expected)
    expect(calls()).toEqual([
      {
        keys: [keys.of('e', stream), keys.of('l', stream)],
        args: ['1', logEpoch, '7', nonceOf(7), '0', '0', '60000'],
      },
    ])
  })

  test('is known without Redis of what is no id', async () => {
    const { log, connection } = await open()
    expect([await log.canResume(stream, 'x'), connection.sent]).toEqual([false, []])
  })
})

describe('a deletion', () => {
  test('is remembered for the time of the events and of grace, and is told', async () => {
    const { log, calls, keys } = await open(1)
    await log.delete(stream)
    expect(calls()).toEqual([
      {
        keys: [keys.of('e', stream), keys.of('l', stream)],
        args: [expect.stringMatching(/^[0-9a-z]{12}$/), '120000', 'PUBLISH', keys.channel(shard), stream],
      },
    ])
  })

  test('ends the readers that were there, and those of no other stream', async () => {
    const { log, read, connection, replies } = await open(pageReply(1, 1))
    const { end, events } = read()
    await settled()
    replies.push(1)
    await log.delete('another')
    replies.push(1)
    await log.delete(stream)
    expect([await end, events]).toEqual(['ended', [[idOf(1), '1']]])
    expect(connection.sent).toHaveLength(3)
  })

  test('ends a reader also with events left', async () => {
    const { log, replies } = await open(pageReply(1, 3))
    replies.push(1)
    const events: unknown[] = []
    for await (const { event } of log.read(stream, undefined, new AbortController().signal)) {
      events.push(event)
      await log.delete(stream)
    }
    expect(events).toEqual(['1'])
  })

  test('that fails ends no reader', async () => {
    const { log, read, replies } = await open(['none', '5', null])
    const { end, abort } = read()
    let isEnded = false
    void end.then(() => (isEnded = true))
    await settled()
    replies.push(new Error('ERR no'))
    await expect(log.delete(stream)).rejects.toThrow('ERR no')
    await settled()
    expect(isEnded).toBe(false)
    abort.abort()
  })

  test('makes what was acknowledged matter no more', async () => {
    const { log, calls } = await open(appendReply(1), 1, appendReply(1))
    await log.append(stream, 'x')
    await log.delete(stream)
    await log.append(stream, 'x')
    expect(calls()[2]?.args.slice(2, 6)).toEqual(['', '0', '', '0'])
  })
})

test('with the end of the log its readers end, and nothing is appended', async () => {
  const { log, read } = await open(['none', '5', null], ['none', '5', null])
  const [one, two] = [read(), read()]
  await settled()
  log.close()
  expect(await Promise.all([one.end, two.end])).toEqual(['ended', 'ended'])
  await expect(log.append(stream, 'x')).rejects.toMatchObject({ name: 'StoreUnavailable' })
})

test('Redis is asked by these commands', async () => {
  const { log, commandsOfScripts, read } = await open(appendReply(1), 1, ['none', '5', null])
  await log.append(stream, 'x')
  await log.delete(stream)
  const { abort } = read()
  await settled()
  const state = 'TIME HMGET EXISTS LINDEX'
  expect(commandsOfScripts().map((commands) => commands.slice(0, state.length))).toEqual([state, state, state])
  expect(commandsOfScripts().map((commands) => commands.slice(state.length + 1))).toEqual([
    'HGET GET GET DEL RPUSH LPOP HSET HSET HSET HSET HSET INCR PEXPIRE PEXPIRE PEXPIRE',
    'DEL HSET PEXPIRE',
    'LRANGE',
  ])
  abort.abort()
})
