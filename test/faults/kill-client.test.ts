import { type Client, connect, textOf } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { expectNoChildren, isAlive } from './no-children.js'
import { run, runHttp } from './running.js'

expectNoChildren()

/** What each era says about a call whose client is gone. */
const ways = [
  { name: 'a request of 2026-07-28: it is cancelled', revision: '2026-07-28', path: '/mcp', limits: {} },
  {
    name: 'a session of 2025-11-25: it goes on until its time is over',
    revision: '2025-11-25',
    path: '/mcp',
    limits: { handlerHttpMs: 600 },
  },
  { name: 'the endpoints of 2024-11-05: it is cancelled', revision: '2024-11-05', path: '/sse', limits: {} },
] as const

describe('a client that is killed in the middle of a call leaves nothing at the server of', () => {
  test.each(ways)('$name', async ({ revision, path, limits }) => {
    const server = await runHttp({ limits: { sessionIdleMs: 1_500, keepAliveMs: 100, ...limits } })
    const before = await resourcesOf(server.url)
    const client = run('caller', [server.url.replace('/mcp', path), revision])
    await server.line('started')
    await client.kill()
    expect(await server.line('aborted')).toBe('aborted')
    await expect.poll(() => resourcesOf(server.url), { timeout: 10_000, interval: 100 }).toEqual(before)
  })
})

test('a server over stdio ends with a client that is killed, and what it was doing is cancelled', async () => {
  const client = run('caller', ['stdio', '2025-11-25'])
  const pid = Number((await client.line('server ')).split(' ')[1])
  await client.line('server says: started')
  await client.kill()
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 50 }).toBe(false)
})

/** What is open in a server that nobody but the one who asks is connected to. */
async function resourcesOf(url: string): Promise<readonly string[]> {
  const client: Client = await connect(url, { revision: '2026-07-28' })
  const { open } = JSON.parse(textOf(await client.callTool('resources', {}))) as { open: string[] }
  await client.close()
  return open.filter((name) => name !== 'Immediate').sort()
}
