import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Served } from '../../served.js'
import { ask, hello, initialized, modern } from '../fixtures/messages.js'
import { type Handler, openServed } from '../fixtures/open-served.js'

const opened: Served[] = []

afterEach(async () => {
  for (const served of opened.splice(0)) await served.close()
})

const report: Handler = ({ id }, { notify }) => notify(progress(id))

const progress = (id: unknown) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: String(id), progress: 1 } }) as const

/** A server, and what its client has read so far: ids of responses, and "report" with the id of its request. */
async function open(methods: Readonly<Record<string, Handler>> = {}) {
  const served = await openServed({
    report: (message, exchange) => report(message, { notify: (sent: never) => exchange.notify(sent) } as never),
    ...methods,
  })
  opened.push(served.closing)
  const seen: unknown[] = []
  const read = () => {
    for (const { id, params } of served.answers()) seen.push(id ?? `report ${params.progressToken}`)
    return seen
  }
  const call = (id: number, method: string) => ask(id, method, { _meta: modern })
  return { ...served, read, call }
}

describe('a response over stdio', () => {
  test('follows its last report after 5 ms, and nothing else waits', async () => {
    verifies('PRO-05')
    const { send, call, read, runtime } = await open()
    await send(call(1, 'report'), call(2, 'echo'))
    expect(read()).toEqual(['report 1', 2])
    await runtime.advance(4)
    await send(call(3, 'echo'))
    expect(read()).toEqual(['report 1', 2, 3])
    await runtime.advance(1)
    expect(read()).toEqual(['report 1', 2, 3, 1])
    expect(runtime.timers).toBe(0)
  })

  test('waits for what is left of the 5 ms, and not at all after them', async () => {
    const ends = new Map<unknown, () => void>()
    const { send, call, read, runtime } = await open({
      slow: async ({ id }, exchange) => {
        exchange.notify(progress(id))
        await new Promise<void>((resolve) => ends.set(id, resolve))
      },
    })
    await send(call(1, 'slow'), call(2, 'slow'))
    await runtime.advance(3)
    ends.get(1)?.()
    await runtime.advance(1)
    expect(read()).toEqual(['report 1', 'report 2'])
    await runtime.advance(1)
    expect(read()).toEqual(['report 1', 'report 2', 1])
    ends.get(2)?.()
    await send()
    expect(read()).toEqual(['report 1', 'report 2', 1, 2])
  })

  test('waits from the time when the last report was written', async () => {
    const { send, call, read, runtime, output } = await open()
    let write: () => void = () => {}
    output._transform = (chunk, _encoding, callback) => {
      output.push(chunk)
      write = callback
    }
    await send(call(1, 'report'))
    await runtime.advance(100)
    expect(read()).toEqual(['report 1'])
    write()
    await runtime.advance(4)
    expect(read()).toEqual(['report 1'])
    await runtime.advance(1)
    expect(read()).toEqual(['report 1', 1])
    write()
  })

  test('that is an error waits, too', async () => {
    const { send, call, read, runtime } = await open({
      fails: ({ id }, exchange) => {
        exchange.notify(progress(id))
        throw new Error('no')
      },
    })
    await send(call(1, 'fails'))
    expect(read()).toEqual(['report 1'])
    await runtime.advance(5)
    expect(read()).toEqual(['report 1', 1])
  })

  test('to a batch waits for the last of its reports', async () => {
    const { send, answers, runtime } = await open()
    await send(hello('2025-03-26'), initialized)
    answers()
    await send([ask(1, 'report'), ask(2, 'echo')])
    expect(answers()).toEqual([progress(1)])
    await runtime.advance(5)
    expect(
      answers()
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2])
  })

  test('is written before the connection ends', async () => {
    const { send, call, read, runtime, input, closing } = await open()
    await send(call(1, 'report'))
    input.end()
    await runtime.advance(5)
    await closing.closed
    expect(read()).toEqual(['report 1', 1])
    expect(runtime.timers).toBe(0)
  })

  test('whose id is used again is not lost', async () => {
    const { send, call, read, runtime } = await open()
    await send(call(1, 'report'))
    await send(call(1, 'report'))
    await runtime.advance(5)
    expect(read()).toEqual(['report 1', 'report 1', 1, 1])
  })

  test('that JSON cannot carry is replaced by an error at once', async () => {
    const { send, call, read, runtime } = await open({
      big: ({ id }, exchange) => {
        exchange.notify(progress(id))
        return { n: 1n }
      },
    })
    await send(call(1, 'big'))
    await runtime.advance(5)
    expect(read()).toEqual(['report 1', 1])
  })
})
