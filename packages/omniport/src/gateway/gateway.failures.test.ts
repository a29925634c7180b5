import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { connect } from '../client/connect.js'
import { textOf } from '../client/tools/text-of.js'
import type { ServeTarget } from '../transport/environment.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'

/** An upstream that answers nothing. */
const silent: ServeTarget = { serve: () => new Promise(() => {}) }
const missing = { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(3)'] }

describe('an upstream that cannot be reached', () => {
  test('is named in the errors of its calls, at once and with its last line, and the others work', async () => {
    const { gateway, logger } = startGateway({ gone: missing, notes: createNamedServer('notes', ['read']) })
    await using client = await connect(gateway)
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['notes__read'])
    expect(textOf(await client.callTool('notes__read', {}))).toBe('notes read')
    const failure = { code: -32603, data: { upstream: 'gone' }, message: expect.stringContaining('no licence') }
    await expect(client.request('tools/call', { name: 'gone__x' })).rejects.toMatchObject(failure)
    expect(gateway.status()[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('"gone"') })
    expect(logger.warnings.length).toBeGreaterThan(0)
    await gateway.close()
  })

  test('is an error where it is the only one', async () => {
    const { gateway } = startGateway({ gone: { command: '/nowhere/to/be/found' } })
    await using client = await connect(gateway)
    await expect(client.listTools()).rejects.toMatchObject({ code: -32603, data: { upstream: 'gone' } })
    await gateway.close()
  })

  test('is disabled where its settings cannot be used: it is left out', async () => {
    const { gateway } = startGateway({
      broken: { problem: 'mcp.json:3: it has no command' },
      off: { target: silent, isDisabled: true },
      notes: createNamedServer('notes', ['read']),
    })
    await using client = await connect(gateway)
    expect((await client.listTools()).length).toBe(1)
    expect(gateway.status().map(({ state, error }) => [state, error])).toEqual([
      ['disabled', 'mcp.json:3: it has no command'],
      ['disabled', 'It is disabled'],
      ['ready', undefined],
    ])
    await gateway.close()
  })
})

test('an upstream that never answers holds up initialize and lists once, for upstreamWaitMs', async () => {
  const runtime = new VirtualRuntime()
  const { gateway } = startGateway({ silent, notes: createNamedServer('notes', ['read']) }, { runtime })
  const connecting = connect(gateway, { runtime, revision: '2025-11-25' })
  await runtime.advance(1_000)
  const client = await connecting
  const sinceMs = runtime.now()
  const listing = client.listTools()
  await runtime.advance(1)
  expect((await listing).map(({ name }) => name)).toEqual(['notes__read'])
  const other = connect(gateway, { runtime, revision: '2025-11-25' })
  await runtime.advance(1)
  await other.then((connected) => connected.close())
  expect(runtime.now() - sinceMs).toBeLessThan(5)
  await client.close()
  const closing = gateway.close()
  await runtime.advance(10_000)
  await closing
})

test('no time passes for calls of the others while one never answers, and one has nothing for GET', async () => {
  const runtime = new VirtualRuntime()
  const methods: string[] = []
  const serverInfo = { name: 'posts', version: '1' }
  const results: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
    'tools/list': { tools: [{ name: 'add', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [] },
  }
  const fetch: typeof globalThis.fetch = async (_url, init = {}) => {
    if (init.method !== 'POST') {
      methods.push(String(init.method))
      return new Response(null, { status: 405 })
    }
    const { id, method } = JSON.parse(String(init.body))
    methods.push(method)
    if (id === undefined) return new Response(null, { status: 202 })
    const error = { code: -32601, message: 'Method not found' }
    return Response.json({ jsonrpc: '2.0', id, ...(method in results ? { result: results[method] } : { error }) })
  }
  const upstreams = { silent, posts: 'http://posts.example/mcp', notes: createNamedServer('notes', ['read']) }
  const { gateway } = startGateway(upstreams, { runtime, fetch })
  const connecting = connect(gateway, { runtime, revision: '2025-11-25' })
  await runtime.advance(1_000)
  const client = await connecting
  const hanging = client.callTool('silent__any', {}).catch((reason: unknown) => reason)
  const [sinceMs, timers] = [runtime.now(), runtime.timers]
  const order: string[] = []
  const call = async (name: string) => {
    await client.callTool(name, {})
    order.push(name)
  }
  await Promise.all(Array.from({ length: 50 }, () => [call('notes__read'), call('posts__add')]).flat())
  expect(order.filter((name) => name === 'notes__read')).toHaveLength(50)
  expect(order).toHaveLength(100)
  expect([runtime.now(), runtime.timers]).toEqual([sinceMs, timers])
  expect(gateway.status().map(({ state, inFlight }) => [state, inFlight])[0]).toEqual(['connecting', 0])
  expect(methods.filter((method) => method === 'GET' || method === 'initialize')).toEqual(['initialize', 'GET'])
  await client.close()
  await gateway.close()
  expect(await hanging).toMatchObject({ code: 'closed' })
})

describe('the connections of a gateway', () => {
  const person = (gateway: ServeTarget, id: string) => connect(asPrincipal(gateway, id), { revision: '2026-07-28' })

  test('end when nobody used them for upstreamIdleMs, and are made again', async () => {
    const runtime = new VirtualRuntime()
    const { gateway } = startGateway({ notes: createNamedServer('notes', ['read']) }, { runtime })
    await using client = await person(gateway, 'one')
    await client.callTool('notes__read', {})
    expect(gateway.status()[0]).toMatchObject({ connections: 1, state: 'ready' })
    await runtime.advance(600_000)
    expect(gateway.status()[0]).toMatchObject({ connections: 0, state: 'idle' })
    expect(textOf(await client.callTool('notes__read', {}))).toBe('notes read')
    await gateway.close()
  })

  test('are as many as limits.upstreams: the one that was unused for longest makes room', async () => {
    const limits = { upstreams: 2 }
    const { gateway } = startGateway({ notes: createNamedServer('notes', ['read']) }, { limits })
    for (const id of ['one', 'two', 'three']) {
      await using client = await person(gateway, id)
      await client.callTool('notes__read', {})
    }
    expect(gateway.status()[0]?.connections).toBe(2)
    await gateway.close()
  })

  test('are refused beyond that while all are in use', async () => {
    const { gateway } = startGateway(
      { notes: createNamedServer('notes', ['read']), hangs: { target: hanging, revision: '2026-07-28' } },
      { limits: { upstreams: 1 } },
    )
    await using client = await person(gateway, 'one')
    const call = expect(client.callTool('hangs__x', {})).rejects.toMatchObject({ code: 'closed' })
    await expect.poll(() => gateway.status()[1]?.inFlight).toBe(1)
    const refused = client.request('tools/call', { name: 'notes__read' })
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('the limit upstreams is 1') })
    const closing = gateway.close()
    await client.close()
    await call
    await closing
  })
})

/** A modern upstream whose calls are never answered. */
const hanging: ServeTarget = {
  serve: async (message) => {
    if (!('id' in message)) return undefined
    if (message.method !== 'server/discover') return new Promise(() => {})
    return {
      jsonrpc: '2.0',
      id: message.id,
      result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    }
  },
}
