import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { initializeRequest, post, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { HttpOptions } from '../http/http-options.js'

const echo = { name: 'echo' }
const [one, other] = ['127.0.0.2', '127.0.0.3']
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: echo }

let shell: OpenShell
afterEach(() => shell.close())

async function start(options?: HttpOptions) {
  const defined = defineHttpServer({ limits: { callsPerMinute: 1 } })
  shell = await openNode(defined.server, options)
  return defined
}

/** Gives what sends a call from an address, and settles with the status of its reply. */
const callers = {
  modern: async () => async (localAddress: string) => statusOf(postModern(shell, 'tools/call', echo, { localAddress })),
  session: async (localAddress: string) => {
    const response = await post(shell, initializeRequest('2025-11-25'), { localAddress })
    await response.text()
    const headers = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
    return (from: string) => statusOf(post(shell, call, { headers, localAddress: from }))
  },
}

async function statusOf(responding: Promise<Response>): Promise<number> {
  const response = await responding
  await response.text()
  return response.status
}

describe('anonymous clients of one network', () => {
  test.each([
    ['modern', {}],
    ['session', {}],
    ['session', { sessions: false }],
  ] as const)('do not take the calls of another: %s %j', async (kind, options) => {
    verifies('TOOL-30')
    const { runtime } = await start(options)
    const [first, second] = [await callers[kind](one), await callers[kind](other)]
    expect([await first(one), await first(one), await first(one)]).toEqual([200, 429, 429])
    expect([await second(other), await second(other)]).toEqual([200, 429])
    runtime.advance(60_000)
    expect([await first(one), await second(other)]).toEqual([200, 200])
  })

  test('share, however many sessions they open, and whatever revision they speak', async () => {
    await start()
    const calls = [await callers.session(one), await callers.session(one), await callers.modern()]
    const statuses: number[] = []
    for (const send of calls) statuses.push(await send(one))
    expect(statuses).toEqual([200, 429, 429])
  })

  test('do not take the calls of another over HTTP+SSE', async () => {
    await start()
    const open = async (localAddress: string) => {
      const headers = { accept: 'text/event-stream' }
      const reader = new SseReader(await shell.send({ method: 'GET', path: '/sse', headers, localAddress }))
      const path = (await reader.next())?.data ?? ''
      await post(shell, initializeRequest('2024-11-05'), { path })
      await reader.message()
      return async () => {
        await post(shell, call, { path })
        return ((await reader.message()) as { error?: { code: number } }).error?.code
      }
    }
    const [first, again, second] = [await open(one), await open(one), await open(other)]
    expect([await first(), await again(), await second()]).toEqual([undefined, -32603, undefined])
  })
})

test('principals are told apart, and not by their networks', async () => {
  await start({ auth: ({ headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} }) })
  const send = (user: string, localAddress: string) =>
    statusOf(postModern(shell, 'tools/call', echo, { headers: { 'x-user': user }, localAddress }))
  expect([await send('a', one), await send('a', other), await send('b', one)]).toEqual([200, 429, 200])
})
