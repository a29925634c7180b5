import { afterEach, expect, test } from 'vitest'
import type { DefineOptions } from '#test/support/define-server.js'
import { initializeRequest } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import type { Session } from '../../../protocol/exchange/session.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { EventLog } from '../../../store/event-log.js'
import { createMemoryEventLog } from '../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../store/memory/memory-records.js'
import type { HttpOptions } from '../http-options.js'

let shell: OpenShell
afterEach(() => shell.close())

async function start(options?: HttpOptions, server: DefineOptions = {}) {
  const defined = defineHttpServer(server)
  const sessions: (Session | undefined)[] = []
  defined.onHook(({ session }) => {
    sessions.push(session)
    return 'seen'
  })
  shell = await (httpShells[0]?.open ?? openNode)(defined.server, options)
  const reasonOf = (index: number) => sessions[index]?.signal.reason
  return { ...defined, reasonOf }
}

const openStream = () => shell.send({ method: 'GET', path: '/sse', headers: { accept: 'text/event-stream' } })

/** A stream whose session the server has seen. */
async function connect(revision = '2024-11-05') {
  const reader = new SseReader(await openStream())
  const path = (await reader.next())?.data ?? ''
  const headers = { 'content-type': 'application/json' }
  const send = async (value: unknown) => {
    await (await shell.send({ path, headers, body: JSON.stringify(value) })).text()
    return reader.message()
  }
  await send(initializeRequest(revision))
  await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook' } })
  return reader
}

const closed = (message: string) => expect.objectContaining({ code: 'closed', message })

test('a session over a stream knows that its client closed it', async () => {
  const { reasonOf } = await start()
  const reader = await connect()
  expect(reasonOf(0)).toBeUndefined()
  await reader.cancel()
  await settled()
  expect(reasonOf(0)).toEqual(closed('The client closed the stream'))
})

test('a session over a stream knows that it made room', async () => {
  const { reasonOf } = await start({ limits: { streams: 1 } })
  const reader = await connect()
  const next = await connect()
  expect(await reader.messages()).toEqual([])
  expect([reasonOf(0), reasonOf(1)]).toEqual([closed('The stream made room for another one'), undefined])
  await next.cancel()
})

test('a session over a stream knows that the credentials ended', async () => {
  const { reasonOf, runtime } = await start({ auth: () => ({ id: 'ada', scopes: [], claims: {}, expiresAt: 10_000 }) })
  const reader = await connect()
  runtime.advance(9_999)
  expect(reasonOf(0)).toBeUndefined()
  runtime.advance(1)
  expect(reasonOf(0)).toEqual(closed('The credentials of the client have ended'))
  await reader.cancel()
})

test('a session over a stream of several nodes knows that messages may have been lost', async () => {
  const clock = createHttpRuntime()
  const log = createMemoryEventLog({ clock, limits: defaultLimits })
  const lost = deferred()
  const failing: EventLog = {
    append: (name, event) => log.append(name, event),
    delete: (name) => log.delete(name),
    read: (name, after, signal) => {
      const events = log.read(name, after, signal)[Symbol.asyncIterator]()
      const broken = lost.promise.then(() => Promise.reject(new Error('The log is gone')))
      broken.catch(() => {})
      return { [Symbol.asyncIterator]: () => ({ next: () => Promise.race([events.next(), broken]) }) }
    },
  }
  const { reasonOf } = await start({}, { stores: { sessions: createMemorySessions({ clock }), eventLog: failing } })
  const reader = await connect()
  expect(reasonOf(0)).toBeUndefined()
  lost.resolve()
  expect(await reader.messages()).toEqual([])
  expect(reasonOf(0)).toEqual(closed('Messages of the client may have been lost'))
})

test('a session over a stream knows that the server is closing', async () => {
  const { reasonOf } = await start()
  const reader = await connect()
  const closing = shell.closeHandler()
  expect(await reader.messages()).toEqual([])
  await closing
  expect(reasonOf(0)).toEqual(closed('The client ended the connection'))
})
