import { textOf } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { usedMemory } from './memory.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'
import { type Route, routes, travel } from './routes.js'

expectNoChildren()

const limits = { responseBytes: 1_000_000, lineBytes: 1_000_000 }
const size = 100_000_000
/** Far less than what is refused, and more than a test runner differs by. */
const mostKept = 40_000_000

/** Where the stream is the connection, that is over. */
const refusals: Readonly<Record<Route['transport'], string>> = { stdio: 'invalid_result', http: 'limit', sse: 'closed' }

describe.each(routes.filter(({ revision }) => revision !== '2025-11-25'))(
  '100 MB over $name',
  ({ transport, ...route }) => {
    test('are refused as an answer, none of them is kept, and the next one is heard', async () => {
      const { client, runtime } = await travel({ ...route, transport }, { limits })
      await client.callTool('echo', { text: 'x' })
      const before = usedMemory()
      expect(await outcomeOf(client.callTool('big', { size }))).toMatchObject({ code: refusals[transport] })
      await expect.poll(() => usedMemory() - before).toBeLessThan(mostKept)
      expect(textOf(await client.callTool('echo', { text: 'next' }))).toBe('next')
      await client.close()
      expect(runtime.timers).toBe(0)
    })

    test('are refused as arguments, and the next call is served', async () => {
      const { client } = await travel({ ...route, transport })
      const outcome = await outcomeOf(client.callTool('echo', { text: 'x'.repeat(size) }))
      expect(outcome).toMatchObject({ code: expect.toBeOneOf([-32600, 'closed']) })
      expect(textOf(await client.callTool('echo', { text: 'next' }))).toBe('next')
    })
  },
)

describe.each(routes)('what nests 100,000 deep over $name', (route) => {
  test('is a failure of the tool that gives it, or of who calls, and the server lives', async () => {
    const { client, pid } = await travel(route)
    const before = pid()
    expect(await outcomeOf(client.callTool('deep', { levels: 100_000 }))).toMatchObject({ value: { isError: true } })
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    await expect(client.callTool('echo', { deep })).rejects.toThrow(TypeError)
    expect(textOf(await client.callTool('echo', { text: 'next' }))).toBe('next')
    expect(pid()).toBe(before)
  })
})
