import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { createTestServer } from './fixtures/served.js'

const server = createTestServer()
const handler = createFetchHandler(server, { answers: 'sse', allowedHosts: 'any' })

afterAll(async () => {
  await handler.close()
  await server.close()
})

/** Delays before coming back are over at once; time limits are what they are. */
const hurried: Runtime = {
  ...defaultRuntime,
  after: (ms, fn) => defaultRuntime.after(ms < 50_000 ? 0 : ms, fn),
}

/** Breaks each stream in turn after so many bytes; the first of a call not before its first event. */
function cuttingFetch(cuts: number[]): typeof fetch {
  return async (input, init) => {
    const reply = await handler(new Request(input, init))
    const isStream = reply.headers.get('content-type') === 'text/event-stream'
    const isOfCall = init?.method === 'POST' || new Headers(init?.headers).has('last-event-id')
    if (!isStream || !isOfCall || reply.body === null) return reply
    const after = (cuts.shift() ?? Number.POSITIVE_INFINITY) + (init?.method === 'POST' ? 200 : 0)
    return new Response(reply.body.pipeThrough(cutAfter(after)), reply)
  }
}

function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left))
      left -= chunk.length
      if (left < 0) controller.error(new Error('The network broke'))
    },
  })
}

test('a stream cut a thousand times at random is heard once, in order', async () => {
  verifies('HTTP-38', 'HTTP-39')
  let made = 0
  const cuts = fc.array(fc.nat({ max: 1_000 }), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(cuts, async (given) => {
      const left: number[] = []
      const received: unknown[] = []
      const client: Client = await connect('http://cut.test/mcp', {
        revision: '2025-11-25',
        fetch: cuttingFetch(left),
        runtime: hurried,
        onLog: ({ data }) => received.push(data),
      })
      await client.setLogLevel('debug')
      left.splice(0, left.length, ...given) // those of the handshake do not count
      const call = await client.callTool('log', { to: 150 })
      made += given.length - left.length
      await client.close()
      expect(call.content).toEqual([{ type: 'text', text: 'logged' }])
      expect(received).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
    }),
    { numRuns: 60 },
  )
  expect(made).toBeGreaterThanOrEqual(1_000)
})
