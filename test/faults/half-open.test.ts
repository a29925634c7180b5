import type { Revision } from 'omniport'
import { type Client, connect, textOf } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { createCountedRuntime } from './counted-runtime.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'
import { createProxy } from './proxy.js'
import { runHttp } from './running.js'

expectNoChildren()

const ways: readonly { readonly revision: Revision; readonly path: string }[] = [
  { revision: '2026-07-28', path: '/mcp' },
  { revision: '2025-11-25', path: '/mcp' },
  { revision: '2024-11-05', path: '/sse' },
]

const shortLimits = {
  handlerHttpMs: 400,
  sessionIdleMs: 400,
  sessionMs: 1_500, // a stream that is open keeps its session, and nobody can tell that this one is dead
  commentMs: 50,
  stallMs: 200,
  keepAliveMs: 100,
  headersMs: 300,
  outboxBytes: 20_000,
}

describe.each(ways)('a connection of $revision that goes dead without a word', ({ revision, path }) => {
  test('ends the call of the client at its timeout, and close does not wait for the other side', async () => {
    const runtime = createCountedRuntime()
    const server = await runHttp()
    const proxy = await createProxy(server.port)
    const url = `http://127.0.0.1:${proxy.port}${path}`
    const client: Client = await connect(url, { revision, runtime })
    const call = outcomeOf(client.callTool('wait', {}, { timeoutMs: 500 }))
    await server.line('started')
    proxy.freeze()
    expect(await call).toMatchObject({ code: 'timeout', message: 'No answer within 500 ms' })
    await client.close()
    expect(runtime.timers).toBe(0)
  })

  test('that stays half open is let go of by the server once its time is over', async () => {
    const server = await runHttp({ limits: shortLimits })
    const before = await socketsOf(server.url)
    const proxy = await createProxy(server.port)
    const client: Client = await connect(`http://127.0.0.1:${proxy.port}${path}`, { revision })
    await client.setLogLevel('info')
    proxy.freezeAfter('"shout"')
    const call = outcomeOf(client.callTool('shout', { count: 2_000, size: 10_000 }, { timeoutMs: 500 }))
    expect(await server.line('shouted')).toMatch(/^shouted \d+$/)
    expect(await call).toMatchObject({ code: 'timeout' })
    await client.close()
    // Connections that the proxy still makes say nothing, and end at headersMs.
    await expect.poll(() => socketsOf(server.url), { timeout: 8_000, interval: 200 }).toBe(before)
  })
})

/** How many connections a server has, but for the one that asks. */
async function socketsOf(url: string): Promise<number> {
  const client: Client = await connect(url, { revision: '2026-07-28' })
  const { open } = JSON.parse(textOf(await client.callTool('resources', {}))) as { open: string[] }
  await client.close()
  return open.filter((name) => name === 'TCPSocketWrap').length
}
