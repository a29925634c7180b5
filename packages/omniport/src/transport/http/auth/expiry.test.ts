import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { Principal } from '../../../protocol/exchange/peer.js'

const listen = { notifications: { toolsListChanged: true } }

describe.each(httpShells)('credentials that end, over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  /** Everybody has the credentials that are in force at the time. */
  const start = async (expiresAt: number | undefined) => {
    const defined = defineHttpServer()
    const now: { principal: Principal } = { principal: { id: 'ada', scopes: [], claims: {}, expiresAt } }
    shell = await open(defined.server, { auth: () => now.principal })
    const renew = (until: number | undefined) => {
      now.principal = { ...now.principal, expiresAt: until }
    }
    return { ...defined, renew }
  }
  const openSse = async () => {
    const headers = { accept: 'text/event-stream' }
    const reader = new SseReader(await shell.send({ method: 'GET', path: '/sse', headers }))
    return { reader, path: (await reader.next())?.data ?? '' }
  }
  const ping = (path: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    return shell.send({ path, headers: { 'content-type': 'application/json' }, body })
  }

  test('a subscription ends with them, without a result, so that its client comes back', async () => {
    verifies('AUTH-40')
    const { runtime, renew } = await start(10_000)
    const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
    await reader.message()
    runtime.advance(10_000)
    expect(await reader.next()).toBeUndefined()
    renew(20_000)
    const again = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
    expect(await again.message()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    await again.cancel()
  })

  test('a stream of a session ends with them, and goes on with new ones', async () => {
    const { runtime, renew, server } = await start(10_000)
    const session = await beginSession(shell)
    const reader = new SseReader(await session.get())
    const first = await reader.next()
    runtime.advance(10_000)
    expect(await reader.next()).toBeUndefined()
    renew(undefined)
    server.tools.delete('echo')
    const again = new SseReader(await session.get(first?.id))
    expect(await again.message()).toMatchObject({ method: 'notifications/tools/list_changed' })
    await again.cancel()
  })

  test('a stream of 2024-11-05 ends with the newest that a request of it had', async () => {
    const { runtime, renew } = await start(10_000)
    const { reader, path } = await openSse()
    renew(20_000)
    runtime.advance(5_000)
    expect((await ping(path)).status).toBe(202)
    expect(await reader.message()).toMatchObject({ id: 1 })
    runtime.advance(9_999)
    expect((await ping(path)).status).toBe(202)
    expect(await reader.message()).toMatchObject({ id: 1 })
    runtime.advance(5_001)
    expect(await reader.next()).toBeUndefined()
    expect((await ping(path)).status).toBe(404)
  })

  test('where they do not end, streams do not, and none leaves a timer', async () => {
    const { runtime, renew } = await start(undefined)
    const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
    await reader.message()
    renew(10_000_000)
    const { reader: other } = await openSse()
    await other.cancel()
    const third = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
    await third.message()
    await third.cancel()
    runtime.advance(15_000)
    expect(await reader.next()).toEqual({ comment: true })
    await reader.cancel()
    await vi.waitFor(() => expect(runtime.timers).toBe(0))
  })

  test('an end that is no number is an error', async () => {
    const { logger } = await start(Number.NaN)
    expect((await postModern(shell, 'tools/list')).status).toBe(500)
    expect(logger.errors).toMatchObject([{ error: { name: 'TypeError' } }])
  })
})
