import process from 'node:process'
import { Client as OfficialClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Client, connect, textOf } from 'omniport/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { program } from '../interop/processes.js'
import { createCountedRuntime } from './counted-runtime.js'
import { expectNoChildren, isAlive } from './no-children.js'
import { outcomeOf } from './outcome.js'
import { run, runHttp } from './running.js'

expectNoChildren()

test.each([
  ['1.32.2', 'sdk-current-server', '2025-11-25'],
  ['2.4.0', 'sdk-2-server', '2026-07-28'],
] as const)('a server of the SDK %s that is killed during a call is started again', async (_, name, revision) => {
  const runtime = createCountedRuntime()
  const client: Client = await connect(program(name), { revision, runtime })
  onTestFinished(() => client.close())
  const first = client.pid ?? 0
  const call = outcomeOf(client.callTool('wait', { key: 'k' }))
  await client.callTool('started', { key: 'k' })
  process.kill(first, 'SIGKILL')
  expect(await call).toMatchObject({ code: 'closed', message: expect.stringContaining('SIGKILL') })
  expect((await client.callTool('add', { a: 1, b: 2 })).structuredContent).toEqual({ sum: 3 })
  expect([isAlive(first), isAlive(client.pid ?? 0)]).toEqual([false, true])
  await client.close()
  expect(runtime.timers).toBe(0)
})

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('a client of the SDK in its mode %s', (mode, revision) => {
  test('that is killed during a call leaves nothing at our server', async () => {
    const server = await runHttp({ limits: { handlerHttpMs: 1_000, sessionIdleMs: 1_500, keepAliveMs: 100 } })
    const client = run('official-caller', [server.url, mode])
    expect(await client.line('connected')).toBe(`connected in ${revision}`)
    await server.line('started')
    await client.kill()
    expect(await server.line('aborted')).toBe('aborted')
    const own: Client = await connect(server.url, { revision: '2026-07-28' })
    onTestFinished(() => own.close())
    const sockets = async () => {
      const { open } = JSON.parse(textOf(await own.callTool('resources', {}))) as { open: string[] }
      return open.filter((one) => one === 'TCPSocketWrap').length
    }
    await expect.poll(sockets, { timeout: 10_000, interval: 100 }).toBe(1)
  })

  test('is answered by our server that was busy for longer than its limits', async () => {
    const limits = { handlerHttpMs: 1_000, sessionIdleMs: 1_000, keepAliveMs: 1_000, jsonMs: 200, commentMs: 200 }
    const server = await runHttp({ limits })
    const client = new OfficialClient({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode } })
    onTestFinished(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)))
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
    const results = await Promise.all([
      call('block', { ms: 1_500 }),
      ...[1, 2, 3].map((at) => call('echo', { text: `${at}` })),
    ])
    const texts = results.map(({ content }) => (content as { text: string }[])[0]?.text)
    expect(texts).toEqual(['blocked', '1', '2', '3'])
  })
})
