import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { shardOf } from '../shards/keys.js'
import type { Watcher } from '../shards/shard-monitor.js'
import type { Shards } from '../shards/shards.js'
import { RedisInbox } from './redis-inbox.js'

function create() {
  const opened = openScripted()
  const hints: unknown[][] = []
  const watchers: Watcher[] = []
  const shards = {
    hint: (...given: unknown[]) => hints.push(given),
    watch: (_shard: number, watcher: Watcher) => {
      watchers.push(watcher)
      return () => void watchers.splice(watchers.indexOf(watcher), 1)
    },
  } as unknown as Shards
  const inbox = new RedisInbox({ ...opened, shards, publish: 'PUBLISH' })
  const replies: unknown[] = []
  opened.connection.answer = () => {
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  }
  return { ...opened, inbox, hints, watchers, replies }
}

const name = expect.stringMatching(/^[0-9a-z]{16}$/)
const channel = (keys: ReturnType<typeof create>['keys'], id: string) => keys.channel(shardOf(id))
const { signal } = new AbortController()

describe('a value', () => {
  test('is put once, and whoever waits on this node is told', async () => {
    const { inbox, replies, calls, hints, keys } = create()
    replies.push(1, 0)
    expect([await inbox.put('x', { a: 1 }, 50), await inbox.put('x', { a: 1 }, 50)]).toEqual([true, false])
    expect(calls()[0]).toEqual({
      ...{ keys: [keys.of('i', 'x')], args: [name, '{"a":1}', '50', 'PUBLISH', channel(keys, 'x'), 'x'] },
    })
    expect(hints).toEqual([[shardOf('x'), { kind: 'i', id: 'x', detail: '-' }]])
    await expect(inbox.put('x', undefined as never, 5)).rejects.toThrow(
      new TypeError('inbox: a value must be a JSON value, got undefined'),
    )
  })

  test('is taken where it is there, which is confirmed', async () => {
    const { inbox, replies, calls, watchers, keys } = create()
    replies.push('{"a":1}', 1)
    expect(await inbox.take('x', signal)).toEqual({ a: 1 })
    const [taken, confirmed] = calls()
    expect(taken).toEqual({ keys: [keys.of('i', 'x')], args: [name] })
    expect([confirmed, watchers]).toEqual([taken, []])
  })

  test.each<[string, (watcher: Watcher | undefined) => void]>([
    ['a hint', (watcher) => watcher?.onHint('')],
    ['a look', (watcher) => watcher?.onSweep({ nowMs: 1, fields: ['v'] })],
  ])('is waited for until %s', async (_what, wake) => {
    const { inbox, replies, calls, watchers } = create()
    replies.push(null)
    const taking = inbox.take('x', signal)
    await settled()
    expect([calls().length, watchers[0]?.kind, watchers[0]?.id]).toEqual([1, 'i', 'x'])
    watchers[0]?.onSweep({ nowMs: 1, fields: ['c'] })
    watchers[0]?.onSweep({ nowMs: 1, fields: [''] })
    await settled()
    expect(calls()).toHaveLength(1)
    replies.push('5', 1)
    wake(watchers[0])
    expect(await taking).toBe(5)
  })

  test('that came while it was asked for is asked for again', async () => {
    const { inbox, replies, watchers, connection } = create()
    const taking = inbox.take('x', signal)
    watchers[0]?.onHint('')
    replies.push('5', 1)
    connection.sent[0]?.reply(null)
    expect(await taking).toBe(5)
  })

  test('that another took while it was asked for is not asked for again', async () => {
    const { inbox, replies, watchers, connection, calls } = create()
    const taking = inbox.take('x', signal)
    watchers[0]?.onSweep({ nowMs: 1, fields: ['c'] })
    connection.sent[0]?.reply(null)
    await settled()
    expect(calls()).toHaveLength(1)
    replies.push('5', 1)
    watchers[0]?.onHint('')
    expect(await taking).toBe(5)
  })

  test('that others took first is waited for again', async () => {
    const { inbox, replies, watchers } = create()
    replies.push(null)
    const taking = inbox.take('x', signal)
    await settled()
    replies.push(null)
    watchers[0]?.onHint('')
    await settled()
    replies.push('5', 1)
    watchers[0]?.onHint('')
    expect(await taking).toBe(5)
  })
})

describe('a wait that is given up', () => {
  test('before it begins takes nothing', async () => {
    const { inbox, calls } = create()
    await expect(inbox.take('x', AbortSignal.abort(new Error('stop')))).rejects.toThrow(new Error('stop'))
    expect(calls()).toEqual([])
  })

  test('ends with its reason', async () => {
    const { inbox, replies, watchers } = create()
    const controller = new AbortController()
    replies.push(null)
    const taking = inbox.take('x', controller.signal)
    await settled()
    controller.abort(new Error('stop'))
    await expect(taking).rejects.toThrow(new Error('stop'))
    expect(watchers).toEqual([])
  })

  test('gives back a value that comes after it', async () => {
    const { inbox, connection, calls, keys } = create()
    const controller = new AbortController()
    const taking = inbox.take('x', controller.signal)
    await settled()
    controller.abort(new Error('stop'))
    await expect(taking).rejects.toThrow(new Error('stop'))
    expect(calls()).toHaveLength(1)
    connection.sent[0]?.reply('5')
    await settled()
    const [taken, released] = calls()
    expect(released).toEqual({
      ...{ keys: taken?.keys, args: [taken?.args[0], 'PUBLISH', channel(keys, 'x'), 'x'] },
    })
  })
})

test('who took a value, or gave up, leaves no listener', async () => {
  const { inbox, replies } = create()
  const [taking, giving] = [new AbortController(), new AbortController()]
  const listeners = () => [taking, giving].map((each) => getEventListeners(each.signal, 'abort').length)
  replies.push(null, null)
  const [taken, given] = [inbox.take('x', taking.signal), inbox.take('y', giving.signal)]
  await settled()
  expect(listeners()).toEqual([1, 1])
  giving.abort(new Error('stop'))
  await expect(given).rejects.toThrow(new Error('stop'))
  replies.push('5', 1)
  const again = inbox.take('x', taking.signal)
  expect(await again).toBe(5)
  expect(listeners()).toEqual([1, 0])
  taking.abort(new Error('stop'))
  await expect(taken).rejects.toThrow(new Error('stop'))
  expect(listeners()).toEqual([0, 0])
})

describe('while Redis is away', () => {
  /** A wait whose first claim has no reply. */
  async function loseClaim() {
    const opened = create()
    const taking = opened.inbox.take('x', signal)
    await opened.clock.advance(1_250)
    opened.connection.answer = ([command]) => (command === 'EXISTS' ? 1 : opened.replies.shift())
    await opened.clock.advance(1_100)
    return { ...opened, taking, read: (state: string) => opened.watchers[0]?.onSweep({ nowMs: 0, fields: [state] }) }
  }

  test.each(['v', 'c'])('a wait goes on, and asks again when it is back: %s', async (state) => {
    const { taking, replies, read, calls } = await loseClaim()
    replies.push('5', 1)
    read(state)
    expect(await taking).toBe(5)
    const [first, second] = calls()
    expect(second).toEqual(first)
  })

  test('a wait that is refused the value does not ask for it again', async () => {
    const { taking, replies, read, calls } = await loseClaim()
    replies.push(null, '5', 1)
    read('c')
    await settled()
    read('c')
    await settled()
    expect(calls()).toHaveLength(2)
    read('v')
    expect(await taking).toBe(5)
  })

  test('a wait that is aborted waits for Redis no more', async () => {
    const { inbox, clock, commands } = create()
    const abort = new AbortController()
    const taking = expect(inbox.take('x', abort.signal)).rejects.toThrow(new Error('left'))
    await clock.advance(1_250)
    expect(commands.waitCount).toBe(1)
    abort.abort(new Error('left'))
    await taking
    expect(commands.waitCount).toBe(0)
  })

  test('another error is told', async () => {
    const { inbox, replies, watchers } = create()
    replies.push(new Error('ERR wrong'))
    await expect(inbox.take('x', signal)).rejects.toThrow(new Error('Redis refused a command: ERR wrong'))
    expect(watchers).toEqual([])
  })
})

test('Redis is asked by these commands', async () => {
  const { inbox, replies, commandsOfScripts, connection } = create()
  replies.push(1, '1', 1)
  await inbox.put('x', 1, 50)
  await inbox.take('x', signal)
  await settled()
  const abort = new AbortController()
  const taking = inbox.take('y', abort.signal)
  abort.abort(new Error('left'))
  await expect(taking).rejects.toThrow('left')
  connection.sent.at(-1)?.reply('1')
  await settled()
  expect(commandsOfScripts()).toEqual(['GET SET', 'GET SET', 'GET SET', 'GET SET'])
})
