import { afterEach, describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { shardOf } from '../shards/keys.js'
import { RedisRecords } from './redis-records.js'
import { RedisTasks } from './redis-tasks.js'

const id = 'the id'

function create(isCluster = false) {
  const opened = openScripted({ isCluster })
  const records = new RedisRecords(opened.scripts, opened.keys, 's')
  const tasks = new RedisTasks(opened.scripts, opened.keys, isCluster)
  /** Replies to the scripts, one after the other. */
  const replies: unknown[] = []
  opened.connection.answer = () => {
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  }
  return { ...opened, records, tasks, replies }
}

describe('a record', () => {
  test('is created once', async () => {
    const { records, replies, calls, keys } = create()
    replies.push(1, 0)
    expect([await records.create(id, { a: 1 }, 5_000), await records.create(id, { a: 1 }, 5_000)]).toEqual([
      true,
      false,
    ])
    const [first, second] = calls()
    expect(first).toEqual({
      keys: [keys.of('s', id)],
      args: [expect.stringMatching(/^[1-9]\d*$/), '{"a":1}', '5000', ''],
    })
    expect(second?.args[0]).not.toBe(first?.args[0])
    await expect(records.create(id, undefined as never, 5)).rejects.toThrow(
      new TypeError('records: a value must be a JSON value, got undefined'),
    )
  })

  test('has its value and its version', async () => {
    const { records, replies, calls, keys } = create()
    replies.push(['{"a":1}', '7'], [null, null], ['1', null])
    expect([await records.get(id), await records.get(id), await records.get(id)]).toEqual([
      ...[{ value: { a: 1 }, version: 7 }, undefined, undefined],
    ])
    expect(calls()[0]).toEqual({ keys: [keys.of('s', id)], args: [] })
  })

  test('is replaced where its version is the one that was seen', async () => {
    const { records, replies, calls } = create()
    replies.push([1], [0], [1])
    expect([await records.replace(id, 7, 'x', 50), await records.replace(id, 7, 'x', 50)]).toEqual([true, false])
    const version = await records.update(id, 7, 'x', 50)
    const sent = calls()[2]?.args
    expect([sent?.[0], sent?.slice(2), sent?.[1]]).toEqual(['7', ['"x"', '50'], String(version)])
    expect(Number.isSafeInteger(version) && Number(version) > 0).toBe(true)
  })

  test('is deleted, with a name for the deletion', async () => {
    const { records, replies, calls, keys } = create()
    replies.push(1, 0)
    expect([await records.delete(id), await records.delete(id)]).toEqual([true, false])
    const shard = shardOf(id)
    expect(calls()[0]).toEqual({
      keys: [keys.of('s', id), keys.inShard(shard, 'x', `s${id}`)],
      args: [expect.stringMatching(/^\d+$/), '30000'],
    })
  })

  test('is leased to a node', async () => {
    const { records, replies, calls, keys } = create()
    replies.push(['12', '34'], null)
    expect([await records.lease(id, 'n1', 500), await records.lease(id, 'n2', 500)]).toEqual([
      ...[{ node: 'n1', fence: 12, expiresAt: 34 }, undefined],
    ])
    const [first] = calls()
    expect(first?.keys).toEqual([keys.of('s', id), keys.inShard(shardOf(id), 'f', '')])
    expect(first?.args.slice(0, 2)).toEqual(['n1', '500'])
    expect(Number(first?.args[2])).toBeGreaterThanOrEqual(0)
    expect(Number(first?.args[2])).toBeLessThan(4_096)
  })
})

describe('a task', () => {
  const owned = { owner: 'ada', a: 1 }

  test('is in the list of its owner', async () => {
    const { tasks, replies, calls, keys } = create()
    replies.push(1, 1)
    expect(await tasks.create(id, owned, 5_000)).toBe(true)
    expect(calls()).toEqual([
      { keys: [keys.of('t', id)], args: [expect.any(String), JSON.stringify(owned), '5000', 'oada'] },
      { keys: [keys.of('o', 'ada')], args: [id, '10000', '10000'] },
    ])
  })

  test.each([[{ a: 1 }], [{ owner: 5 }], ['x'], [null]])('is in no list without an owner: %j', async (value) => {
    const { tasks, replies, calls } = create()
    replies.push(1)
    expect([await tasks.create(id, value, 5), calls().length, calls()[0]?.args[3]]).toEqual([true, 1, ''])
  })

  test('that is there already is not listed again', async () => {
    const { tasks, replies, calls } = create()
    replies.push(0)
    expect([await tasks.create(id, owned, 5), calls().length]).toEqual([false, 1])
  })

  test('that cannot be listed is deleted', async () => {
    const { tasks, replies, calls, keys } = create()
    replies.push(1, new Error('ERR full'), new Error('ERR too'))
    await expect(tasks.create(id, owned, 5)).rejects.toThrow(new Error('Redis refused a command: ERR full'))
    expect(calls().at(-1)?.keys[0]).toBe(keys.of('t', id))
    expect(calls()).toHaveLength(3)
  })

  test('keeps the list of its owner, where that would end before', async () => {
    const { tasks, replies, calls, keys } = create()
    replies.push([1, 'a\\ud800'], 1)
    expect(await tasks.replace(id, 7, owned, 50)).toBe(true)
    expect(calls()[1]).toEqual({ keys: [keys.of('o', 'a\ud800')], args: ['100'] })
  })
})

describe('the tasks of an owner', () => {
  const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `t${from + at}`)
  const owners = (count: number, owner: string | null = 'ada') => Array.from({ length: count }, () => owner)

  test('are those of the list that are there and theirs', async () => {
    const { tasks, replies, calls, keys } = create()
    replies.push(['a', 'b', 'c\\ud800'], ['ada', null, 'ada'])
    expect(await tasks.list('ada', undefined, 10)).toEqual(['a', 'c\ud800'])
    expect(calls()).toEqual([
      { keys: [keys.of('o', 'ada')], args: ['0', '', '20'] },
      { keys: ['a', 'b', 'c\ud800'].map((each) => keys.of('t', each)), args: [] },
    ])
  })

  test('are looked for page by page, until there are enough', async () => {
    const { tasks, replies, calls } = create()
    replies.push(ids(25), [...owners(5), ...owners(20, null)], ids(20, 25), owners(20))
    expect(await tasks.list('ada', 'before', 25)).toEqual([...ids(5), ...ids(20, 25)])
    expect(
      calls()
        .filter(({ args }) => args.length > 0)
        .map(({ args }) => args),
    ).toEqual([
      ['1', 'before', '25'],
      ['1', 't24', '20'],
    ])
  })

  test('are no more than are wanted', async () => {
    const { tasks, replies } = create()
    replies.push(ids(3), owners(3))
    expect(await tasks.list('ada', undefined, 2)).toEqual(['t0', 't1'])
  })

  test('end where the list ends', async () => {
    const { tasks, replies } = create()
    replies.push(ids(20), owners(20, 'bob'), ids(1, 20), owners(1))
    expect(await tasks.list('ada', undefined, 5)).toEqual(['t20'])
  })

  test('are not to be had after a position that is forgotten', async () => {
    const { tasks, replies } = create()
    replies.push(null)
    await expect(tasks.list('ada', 'gone', 5)).rejects.toMatchObject({
      code: 'limit',
      message: 'tasks: the position of the last listed task is forgotten, or the task belongs to another owner',
    })
  })

  test('are those that were found where a later position is forgotten', async () => {
    const { tasks, replies } = create()
    replies.push(ids(20), [...owners(1), ...owners(19, null)], null)
    expect(await tasks.list('ada', undefined, 5)).toEqual(['t0'])
  })

  test('are looked for in each primary of a cluster', async () => {
    const { tasks, connection, keys } = create(true)
    connection.answer = ([, , count, key]) => (key === keys.of('o', 'ada') ? ['a', 'b'] : owners(Number(count)))
    expect(await tasks.list('ada', undefined, 5)).toEqual(['a', 'b'])
    await settled()
    expect(connection.commands.map(([, , count]) => count)).toEqual(['1', '1', '1'])
  })
})

test('Redis is asked by these commands', async () => {
  const { records, tasks, replies, commandsOfScripts } = create()
  replies.push(1, ['1', '7'], [1], 1, ['12', '34'])
  await records.create(id, 1, 50)
  await records.get(id)
  await records.replace(id, 7, 1, 50)
  await records.delete(id)
  await records.lease(id, 'n', 50)
  replies.push(1, 1, [1, 'ada'], 1, ['a'], ['ada'])
  await tasks.create('a', { owner: 'ada' }, 50)
  await tasks.replace('a', 7, { owner: 'ada' }, 50)
  await tasks.list('ada', undefined, 5)
  const ofRecords = ['TIME HGET HSET HSET PEXPIRE', 'HMGET', 'TIME HMGET HSET PEXPIRE HSET', 'DEL SET GET']
  const ofTasks = ['ZREVRANGE ZADD ZREMRANGEBYRANK PTTL PEXPIRE', 'PTTL PEXPIRE', 'ZSCORE ZRANGEBYSCORE', 'HGET']
  expect(commandsOfScripts()).toEqual([...ofRecords, 'TIME HMGET GET SET HSET', ...ofTasks])
})

describe('random bits', () => {
  afterEach(() => vi.restoreAllMocks())

  const fill = (bits: number) =>
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
      for (const array of [values as unknown as Uint32Array]) array.fill(bits)
      return values
    })

  test.each([
    ['all zero are the version 1', 0, 1],
    ['that do not count are all that is set', 0x200000, 0x200000],
    ['all set are the largest version', 0xffff_ffff, Number.MAX_SAFE_INTEGER],
    ['are those of both numbers', 3, 3 * 2 ** 32 + 3],
  ])('%s', async (_which, bits, version) => {
    const { records, replies } = create()
    fill(bits)
    replies.push([1])
    expect(await records.update(id, 7, 'x', 50)).toBe(version)
  })

  test('make fences: twelve of them', async () => {
    const { records, replies, calls } = create()
    fill(0xffff)
    replies.push(['12', '34'])
    await records.lease(id, 'n', 500)
    expect(calls()[0]?.args).toEqual(['n', '500', '4095'])
  })
})
