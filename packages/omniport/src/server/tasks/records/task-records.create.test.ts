import { describe, expect, test } from 'vitest'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { JsonValue } from '../../../values/json/json-value.js'
import { jsonBytes } from '../../../values/memory/json-bytes.js'
import { TooManyTasks } from '../service/too-many-tasks.js'
import { anonymousOwner, createFinalRecord, createLiveRecord } from './fixtures/live-record.js'
import { type OpenedRecords, openRecords } from './fixtures/open-records.js'

const live = createLiveRecord()
const final = createFinalRecord() as object as JsonValue
const anonymous = createLiveRecord({ owner: anonymousOwner })

describe('a task that is created', () => {
  test('is stored as it is given, and announced to nobody', async () => {
    const { records, store, announced } = openRecords()
    expect(await records.create('a', live)).toEqual({ id: 'a', record: live, version: 1 })
    expect(await store.get('a')).toEqual({ value: live, version: 1 })
    expect(announced).toEqual([])
  })

  test('is refused where its call is too large', async () => {
    const { records, store } = openRecords({ limits: { bodyBytes: 100 } })
    const large = createLiveRecord({}, { params: { name: 't', arguments: { text: 'x'.repeat(200) } } })
    const text = 'The task is too large: it may keep 200 bytes (twice bodyBytes)'
    await expect(records.create('a', large)).rejects.toThrow(RpcError.invalidParams(text))
    expect(await store.get('a')).toBeUndefined()
  })

  test('is refused where its owner has the most tasks, and all of them go on', async () => {
    const { records, store } = openRecords({ limits: { tasksPerPrincipal: 2 } })
    await records.create('a', live)
    await records.create('b', live)
    await expect(records.create('c', live)).rejects.toThrow(new TooManyTasks('tasksPerPrincipal', 2))
    expect(await store.list(live.owner, undefined, 5)).toEqual(['a', 'b'])
    expect((await records.create('d', createLiveRecord({ owner: 'other' }))).id).toBe('d')
  })

  test('takes the place of the oldest that has ended, which is announced', async () => {
    const { records, store, announced } = openRecords({ limits: { tasksPerPrincipal: 3 } })
    await records.create('a', live)
    await store.create('b', final, 60_000)
    await store.create('c', final, 60_000)
    await records.create('d', live)
    expect(await store.list(live.owner, undefined, 5)).toEqual(['a', 'c', 'd'])
    expect(announced).toEqual(['b'])
  })

  test('takes the place of the next where another node has deleted the oldest', async () => {
    const { records, announced, store } = openRecords({
      limits: { tasksPerPrincipal: 2 },
      store: (memory) => ({
        delete: async (id) => {
          const isDeleted = await memory.delete(id)
          return isDeleted && id !== 'a'
        },
      }),
    })
    await store.create('a', final, 60_000)
    await store.create('b', final, 60_000)
    await records.create('c', live)
    expect(announced).toEqual(['b'])
    expect(await store.list(live.owner, undefined, 5)).toEqual(['c'])
  })

  test('is refused where its id is in use', async () => {
    const { records, store } = openRecords()
    await store.create('a', final, 60_000)
    await expect(records.create('a', live)).rejects.toThrow(RpcError.internal('The id of a new task is in use'))
    expect(await store.get('a')).toEqual({ value: final, version: 1 })
  })

  test('that expires while it is created is an internal error', async () => {
    const opened: OpenedRecords = openRecords({
      store: (memory) => ({
        create: async (...args) => {
          const isCreated = await memory.create(...args)
          opened.runtime.advance(60_000)
          return isCreated
        },
      }),
    })
    const expired = RpcError.internal('The task expired while it was created')
    await expect(opened.records.create('a', live)).rejects.toThrow(expired)
  })

  test('is taken back where another node took the last place at the same time', async () => {
    let isCreated = false
    const { records, store } = openRecords({
      limits: { tasksPerPrincipal: 1 },
      store: (memory) => ({
        create: async (...args) => {
          isCreated = await memory.create(...args)
          return isCreated
        },
        list: async () => (isCreated ? ['other'] : []),
      }),
    })
    await expect(records.create('a', live)).rejects.toThrow(new TooManyTasks('tasksPerPrincipal', 1))
    expect([isCreated, await store.get('a')]).toEqual([true, undefined])
  })
})

describe('a store that is full', () => {
  test('makes room by what the owner has ended', async () => {
    const { records, store, announced } = openRecords({ maxEntries: 2 })
    await store.create('a', final, 60_000)
    await records.create('b', live)
    await records.create('c', live)
    expect(await store.list(live.owner, undefined, 5)).toEqual(['b', 'c'])
    expect(announced).toEqual(['a'])
  })

  test('refuses a task where nothing has ended', async () => {
    const { records } = openRecords({ maxEntries: 1, limits: { tasks: 7 } })
    await records.create('a', live)
    await expect(records.create('b', live)).rejects.toThrow(new TooManyTasks('tasks', 7))
  })

  test('is not one that fails, whose error is that of the creation', async () => {
    const away = new Error('away')
    const { records } = openRecords({ store: () => ({ create: () => Promise.reject(away) }) })
    await expect(records.create('a', live)).rejects.toBe(away)
  })
})

describe('tasks of anonymous callers', () => {
  const bytes = 2 * jsonBytes(anonymous)

  test('may fill what these may leave behind', async () => {
    const { records, budget } = openRecords({ limits: { anonymousBytes: 1_000 + bytes } })
    budget.add(1_000)
    expect((await records.create('a', anonymous)).id).toBe('a')
  })

  test('are refused beyond it', async () => {
    const limit = 1_000 + bytes
    const { records, budget } = openRecords({ limits: { anonymousBytes: limit } })
    budget.add(1_001)
    await expect(records.create('a', anonymous)).rejects.toThrow(new TooManyTasks('anonymousBytes', limit))
    expect((await records.create('b', live)).id).toBe('b')
  })

  test('fit where nothing else is left behind', async () => {
    const { records } = openRecords({ limits: { anonymousBytes: 1 } })
    expect((await records.create('a', anonymous)).id).toBe('a')
  })

  test('make room for new ones when they have ended', async () => {
    const { records, store, budget, announced } = openRecords({
      limits: { anonymousBytes: 1_000 },
      store: (memory) => ({
        delete: async (id) => {
          budget.remove(1_000)
          return memory.delete(id)
        },
      }),
    })
    budget.add(1_000)
    await store.create('a', createFinalRecord({ owner: anonymousOwner }) as object as JsonValue, 60_000)
    await records.create('b', anonymous)
    expect([announced, await store.list(anonymousOwner, undefined, 5)]).toEqual([['a'], ['b']])
  })
})
