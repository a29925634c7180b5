import { afterEach, describe, expect, test } from 'vitest'
import type { DefineOptions } from '#test/support/define-server.js'
import { initializeRequest } from '#test/support/http-client.js'
import { type Deferred, deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { EventLog } from '../../../store/event-log.js'
import { createMemoryEventLog } from '../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../store/memory/memory-records.js'
import type { HttpOptions } from '../http-options.js'

const jsonrpc = '2.0'
const ping = (id: unknown) => ({ jsonrpc, id, method: 'ping' })
const hook = (id: unknown) => ({ jsonrpc, id, method: 'tools/call', params: { name: 'hook' } })
const cancel = (requestId: unknown) => ({ jsonrpc, method: 'notifications/cancelled', params: { requestId } })
const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })

function createStores() {
  const clock = createHttpRuntime()
  const sessions = createMemorySessions({ clock })
  return { sessions, eventLog: createMemoryEventLog({ clock, limits: defaultLimits }) }
}

describe.each(httpShells)('$shell of nodes that share sessions and an event log', ({ open }) => {
  const shells: OpenShell[] = []
  afterEach(async () => {
    for (const shell of shells.splice(0)) await shell.close()
  })
  const startNode = async (stores: DefineOptions['stores'], options?: HttpOptions) => {
    const { server, logger, onHook } = defineHttpServer({ stores })
    const shell = await open(server, options)
    shells.push(shell)
    const get = (headers: Record<string, string> = {}) =>
      shell.send({ method: 'GET', path: '/sse', headers: { accept: 'text/event-stream', ...headers } })
    const connect = async (headers?: Record<string, string>) => {
      const reader = new SseReader(await get(headers))
      return { reader, path: (await reader.next())?.data ?? '' }
    }
    const post = async (path: string, value: unknown, headers: Record<string, string> = {}) => {
      const body = JSON.stringify(value)
      const response = await shell.send({ path, headers: { 'content-type': 'application/json', ...headers }, body })
      const text = await response.text()
      return text === '' ? response.status : [response.status, JSON.parse(text).error.message]
    }
    return { shell, logger, onHook, get, connect, post }
  }
  const startNodes = async (options?: HttpOptions) => {
    const stores = createStores()
    return { stores, node: await startNode(stores, options), other: await startNode(stores, options) }
  }
  /** Keeps the first call waiting. */
  const holdHook = (node: Awaited<ReturnType<typeof startNode>>): Deferred<string> & { called: Promise<void> } => {
    const [called, answer] = [deferred(), deferred<string>()]
    node.onHook(({ signal }) => {
      called.resolve()
      signal.addEventListener('abort', () => answer.resolve('never'))
      return answer.promise
    })
    return { ...answer, called: called.promise }
  }

  test('answers on the stream what is posted to any of them, in order', async () => {
    const { node, other } = await startNodes()
    const { reader, path } = await node.connect()
    expect(await other.post(path, initializeRequest('2024-11-05'))).toBe(202)
    expect(await reader.message()).toMatchObject({ id: 'initialize', result: { protocolVersion: '2024-11-05' } })
    for (const [at, poster] of [node, other, other, node].entries()) expect(await poster.post(path, ping(at))).toBe(202)
    for (const id of [0, 1, 2, 3]) expect(await reader.message()).toEqual({ jsonrpc, id, result: {} })
    await reader.cancel()
  })

  test('takes batches and notifications anywhere, and no message of a form that is none', async () => {
    const { node, other } = await startNodes()
    const { reader, path } = await node.connect()
    await other.post(path, initializeRequest('2025-03-26'))
    await reader.message()
    expect(await other.post(path, { jsonrpc, method: 'notifications/initialized' })).toBe(202)
    expect(await other.post(path, [ping(5)])).toBe(202)
    expect(await reader.message()).toEqual([{ jsonrpc, id: 5, result: {} }])
    expect(await other.post(path, { jsonrpc, id: 1 })).toEqual([400, expect.stringMatching(/^Invalid message/)])
    expect(await other.post(path, ping(6), { 'mcp-method': 'x' })).toEqual([400, expect.stringMatching(/Mcp-Method/)])
    await reader.cancel()
  })

  test('takes nothing from another principal at any node', async () => {
    const { node, other } = await startNodes({ auth: byUser })
    const { reader, path } = await node.connect({ 'x-user': 'a' })
    const absent = [404, 'No stream of this sessionId is open']
    for (const poster of [node, other]) expect(await poster.post(path, ping(1), { 'x-user': 'b' })).toEqual(absent)
    expect(await other.post(path, ping(2), { 'x-user': 'a' })).toBe(202)
    expect(await reader.message()).toEqual({ jsonrpc, id: 2, result: {} })
    expect(await other.post(`/messages?sessionId=${'0'.repeat(32)}`, ping(1), { 'x-user': 'a' })).toEqual(absent)
    await reader.cancel()
  })

  test('serves what is posted elsewhere as the principal that posted it', async () => {
    const { node, other } = await startNodes({
      auth: ({ headers }) => ({ id: 'a', scopes: [], claims: { token: headers.get('x-token') } }),
    })
    node.onHook(({ principal }) => `${principal?.claims['token']}`)
    const { reader, path } = await node.connect({ 'x-token': 'old' })
    await other.post(path, initializeRequest('2024-11-05'), { 'x-token': 'old' })
    await reader.message()
    await other.post(path, hook(2), { 'x-token': 'new' })
    expect(await reader.message()).toMatchObject({ id: 2, result: { content: [{ type: 'text', text: 'new' }] } })
    await reader.cancel()
  })

  test('refuses on the stream what is posted elsewhere while it serves inFlight requests, cancellations excepted', async () => {
    const { node, other } = await startNodes({ limits: { inFlight: 1 } })
    const { called } = holdHook(node)
    const { reader, path } = await node.connect()
    await other.post(path, initializeRequest('2024-11-05'))
    await reader.message()
    await other.post(path, hook(1))
    await called
    expect(await node.post(path, hook(2))).toEqual([429, 'Too many at once: the limit inFlight is 1'])
    expect(await other.post(path, hook(3))).toBe(202)
    const block = await reader.next()
    const error = { code: -32603, message: 'Too many at once: the limit inFlight is 1' }
    expect([block?.event, JSON.parse(block?.data ?? '')]).toEqual(['message', { jsonrpc, id: 3, error }])
    expect(await other.post(path, cancel(1))).toBe(202)
    expect(await other.post(path, ping(4))).toBe(202)
    expect(await reader.message()).toEqual({ jsonrpc, id: 4, result: {} })
    await reader.cancel()
  })

  test('knows a stream nowhere after its client closed it', async () => {
    const { node, other } = await startNodes()
    const { reader, path } = await node.connect()
    expect(await other.post(path, ping(1))).toBe(202)
    await reader.message()
    await reader.cancel()
    await settled()
    for (const poster of [node, other])
      expect(await poster.post(path, ping(2))).toEqual([404, 'No stream of this sessionId is open'])
  })

  test('knows a stream nowhere after its node closed', async () => {
    const { node, other } = await startNodes()
    const { reader, path } = await node.connect()
    await node.shell.closeHandler()
    expect(await reader.messages()).toEqual([])
    await settled()
    expect(await other.post(path, ping(2))).toEqual([404, 'No stream of this sessionId is open'])
  })

  test('leaves no record of a stream that was refused', async () => {
    const { stores, node } = await startNodes({ limits: { streams: 1 } })
    const deleted: string[] = []
    const remove = stores.sessions.delete.bind(stores.sessions)
    stores.sessions.delete = (name) => {
      deleted.push(name)
      return remove(name)
    }
    const { called, resolve } = holdHook(node)
    const { reader, path } = await node.connect()
    await node.post(path, initializeRequest('2024-11-05'))
    await reader.message()
    await node.post(path, hook(1))
    await called
    const refused = await node.get()
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      503,
      'Too many at once: the limit streams is 1',
    ])
    expect(deleted).toEqual([expect.stringMatching(/^sse [0-9a-f]{32}$/)])
    expect(path.endsWith(`${deleted[0]}`.slice(4))).toBe(false)
    resolve('x')
    expect(await reader.message()).toMatchObject({ id: 1, result: { content: [{ type: 'text', text: 'x' }] } })
    await reader.cancel()
  })

  test('ends a stream whose messages cannot be read any more', async () => {
    const { sessions, eventLog } = createStores()
    const lost = deferred()
    const broken = new Error('The log is gone')
    const log: EventLog = {
      append: eventLog.append.bind(eventLog),
      delete: eventLog.delete.bind(eventLog),
      read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => lost.promise.then(() => Promise.reject(broken)) }) }),
    }
    const node = await startNode({ sessions, eventLog: log })
    const { reader, path } = await node.connect()
    lost.resolve()
    expect(await reader.messages()).toEqual([])
    expect(node.logger.errors).toEqual([{ message: 'Messages of an HTTP+SSE stream could not be read', error: broken }])
    expect(await node.post(path, ping(1))).toEqual([404, 'No stream of this sessionId is open'])
  })
})
