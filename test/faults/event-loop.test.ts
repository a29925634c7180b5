import { textOf } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { expectNoChildren } from './no-children.js'
import { routes, travel } from './routes.js'

expectNoChildren()

const blockedMs = 2_000

/** All of them shorter than the time for which the server does nothing. */
const limits = {
  handlerMs: 1_500,
  handlerHttpMs: 1_500,
  sessionIdleMs: 1_500,
  keepAliveMs: 1_500,
  headersMs: 1_500,
  bodyMs: 1_500,
  stallMs: 1_500,
  commentMs: 500,
  jsonMs: 500,
}

describe.each(routes)('a server over $name that is busy for longer than its limits', (route) => {
  test('answers what came meanwhile, once, and ends no session', async () => {
    const { client, errors } = await travel(route, { server: { limits }, timeoutMs: 8_000 })
    const blocked = client.callTool('block', { ms: blockedMs })
    const others = Array.from({ length: 5 }, (_, at) => client.callTool('echo', { text: `${at}` }))
    expect(textOf(await blocked)).toBe('blocked')
    expect((await Promise.all(others)).map(textOf)).toEqual(['0', '1', '2', '3', '4'])
    expect(textOf(await client.callTool('echo', { text: 'after' }))).toBe('after')
    expect(errors).toEqual([])
  })
})

describe.each(routes)('a client over $name that is busy for longer than its timeouts', (route) => {
  test('takes the answers that came meanwhile', async () => {
    const { client, errors } = await travel(route)
    const echo = (timeoutMs: number) =>
      Array.from({ length: 5 }, (_, at) => client.callTool('echo', { text: `${at}` }, { timeoutMs }))
    await Promise.all(echo(10_000)) // from now on there are connections
    const calls = echo(400)
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve)) // so that they are sent
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800) // takes no processor from the server
    expect((await Promise.all(calls)).map(textOf)).toEqual(['0', '1', '2', '3', '4'])
    expect(errors).toEqual([])
  })
})
