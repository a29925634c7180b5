import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'

const hook = { name: 'hook' }
const result = (text: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: { resultType: 'complete', content: [{ type: 'text', text }] },
})

describe.each(httpShells)('$shell: a streamed answer', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async () => {
    const defined = defineHttpServer({})
    shell = await open(defined.server, { answers: 'sse' })
    return defined
  }

  test.each([10, 100_000])('of %i characters that is there at once is one event', async (length) => {
    const { onHook } = await start()
    onHook(() => 'x'.repeat(length))
    const response = await postModern(shell, 'tools/call', hook)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const text = await response.text()
    expect(text.startsWith('data: {')).toBe(true)
    expect(JSON.parse(text.slice('data: '.length))).toMatchObject(result('x'.repeat(length)))
  })

  test('that takes its time has its head before it', async () => {
    const { onHook } = await start()
    const goOn = deferred()
    onHook(async () => {
      await goOn.promise
      return 'x'
    })
    const response = await postModern(shell, 'tools/call', hook)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    goOn.resolve()
    expect(await new SseReader(response).messages()).toMatchObject([result('x')])
  })

  test.each([10, 100_000])('of a session, of %i characters, begins with an id and can be had again', async (length) => {
    const { onHook } = await start()
    onHook(() => 'x'.repeat(length))
    const session = await beginSession(shell)
    const blocks = await new SseReader(await session.request('tools/call', hook)).rest()
    expect(blocks.map(({ id, data }) => [id === undefined, data === ''])).toEqual([
      [false, true],
      [false, false],
    ])
    const again = await new SseReader(await session.get(blocks[0]?.id)).rest()
    expect(again).toEqual(blocks.slice(1))
    expect(await new SseReader(await session.get(blocks[1]?.id)).rest()).toEqual([])
  })

  test('of a session before 2025-11-25 has no empty event', async () => {
    const { onHook } = await start()
    onHook(() => 'x')
    const session = await beginSession(shell, { revision: '2025-06-18' })
    const blocks = await new SseReader(await session.request('tools/call', hook)).rest()
    expect(blocks.map(({ id, data }) => [id === undefined, data === ''])).toEqual([[false, false]])
  })
})
