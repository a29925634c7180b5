import { type Client, connect } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { brokenAnswers, brokenStreams, timeout } from './broken-answers.js'
import { createCountedRuntime } from './counted-runtime.js'
import { but, hostileServer } from './hostile-server.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'

expectNoChildren()

const limits = { responseBytes: 2_500_000 }

describe.each(['2025-11-25', '2026-07-28'] as const)('a server of %s answers a call with', (revision) => {
  test.each([...brokenAnswers, ...brokenStreams])('$name', async ({ give, outcome }) => {
    const runtime = createCountedRuntime()
    const server = await hostileServer(but(revision, 'tools/call', give))
    const client: Client = await connect(server.url, { revision, runtime, limits })
    const timeoutMs = outcome === timeout ? 200 : 10_000
    expect(await outcomeOf(client.callTool('x', {}, { timeoutMs }))).toMatchObject(outcome)
    await client.readResource('a:b')
    expect(server.asked.filter(({ message }) => message?.method === 'tools/call').length).toBe(1)
    await client.close()
    expect(runtime.timers).toBe(0)
    await expect.poll(server.open).toBe(0)
  })
})
