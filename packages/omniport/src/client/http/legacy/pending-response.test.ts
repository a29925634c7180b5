import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { nameForm } from '../../fixtures/connect-fake.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import { empty, page, refusal } from '../fixtures/replies.js'
import { SessionServer } from '../fixtures/servers.js'

const done = { content: [{ type: 'text', text: 'done' }] }

/** A client whose call is answered by a stream, and whose next stream is what `resume` gives, each time. */
async function start(resume: readonly (() => Response)[], options: object = {}) {
  const first = new FakeStream()
  const pending = [...resume]
  let gets = 0
  const server = new SessionServer({
    'tools/call': () => first.response,
    GET: ({ headers }) => {
      if (headers.get('last-event-id') === null) return empty(405)
      gets += 1
      return (pending.shift() ?? (() => new FakeStream().response))()
    },
  })
  const connection = await connectTo(server.answer, { revision: '2025-11-25', ...options })
  await settled()
  const controller = new AbortController()
  const call = connection.client.callTool('x', {}, { signal: controller.signal })
  call.catch(() => {})
  await settled()
  const id = connection.web.ofMethod('tools/call')[0]?.message.id
  const response = { jsonrpc: '2.0', id, result: done }
  return { ...connection, first, call, controller, response, gets: () => gets }
}

const broken = (code: string) => () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('broken'), { code }) })
}

describe('a reply that was cut', () => {
  test.each<[string, () => Response]>([
    ['a server that cannot be reached', broken('ECONNREFUSED')],
    ['a connection that broke', broken('ECONNRESET')],
    ['500', () => empty(500)],
    ['501', () => empty(501)],
    ['503', () => page(503)],
    ['429', () => empty(429)],
    ['408', () => empty(408)],
  ])('is asked for again after %s', async (_name, failure) => {
    const second = new FakeStream()
    const { client, runtime, first, call, response, gets } = await start([failure, () => second.response])
    first.send({ id: 'a' }).cut()
    await runtime.advance(1_000)
    expect(gets()).toBe(2)
    second.send({ id: 'b', data: response }).end()
    expect(await call).toEqual(done)
    await client.close()
  })

  test.each<[string, () => Response]>([
    ['400', () => refusal(400, -32602, 'No')],
    ['404 of something else', () => refusal(404, -32601, 'No')],
    ['410', () => empty(410)],
    ['a page', () => page(200)],
    ['too long an event', () => new FakeStream().raw(`data: ${'x'.repeat(2_000)}`).response],
  ])('is lost after %s', async (_name, refuse) => {
    const { client, runtime, first, call, gets } = await start([refuse], { limits: { responseBytes: 1_000 } })
    first.send({ id: 'a' }).cut()
    const outcome = expect(call).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringMatching(/^https?:\/\/[^ ]+ ended the stream of tools\/call without an answer/),
    })
    await runtime.advance(60_000)
    await outcome
    expect(gets()).toBe(1)
    await client.close()
  })
})

describe('a call that is given up', () => {
  test('in a pause is not asked for any more', async () => {
    const { client, runtime, first, call, controller, gets } = await start([])
    first.send({ id: 'a' }).cut()
    await settled()
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await runtime.advance(60_000)
    expect(gets()).toBe(0)
    await client.close()
  })

  test('gives up what the server asked on its stream, though that stream is gone', async () => {
    const signals: AbortSignal[] = []
    const elicit = (_request: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise<never>(() => {})
    }
    const { client, first, call, controller } = await start([], { elicit })
    first.send({ id: 'a', data: { jsonrpc: '2.0', id: 'q', ...nameForm } })
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(signals.map(({ reason }) => String(reason))).toEqual([expect.stringContaining('tools/call was given up')])
    await client.close()
  })
})
