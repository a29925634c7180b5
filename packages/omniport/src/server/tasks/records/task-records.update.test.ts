import { describe, expect, test } from 'vitest'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { jsonBytes } from '../../../values/memory/json-bytes.js'
import { anonymousOwner, createFinalRecord, createLiveRecord } from './fixtures/live-record.js'
import { openRecords } from './fixtures/open-records.js'
import type { LiveRecord, TaskRecord } from './task-record.js'

const live = createLiveRecord()
const toJson = (record: TaskRecord) => record as object as JsonValue
const ended = ({ job: _job, ...record }: LiveRecord): TaskRecord => ({ ...record, status: 'cancelled' })
const saying = (statusMessage: string) => (record: LiveRecord) => ({ ...record, statusMessage })

/** Adds a question with a text of so many characters. */
const asking = (characters: number) => (record: LiveRecord) => {
  const request = { method: 'elicitation/create', params: { message: 'x'.repeat(characters) } } as const
  return { ...record, job: { ...record.job, questions: [{ key: 'k', request, state: 'open' as const }] } }
}

describe('an update', () => {
  test('is written with its time, and announced', async () => {
    const { records, store, runtime, announced } = openRecords()
    await records.create('a', live)
    runtime.advance(500)
    expect(await records.update('a', saying('half'))).toBe('written')
    const value = { ...live, statusMessage: 'half', updatedAt: 500 }
    expect(await store.get('a')).toEqual({ value, version: 2 })
    expect(announced).toEqual(['a'])
  })

  test('is never earlier than the one before it, whatever the clock of the node says', async () => {
    const { records, store } = openRecords()
    await records.create('a', createLiveRecord({ updatedAt: 700 }))
    await records.update('a', saying('half'))
    expect((await store.get('a'))?.value).toMatchObject({ statusMessage: 'half', updatedAt: 700 })
  })

  test('does not make the task last longer', async () => {
    const { records, runtime, store } = openRecords()
    await records.create('a', live)
    runtime.advance(59_999)
    expect(await records.update('a', saying('late'))).toBe('written')
    runtime.advance(1)
    expect([await records.update('a', saying('later')), await store.get('a')]).toEqual(['gone', undefined])
  })

  test('that its function declines writes nothing', async () => {
    const { records, store, announced } = openRecords()
    await records.create('a', live)
    expect(await records.update('a', () => undefined)).toBe('declined')
    expect([(await store.get('a'))?.version, announced]).toEqual([1, []])
  })

  test('of a final task changes nothing, and neither does one of no task', async () => {
    const { records, store, announced } = openRecords()
    await store.create('a', toJson(createFinalRecord()), 60_000)
    const seen: LiveRecord[] = []
    const change = (record: LiveRecord) => {
      seen.push(record)
      return record
    }
    expect([await records.update('a', change), await records.update('b', change)]).toEqual(['final', 'gone'])
    expect([seen, announced]).toEqual([[], []])
  })

  test('starts again from what another node wrote meanwhile', async () => {
    let races = 2
    const { records, store } = openRecords({
      store: (memory) => ({
        replace: async (id, version, value, ttlMs) => {
          races -= 1
          if (races < 0) return memory.replace(id, version, value, ttlMs)
          await memory.replace(id, version, toJson({ ...live, statusMessage: `other ${races}` }), ttlMs)
          return false
        },
      }),
    })
    await records.create('a', live)
    const status = await records.update('a', (record) => ({
      ...record,
      statusMessage: `${record.statusMessage}, mine`,
    }))
    expect(status).toBe('written')
    expect((await store.get('a'))?.value).toMatchObject({ statusMessage: 'other 0, mine' })
  })
})

describe('a task that grows', () => {
  const large = createLiveRecord({}, { params: { name: 't', arguments: { text: 'x'.repeat(300) } } })

  test.each([
    ['questions', asking(10)],
    [
      'values of side effects',
      (record: LiveRecord) => ({ ...record, job: { ...record.job, onces: [['k', []] as const] } }),
    ],
  ])('beyond its size by its %s is left as it was', async (_name, grow) => {
    const { records, store } = openRecords({ limits: { bodyBytes: 100 } })
    await store.create('a', toJson(large), 60_000)
    expect(await records.update('a', grow)).toBe('too-large')
    expect(await store.get('a')).toEqual({ value: large, version: 1 })
  })

  test('in nothing is not measured again', async () => {
    const { records, store } = openRecords({ limits: { bodyBytes: 100 } })
    await store.create('a', toJson(large), 60_000)
    expect(await records.update('a', saying('half'))).toBe('written')
    expect(await records.update('a', ended)).toBe('written')
  })

  test.each([
    ['has a reserve', 0, 'written'],
    ['is refused beyond the reserve', 1, 'full'],
  ])('and belongs to an anonymous caller %s', async (_name, more, status) => {
    const record = createLiveRecord({ owner: anonymousOwner })
    const growth = jsonBytes(asking(100)(record)) - jsonBytes(record)
    const { records, budget } = openRecords({ limits: { anonymousBytes: 8_000 } })
    await records.create('a', record)
    budget.add(9_000 - growth + more)
    expect(await records.update('a', asking(100))).toBe(status)
  })

  test('and belongs to somebody is not counted among those of anonymous callers', async () => {
    const { records, budget } = openRecords({ limits: { anonymousBytes: 1 } })
    await records.create('a', live)
    budget.add(1_000)
    expect(await records.update('a', asking(100))).toBe('written')
  })

  test('deletes what the anonymous callers have ended, until it fits', async () => {
    const record = createLiveRecord({ owner: anonymousOwner })
    const { records, store, budget, announced } = openRecords({
      limits: { anonymousBytes: 8_000 },
      store: (memory) => ({
        delete: async (id) => {
          budget.remove(5_000)
          return memory.delete(id)
        },
      }),
    })
    await records.create('a', record)
    const final = toJson(createFinalRecord({ owner: anonymousOwner }))
    for (const id of ['b', 'c', 'd']) await store.create(id, final, 60_000)
    budget.add(18_000)
    expect(await records.update('a', asking(100))).toBe('written')
    expect([announced, await store.list(anonymousOwner, undefined, 5)]).toEqual([
      ['b', 'c', 'a'],
      ['a', 'd'],
    ])
  })
})

describe('the end of a task of an anonymous caller', () => {
  const record = createLiveRecord({ owner: anonymousOwner })

  async function end(used: number) {
    const opened = openRecords({ limits: { anonymousBytes: 1_000 } })
    const { records, store, budget } = opened
    const final = toJson(createFinalRecord({ owner: anonymousOwner }))
    await store.create('before', final, 60_000)
    await records.create('a', record)
    await store.create('after', final, 60_000)
    budget.add(used)
    expect(await records.update('a', ended)).toBe('written')
    return { left: await store.list(anonymousOwner, undefined, 5), announced: opened.announced }
  }

  test('deletes no other while there is room', async () => {
    expect(await end(1_000)).toEqual({ left: ['before', 'a', 'after'], announced: ['a'] })
  })

  test('is stored whatever it takes, and all others that have ended make room', async () => {
    expect(await end(1_001)).toEqual({ left: ['a'], announced: ['a', 'before', 'after'] })
  })

  test('makes others give way, and progress does not', async () => {
    const { records, store, budget } = openRecords({ limits: { anonymousBytes: 1_000 } })
    await store.create('before', toJson(createFinalRecord({ owner: anonymousOwner })), 60_000)
    await records.create('a', record)
    budget.add(2_000)
    expect(await records.update('a', saying('half'))).toBe('written')
    expect(await store.list(anonymousOwner, undefined, 5)).toEqual(['before', 'a'])
  })
})

describe('a list', () => {
  test('goes on after an id, up to its limit', async () => {
    const { records } = openRecords()
    for (const id of ['a', 'b', 'c']) await records.create(id, live)
    expect(await records.list(live.owner, 'a', 1)).toEqual(['b'])
    expect(await records.list(live.owner, undefined, 5)).toEqual(['a', 'b', 'c'])
  })

  test('after an id that is forgotten is refused, and an error of the store passes', async () => {
    const errors = [new OmniportError('limit', 'forgotten'), new OmniportError('closed', 'away'), new Error('broken')]
    const { records } = openRecords({ store: () => ({ list: () => Promise.reject(errors.shift()) }) })
    const [, closed, broken] = errors
    await expect(records.list('o', 'x', 1)).rejects.toThrow(RpcError.invalidParams('Invalid cursor'))
    await expect(records.list('o', 'x', 1)).rejects.toBe(closed)
    await expect(records.list('o', 'x', 1)).rejects.toBe(broken)
  })
})

test('what remains of a task counts from its creation', () => {
  const { records, runtime } = openRecords()
  runtime.advance(300)
  expect(records.remainingMs(createLiveRecord({ createdAt: 100, ttlMs: 1_000 }))).toBe(800)
})
