import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { Sessions } from '../../../../store/sessions.js'
import type { JsonValue } from '../../../../values/json/json-value.js'
import { openLegacySettings } from '../fixtures/legacy-settings.js'
import { newRecord } from '../fixtures/open-session.js'
import { HttpSession } from './http-session.js'
import { SharedSessions } from './shared-sessions.js'

/** A store that logs what it is asked. */
function open(changes: Partial<Sessions> = {}) {
  const opened = openLegacySettings()
  const memory = createMemorySessions({ clock: opened.runtime })
  const log: string[] = []
  const store: Sessions = {
    create: (id, value, ttlMs) => {
      log.push(`create for ${ttlMs}`)
      return memory.create(id, value, ttlMs)
    },
    get: (id) => {
      log.push('get')
      return memory.get(id)
    },
    replace: (id, version, value, ttlMs) => {
      log.push('replace')
      return memory.replace(id, version, value, ttlMs)
    },
    delete: (id) => memory.delete(id),
    lease: (id, node, ms) => memory.lease(id, node, ms),
    ...changes,
  }
  const session = new HttpSession('0'.repeat(32), newRecord, opened.settings)
  return { ...opened, log, session, shared: new SharedSessions(opened.settings, store) }
}

test('a record outlives the time that its session may be idle', async () => {
  const { shared, session, log } = open()
  await shared.create(session)
  expect(log).toEqual(['create for 900000'])
})

describe('saving', () => {
  test('reads the record that others may have changed, and writes it', async () => {
    const { shared, session, log } = open()
    await shared.create(session)
    session.logLevel = 'error'
    expect(await shared.save(session)).toBe(true)
    expect(log.slice(1)).toEqual(['get', 'replace'])
    expect(await shared.read(session.id)).toMatchObject({ logLevel: 'error' })
  })

  test('is given up where others change the record each time', async () => {
    let attempts = 0
    const replace = async () => {
      attempts += 1
      return false
    }
    const { shared, session } = open({ replace })
    await shared.create(session)
    await expect(shared.save(session)).rejects.toThrow(
      new Error('The session was changed by other nodes 20 times while it was being saved'),
    )
    expect(attempts).toBe(20)
  })

  test('goes on after one that failed', async () => {
    const { shared, session } = open()
    await shared.create(session)
    let isAway = true
    const get = async () => {
      if (isAway) throw new Error('away')
      return undefined
    }
    const failing = open({ get })
    const first = expect(failing.shared.save(failing.session)).rejects.toThrow('away')
    await first
    isAway = false
    expect(await failing.shared.save(failing.session)).toBe(false)
  })
})

describe('where the store says the version that it wrote', () => {
  const openUpdating = () => {
    let version = 1
    let value: JsonValue = {}
    const opened = open({
      create: async (_id, given) => {
        value = given
        return true
      },
      get: async () => {
        opened.log.push('get')
        return { value, version }
      },
      update: async (_id, expected, given) => {
        opened.log.push(`update ${expected}`)
        if (expected !== version) return undefined
        value = given
        version += 1
        return version
      },
    })
    const moveOn = () => {
      version += 10
    }
    return { ...opened, moveOn }
  }

  test('a record is read before the first save alone', async () => {
    const { shared, session, log } = openUpdating()
    await shared.create(session)
    for (let time = 0; time < 3; time += 1) expect(await shared.save(session)).toBe(true)
    expect(log).toEqual(['get', 'update 1', 'update 2', 'update 3'])
  })

  test('a record that was read meanwhile is saved without another read', async () => {
    const { shared, session, log, runtime } = openUpdating()
    await shared.create(session)
    runtime.advance(5_000)
    expect(await shared.keep({ session, savedAt: runtime.now(), checkedAt: 0 }, 5_000)).toBe(true)
    expect(await shared.save(session)).toBe(true)
    expect(log).toEqual(['get', 'update 1'])
  })

  test('a record that another node has changed is read again', async () => {
    const { shared, session, log, moveOn } = openUpdating()
    await shared.create(session)
    await shared.save(session)
    moveOn()
    expect(await shared.save(session)).toBe(true)
    expect(log).toEqual(['get', 'update 1', 'update 2', 'get', 'update 12'])
  })
})

describe('a record', () => {
  test('is read again when it is due, and written again at half its time', async () => {
    const { shared, session, log, runtime } = open()
    await shared.create(session)
    const tracked = { session, savedAt: runtime.now(), checkedAt: runtime.now() }
    runtime.advance(4_999)
    expect(await shared.keep(tracked, 5_000)).toBe(true)
    expect(log).toHaveLength(1)
    runtime.advance(1)
    expect(await shared.keep(tracked, 5_000)).toBe(true)
    expect([log.slice(1), tracked.checkedAt]).toEqual([['get'], 5_000])
    runtime.advance(295_000)
    expect(await shared.keep(tracked, 1_000_000)).toBe(true)
    expect([log.slice(2), tracked.savedAt]).toEqual([['get', 'replace'], 300_000])
  })

  test('that is gone ends its session', async () => {
    const { shared, session, runtime } = open({ get: async () => undefined })
    const tracked = { session, savedAt: undefined, checkedAt: 0 }
    runtime.advance(5_000)
    expect(await shared.keep(tracked, 5_000)).toBe(false)
    expect(await shared.save(session)).toBe(false)
  })

  test('that cannot be read, or written, is logged, and its session goes on', async () => {
    const error = new Error('away')
    const { shared, session, runtime, logger } = open({ get: () => Promise.reject(error) })
    const tracked = { session, savedAt: runtime.now(), checkedAt: runtime.now() }
    runtime.advance(5_000)
    expect(await shared.keep(tracked, 5_000)).toBe(true)
    runtime.advance(600_000)
    expect(await shared.keep(tracked, 5_000)).toBe(true)
    await settled()
    expect(logger.errors).toEqual([
      { message: 'A session could not be read', error },
      { message: 'A session could not be saved', error },
    ])
  })
})
