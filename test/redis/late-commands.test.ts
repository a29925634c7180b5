import type { EventLog } from 'omniport/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RedisConnection, RedisStoresOptions } from '../../packages/redis/src/entries/index.js'
import { clients, type OpenRedis } from './support/clients.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis, until } from './support/redis-server.js'

describe.skipIf(!hasRedis).each(clients)('over %s, a command that arrives once more', (_, open) => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.kill())

  test('gives the same id while it is the last one of its writer', async () => {
    const { eventLog, sent } = await openRecorded(open, server.port)
    const id = await eventLog.append('s', 'first')
    const [epoch, , nonce] = id.split('-')
    expect(await sent[0]?.()).toEqual(expect.arrayContaining([epoch, '1', nonce]))
    expect(await readAll(eventLog)).toEqual(['first'])
  })

  test.each([1, 2])('appends nothing after %i more appends of its writer', async (more) => {
    const { eventLog, sent } = await openRecorded(open, server.port)
    await Promise.all([eventLog.append('s', 'first'), eventLog.append('s', 'second')])
    for (let count = 1; count <= more; count++) await eventLog.append('s', count)
    await expect(sent[0]?.()).rejects.toThrow(/STALE/)
    expect(await readAll(eventLog)).toEqual(['first', 'second', ...[1, 2].slice(0, more)])
  })

  test('appends nothing after the event was given up, and others were appended', async () => {
    const { eventLog, sent, lose } = await openRecorded(open, server.port, { appendMs: 1, timeoutMs: 50 })
    await eventLog.append('s', 'first')
    lose(1)
    await expect(eventLog.append('s', 'given up')).rejects.toThrow('not available')
    const isAppended = () =>
      eventLog.append('s', 'second').then(
        () => true,
        () => false,
      )
    await until(isAppended)
    await expect(sent[1]?.()).rejects.toThrow(/STALE/)
    expect(await readAll(eventLog)).toEqual(['first', 'second'])
  })
})

interface Recorded {
  readonly eventLog: EventLog
  /** The commands that appended, to be sent again: they resolve with the reply. */
  readonly sent: readonly (() => Promise<unknown>)[]
  /** So many of the next commands that append are never sent. */
  lose(count: number): void
}

async function openRecorded(open: OpenRedis, port: number, options: RedisStoresOptions = {}): Promise<Recorded> {
  const sent: (() => Promise<unknown>)[] = []
  let lost = 0
  const record = (connection: RedisConnection): RedisConnection => ({
    ...connection,
    command(args) {
      // Of all scripts only the one that appends has three keys.
      if (args[2] !== '3') return connection.command(args)
      sent.push(() => connection.command(args))
      if (lost === 0) return connection.command(args)
      lost -= 1
      return new Promise(() => {})
    },
  })
  const openClient: OpenRedis = async (at) => {
    const { connection, close } = await open(at)
    return { connection: record(connection), close }
  }
  const { stores } = await openStores(openClient, port, { prefix: nextPrefix(), ...options })
  const lose = (count: number) => {
    lost = count
  }
  return { eventLog: stores.eventLog, sent, lose }
}

/** The events of the stream, up to one that is appended now. */
async function readAll(log: EventLog): Promise<readonly unknown[]> {
  const end = await log.append('s', 'end')
  const events: unknown[] = []
  for await (const { id, event } of log.read('s', undefined, new AbortController().signal)) {
    if (id === end) break
    events.push(event)
  }
  return events
}
