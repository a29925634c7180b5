import { textOf } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { expectNoChildren, isAlive } from './no-children.js'
import { outcomeOf } from './outcome.js'
import { type Route, routes, travel } from './routes.js'

expectNoChildren()

const text = { text: 'still there' }

/** A request that races with the end of its server is refused, or its connection is lost. */
const refusedOrLost = { code: expect.stringMatching(/^(closed|unreachable)$/) }

/** What differs: what comes of a call while the server ends, and whether a read that is lost is sent again. */
const losses: Readonly<Record<Route['transport'], { readonly during: object; readonly found: object }>> = {
  stdio: { during: { code: 'closed' }, found: { code: 'closed' } },
  http: { during: refusedOrLost, found: { value: expect.any(Array) } },
  sse: { during: refusedOrLost, found: { value: expect.any(Array) } },
}

describe.each(routes.map((route) => ({ ...route, ...losses[route.transport] })))(
  'a server killed over $name',
  (route) => {
    test('before a call: that ends in one error, and the next ones work', async () => {
      const { client, runtime, pid, kill, revive, another } = await travel(route)
      const first = pid()
      const killing = kill()
      const outcome = await outcomeOf(client.callTool('echo', text))
      expect(outcome).toMatchObject(route.during)
      await killing
      await revive()
      expect(textOf(await client.callTool('echo', text))).toBe('still there')
      expect(textOf(await (await another()).callTool('echo', text))).toBe('still there')
      expect([isAlive(first), isAlive(pid())]).toEqual([false, true])
      await client.close()
      expect(runtime.timers).toBe(0)
    })

    test('during a call: that ends in one error, and the next ones work', async () => {
      const { client, kill, revive, reported, runtime } = await travel(route)
      const call = outcomeOf(client.callTool('wait', {}))
      await reported('started')
      await kill()
      expect(await call).toMatchObject({ code: 'closed' })
      await revive()
      expect(textOf(await client.callTool('echo', text))).toBe('still there')
      await client.close()
      expect(runtime.timers).toBe(0)
    })

    test('after a call: a read that finds it gone is sent again, or ends in one error', async () => {
      const { client, kill, revive } = await travel(route)
      expect(textOf(await client.callTool('echo', text))).toBe('still there')
      await kill()
      await revive()
      expect(await outcomeOf(client.listTools({ fresh: true }))).toMatchObject(route.found)
      expect((await client.listTools({ fresh: true })).length).toBeGreaterThan(3)
    })
  },
)

test('a server of a session that does not come back ends a call that was on a stream at its timeout', async () => {
  const { client, kill, runtime } = await travel(
    { name: '', revision: '2025-11-25', transport: 'http' },
    { timeoutMs: 1_000 },
  )
  let onProgress = () => {}
  const notified = new Promise<void>((resolve) => {
    onProgress = resolve
  })
  const call = outcomeOf(client.callTool('wait', {}, { onProgress }))
  await notified
  await kill()
  expect(await call).toMatchObject({ code: 'timeout' })
  await client.close()
  expect(runtime.timers).toBe(0)
})
