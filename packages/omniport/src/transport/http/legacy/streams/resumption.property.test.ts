import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'

const [{ open } = raise()] = httpShells

/** What happens to a stream: the handler says something, the client reads, or the connection breaks. */
type Step = { readonly emit: number } | { readonly read: number } | 'cut'

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ emit: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ read: fc.integer({ min: 1, max: 4 }) }),
  fc.constant('cut' as const),
)

test('whatever breaks when, a client that comes back gets each event once, in order, and the answer', async () => {
  verifies('HTTP-39', 'HTTP-36')
  let cuts = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
    const { server, onHook } = defineHttpServer({ limits: { eventLogEvents: 10_000 } })
    const shell = await open(server)
    let emitted = 0
    let emit: ((count: number) => void) | undefined
    let answer: ((text: string) => void) | undefined
    onHook((exchange) => {
      emit = (count) => {
        for (let more = 0; more < count; more += 1) {
          exchange.notify({ jsonrpc: '2.0', method: 'n', params: { number: ++emitted } })
        }
      }
      emit(1)
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const session = await beginSession(shell)
    let reader = new SseReader(await session.request('tools/call', { name: 'hook' }))
    let last = ''
    const got: number[] = []
    const readOne = async () => {
      const block = await reader.next()
      last = block?.id ?? last
      const message = block?.data === undefined || block.data === '' ? undefined : JSON.parse(block.data)
      if (message?.params !== undefined) got.push(message.params.number)
      return { isOver: block === undefined, message }
    }
    await readOne()
    for (const next of steps) {
      if (next === 'cut') {
        cuts += 1
        await reader.cancel()
        reader = new SseReader(await session.get(last))
      } else if ('emit' in next) {
        emit?.(next.emit)
      } else {
        for (let more = 0; more < next.read && got.length < emitted; more += 1) await readOne()
      }
      await settled(1)
    }
    answer?.('end')
    let result: unknown
    for (let { isOver, message } = await readOne(); !isOver; { isOver, message } = await readOne()) {
      result = message?.result ?? result
    }
    expect(got).toEqual(Array.from({ length: emitted }, (_, index) => index + 1))
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'end' }] })
    await shell.close()
  })
  await fc.assert(property, { numRuns: 300 })
  expect(cuts).toBeGreaterThan(1_000)
}, 60_000)

function raise(): never {
  throw new Error('there is no such shell')
}
