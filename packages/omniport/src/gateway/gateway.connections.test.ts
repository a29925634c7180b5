import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { connect } from '../client/connect.js'
import { textOf } from '../client/tools/text-of.js'
import type { Server } from '../server/server.js'
import { createFetchHandler } from '../transport/http/create-fetch-handler.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'

/** A server over HTTP that notes what it is sent, and may forget its sessions. */
function createWatched(server: Server) {
  const requests: string[] = []
  let handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
  const former: (typeof handler)[] = []
  const forget = () => {
    former.push(handler)
    handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
  }
  const state = { forgetsAlways: false }
  const watch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { method = '' } = request.method === 'POST' ? ((await request.clone().json()) as { method?: string }) : {}
    requests.push(`${request.method} ${method}`.trim())
    if (state.forgetsAlways && method === 'tools/call') return new Response('', { status: 404 })
    return handler(request)
  }
  const close = async () => {
    await Promise.all([...former, handler].map((one) => one.close()))
    await server.close()
  }
  return { requests, forget, state, fetch: watch as typeof fetch, close }
}

describe('a legacy upstream over HTTP', () => {
  const revisions = { revisions: ['2025-11-25'] }
  const setUp = () => {
    const watched = createWatched(createNamedServer('a', ['x'], revisions))
    const { gateway } = startGateway({ a: 'http://a.test/mcp' }, { fetch: watched.fetch })
    const count = (what: string) => watched.requests.filter((one) => one === what).length
    return { watched, gateway, count }
  }

  test('is initialized once for each connection, and got nothing by GET before', async () => {
    const { watched, gateway, count } = setUp()
    for (const id of ['ann', 'ben', 'ann']) {
      await using client = await connect(asPrincipal(gateway, id), { revision: '2025-11-25' })
      await client.listTools()
      expect(textOf(await client.callTool('a__x', {}))).toBe('a x')
    }
    expect(count('POST initialize')).toBe(2)
    expect(count('POST notifications/initialized')).toBe(2)
    expect(watched.requests.indexOf('GET')).not.toBe(0)
    expect(count('GET')).toBeLessThanOrEqual(2) // the stream of each session
    expect(watched.requests.slice(0, watched.requests.indexOf('POST initialize'))).not.toContain('GET')
    await gateway.close()
    await watched.close()
  })

  test('that forgot its session has a new one, once: calls that fail on that too have an error', async () => {
    const { watched, gateway, count } = setUp()
    await using client = await connect(gateway, { revision: '2025-11-25' })
    expect(textOf(await client.callTool('a__x', {}))).toBe('a x')
    watched.forget()
    const calls = await Promise.all([client.callTool('a__x', {}), client.callTool('a__x', {})])
    expect(calls.map((call) => textOf(call))).toEqual(['a x', 'a x'])
    expect(count('POST initialize')).toBe(2)
    watched.state.forgetsAlways = true
    const before = count('POST tools/call')
    await expect(client.callTool('a__x', {})).rejects.toMatchObject({ code: -32603 })
    expect(count('POST tools/call') - before).toBe(2)
    await gateway.close()
    await watched.close()
  })
})

test('an upstream is started when it is first needed, and for those who need it only', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', ['x']), b: createNamedServer('b', ['x']) })
  const states = () => gateway.status().map(({ state }) => state)
  expect(states()).toEqual(['idle', 'idle'])
  const client = await connectRaw(gateway, { revision: '2026-07-28' })
  await client.request('tools/call', { name: 'a__x', arguments: {} })
  expect(states()).toEqual(['ready', 'idle'])
  client.close()
  await gateway.close()
})

/** A program that asks for roots, ends during a call, or says which process it is. */
const program = `
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
const text = (id, value) => send({ id, result: { content: [{ type: 'text', text: String(value) }] } })
let asking
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const serverInfo = { name: 'a', version: '1' }
  if (method === 'initialize')
    send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } })
  else if (id === 'q') text(asking, 'asked')
  else if (method !== 'tools/call') return
  else if (params.name === 'ask') {
    asking = id
    send({ id: 'q', method: 'roots/list' })
  } else if (params.name === 'last') process.exit(1)
  else text(id, process.pid)
})`

test('a call that waits for its turn while its upstream ends goes to the next connection: it never left', async () => {
  const { gateway } = startGateway({
    a: { target: { command: process.execPath, args: ['-e', program] }, prefix: '', isolation: 'shared' },
  })
  await using client = await connect(gateway, { revision: '2025-11-25', roots: [] })
  const first = textOf(await client.callTool('pid', {}))
  // From its first question on the upstream has one call at a time.
  await client.callTool('ask', {})
  const [last, next] = await Promise.allSettled([client.callTool('last', {}), client.callTool('pid', {})])
  expect(last).toMatchObject({ status: 'rejected', reason: { code: -32603 } })
  const second = textOf((next as PromiseFulfilledResult<Parameters<typeof textOf>[0]>).value)
  expect([second === first, Number(second) > 0]).toEqual([false, true])
  await gateway.close()
})
