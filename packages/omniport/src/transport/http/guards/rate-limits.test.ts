import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import type { HttpOptions } from '../http-options.js'

const echo = { name: 'echo' }
const over = {
  code: -32603,
  message: 'Too many per minute: the limit callsPerMinute is 2',
  data: { retryAfterSeconds: 30 },
}
const auth: HttpOptions['auth'] = ({ headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const as = (user: string) => ({ headers: { 'x-user': user } })

describe.each(httpShells)('over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions) => {
    const defined = defineHttpServer({ limits: { callsPerMinute: 2 } })
    shell = await open(defined.server, options)
    return defined
  }
  const statuses = async (responses: readonly Response[]) => {
    for (const response of responses) await response.arrayBuffer()
    return responses.map(({ status }) => status)
  }

  test('a modern call over the limit is answered 429 with Retry-After, until time has passed', async () => {
    verifies('TOOL-30')
    const { runtime } = await start()
    const call = () => postModern(shell, 'tools/call', echo)
    expect(await statuses([await call(), await call()])).toEqual([200, 200])
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toEqual({ jsonrpc: '2.0', id: 1, error: over })
    runtime.advance(30_000)
    expect(await statuses([await call(), await postModern(shell, 'tools/list')])).toEqual([200, 200])
  })

  test('two principals do not share', async () => {
    await start({ auth })
    const call = (user: string) => postModern(shell, 'tools/call', echo, as(user))
    expect(await statuses([await call('a'), await call('a'), await call('a'), await call('b')])).toEqual([
      200, 200, 429, 200,
    ])
  })

  test.each([
    ['in a session too, and an anonymous client gets no more by opening another one', true],
    ['in a sealed session too', false],
  ])('%s', async (_name, sessions) => {
    await start({ sessions })
    const session = await beginSession(shell)
    const other = await beginSession(shell)
    expect(
      await statuses([await session.request('tools/call', echo), await other.request('tools/call', echo)]),
    ).toEqual([200, 200])
    const refused = await session.request('tools/call', echo)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toEqual({ jsonrpc: '2.0', id: 1, error: over })
    expect(
      await statuses([await other.request('tools/call', echo), await postModern(shell, 'tools/call', echo)]),
    ).toEqual([429, 429])
  })

  test('a stream has its status already, and carries the error', async () => {
    await start({ answers: 'sse' })
    await statuses([await postModern(shell, 'tools/call', echo), await postModern(shell, 'tools/call', echo)])
    const refused = await postModern(shell, 'tools/call', echo)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([200, null])
    expect(await refused.text()).toContain(JSON.stringify(over))
  })

  test('in a batch the others are answered', async () => {
    await start()
    const session = await beginSession(shell, { revision: '2025-03-26' })
    const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: echo }))
    const answered = await session.post(batch)
    expect([answered.status, answered.headers.get('retry-after')]).toEqual([200, null])
    const answers = (await answered.json()) as { readonly id: number; readonly error?: unknown }[]
    expect(answers.sort((a, b) => a.id - b.id).map(({ id, error }) => [id, error])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, over],
    ])
  })

  test.each([
    ['a middleware of your own that says when to come back', { retryAfterSeconds: 7 }, [429, '7']],
    ['data that says nothing of it', { retryAfterSeconds: 0.5 }, [200, null]],
    ['data of another type', 'later', [200, null]],
  ])('%s', async (_name, data, expected) => {
    const { server } = await start()
    const error = { code: -32603, message: 'Busy', data }
    server.use(() => async (message) => ({ jsonrpc: '2.0', id: 'id' in message ? message.id : 0, error }))
    const refused = await postModern(shell, 'tools/list')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual(expected)
    expect(await refused.json()).toEqual({ jsonrpc: '2.0', id: 1, error })
  })
})
