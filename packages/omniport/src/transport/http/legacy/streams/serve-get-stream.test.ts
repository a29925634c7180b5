import { afterEach, describe, expect, test } from 'vitest'
import { beginSession } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import type { EventLog } from '../../../../store/event-log.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import { OmniportError } from '../../../../values/errors/omniport-error.js'

let shell: OpenShell
afterEach(() => shell.close())

/** A session of a server whose event log may be another. */
async function start(wrap: (log: EventLog) => EventLog = (log) => log, isShared = false) {
  const clock = createHttpRuntime()
  const log = createMemoryEventLog({ clock, limits: defaultLimits })
  const shared = isShared ? { bus: createMemoryBus(), sessions: createMemorySessions({ clock }) } : {}
  const defined = defineHttpServer({ stores: { ...shared, eventLog: wrap(log) } })
  shell = await (httpShells[0]?.open ?? openNode)(defined.server)
  return { ...defined, session: await beginSession(shell) }
}

const outcome = async (responding: Promise<Response>) => {
  const response = await responding
  return [response.status, (await response.json()).error]
}

const key = '0'.repeat(16)
const gone = {
  code: -32600,
  message: 'Last-Event-ID names no event of this session that is still kept: events may have been missed',
}

describe('an event that is not there', () => {
  test.each(['x', `${key}_5`])('is refused: %s', async (id) => {
    const { session } = await start()
    expect(await outcome(session.get(id))).toEqual([400, gone])
  })

  test('is refused where the log says that it is gone', async () => {
    const { session } = await start((log) => ({
      append: (name, event) => log.append(name, event),
      read: (name, after, signal) => log.read(name, after, signal),
      delete: (name) => log.delete(name),
      canResume: async () => false,
    }))
    expect(await outcome(session.get(`${key}_5`))).toEqual([400, gone])
  })

  test('is none where nothing is named', async () => {
    const { session } = await start()
    const reader = new SseReader(await session.get(''))
    expect(await reader.next()).toMatchObject({ data: '' })
    await reader.cancel()
  })
})

describe('a log that fails', () => {
  const failing =
    (error: Error) =>
    (log: EventLog): EventLog => ({
      append: (name, event) => log.append(name, event),
      delete: (name) => log.delete(name),
      read: async function* () {
        yield* []
        throw error
      },
    })

  test('is an error of this side, which is logged', async () => {
    const error = new Error('away')
    const { session, logger } = await start(failing(error))
    expect(await outcome(session.get())).toEqual([500, { code: -32603, message: 'Internal error' }])
    expect(logger.errors).toEqual([{ message: 'GET /mcp failed', error }])
  })

  test('because events are gone is a refusal', async () => {
    const { session, logger } = await start(failing(new OmniportError('limit', 'gone')))
    expect(await outcome(session.get(`${key}_5`))).toEqual([400, gone])
    expect(logger.errors).toEqual([])
  })
})

describe('a log that knows an event and fails when it is read', () => {
  const failing =
    (error: Error) =>
    (log: EventLog): EventLog => ({
      append: (name, event) => log.append(name, event),
      delete: (name) => log.delete(name),
      canResume: async () => true,
      read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }),
    })

  test('is an error of this side, which is logged', async () => {
    const error = new Error('away')
    const { session, logger } = await start(failing(error))
    expect(await outcome(session.get(`${key}_5`))).toEqual([500, { code: -32603, message: 'Internal error' }])
    expect(logger.errors).toEqual([{ message: 'GET /mcp failed', error }])
  })

  test('because the event has gone meanwhile is a refusal', async () => {
    const { session, logger } = await start(failing(new OmniportError('limit', 'gone')))
    expect(await outcome(session.get(`${key}_5`))).toEqual([400, gone])
    expect(logger.errors).toEqual([])
  })

  test('is the same of a stream that another node may serve', async () => {
    const error = new Error('away')
    const { session, logger } = await start(failing(error), true)
    expect(await outcome(session.get(`${key}_5`))).toEqual([500, { code: -32603, message: 'Internal error' }])
    expect(logger.errors).toEqual([{ message: 'GET /mcp failed', error }])
  })

  test('is the same of an event that is gone from a stream that another node may serve', async () => {
    const { session, logger } = await start(failing(new OmniportError('limit', 'gone')), true)
    expect(await outcome(session.get(`${key}_5`))).toEqual([400, gone])
    expect(logger.errors).toEqual([])
  })
})

test('a stream of a session ends when another one takes its place', async () => {
  const { session, server } = await start()
  const first = new SseReader(await session.get())
  await first.next()
  const second = new SseReader(await session.get())
  await second.next()
  expect(await first.next()).toBeUndefined()
  server.tools.delete('echo')
  await settled()
  expect(await second.message()).toMatchObject({ method: 'notifications/tools/list_changed' })
  await second.cancel()
})
