import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import { createMemoryEventLog } from '../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../store/memory/memory-records.js'
import type { Sessions } from '../../../store/sessions.js'
import { SseRelay } from './sse-relay.js'

const id = '0123456789abcdef'.repeat(2)
const name = `sse ${id}`
const ann = { id: 'ann', scopes: [], claims: {} }

async function open({ principalId, change = {} }: { principalId?: string; change?: Partial<Sessions> } = {}) {
  const runtime = new VirtualRuntime()
  const logger = createRecordingLogger()
  const sessions = createMemorySessions({ clock: runtime })
  const eventLog = createMemoryEventLog({ clock: runtime, limits: defaultLimits })
  const store: Sessions = {
    create: (...given) => sessions.create(...given),
    get: (...given) => sessions.get(...given),
    replace: (...given) => sessions.replace(...given),
    delete: (...given) => sessions.delete(...given),
    lease: (...given) => sessions.lease(...given),
    ...change,
  }
  const relay = new SseRelay({ sessions: store, eventLog, runtime, logger })
  const close = await relay.open(id, { principalId, onMessage: () => {}, onLoss: () => {} })
  return { runtime, logger, sessions, eventLog, relay, close }
}

describe('the record of a stream', () => {
  test.each([
    ['ann', { principalId: 'ann' }],
    [undefined, {}],
  ])('says whose it is: %s', async (principalId, value) => {
    const { sessions, close } = await open(principalId === undefined ? {} : { principalId })
    expect((await sessions.get(name))?.value).toEqual(value)
    close()
  })

  test('is renewed every 20 s', async () => {
    const renewed: unknown[] = []
    const sessions: { store?: Sessions } = {}
    const opened = await open({
      principalId: 'ann',
      change: {
        replace: async (...given) => {
          renewed.push(given)
          return (await sessions.store?.replace(...given)) ?? false
        },
      },
    })
    sessions.store = opened.sessions
    const { version } = (await opened.sessions.get(name)) ?? {}
    await opened.runtime.advance(19_999)
    expect(renewed).toEqual([])
    await opened.runtime.advance(1)
    expect(renewed).toEqual([[name, version, { principalId: 'ann' }, 60_000]])
    await opened.runtime.advance(20_000)
    expect(renewed).toHaveLength(2)
    opened.close()
  })

  test('is written anew where it was lost', async () => {
    const { sessions, relay, runtime, close } = await open({ principalId: 'ann' })
    await sessions.delete(name)
    expect(await relay.find(id, ann)).toBe(false)
    await runtime.advance(20_000)
    expect(await relay.find(id, ann)).toBe(true)
    close()
    await settled()
  })

  test('that cannot be renewed is logged, and it is tried again', async () => {
    const problem = new Error('away')
    const { logger, runtime, close } = await open({ change: { replace: () => Promise.reject(problem) } })
    await runtime.advance(40_000)
    const entry = { message: 'A stream could not be renewed', error: problem }
    expect(logger.errors).toEqual([entry, entry])
    close()
    await settled()
  })

  test('that cannot be forgotten is logged', async () => {
    const problem = new Error('away')
    const { logger, close } = await open({ change: { delete: () => Promise.reject(problem) } })
    close()
    await settled()
    expect(logger.errors).toEqual([{ message: 'A stream could not be forgotten', error: problem }])
  })
})

test.each([`x${id}`, `${id}x`, id.slice(1), id.replace('a', 'g'), id.toUpperCase(), ''])(
  'the id %j is looked for nowhere',
  async (other) => {
    const asked: string[] = []
    const { relay, close } = await open({
      change: {
        get: async (key) => {
          asked.push(key)
          return undefined
        },
      },
    })
    expect([await relay.find(other, undefined), asked]).toEqual([false, []])
    close()
    await settled()
  },
)
