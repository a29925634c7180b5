import { describe, expect, test } from 'vitest'
import { type Flaw, type Forward, openMemoryChannel } from './fixtures/memory-channel.js'
import type { MessageStreams } from './transport-channel.js'
import { transportContract } from './transport-contract.js'

/** The names of the checks that fail. */
async function failing(flaw: Flaw, stepMs: number): Promise<readonly string[]> {
  const checks = transportContract({ open: () => openMemoryChannel(flaw), maxBufferedBytes: 1024 * 1024, stepMs })
  const outcomes = await Promise.all(
    checks.map(({ run }) =>
      run().then(
        () => true,
        () => false,
      ),
    ),
  )
  return checks.filter((_, index) => outcomes[index] === false).map(({ name }) => name)
}

const stripsLines: Forward = (message, out) => out.enqueue(JSON.parse(JSON.stringify(message).replaceAll('\\n', '')))

function splitsBatches(message: unknown, out: TransformStreamDefaultController<unknown>): void {
  for (const each of [message].flat()) out.enqueue(each)
}

function losesLarge(message: unknown, out: TransformStreamDefaultController<unknown>): void {
  if (JSON.stringify(message).length < 100_000) out.enqueue(message)
}

/** Every tenth message overtakes the one before it. */
function overtakes(): Forward {
  let count = 0
  let held: readonly unknown[] = []
  return (message, out) => {
    count += 1
    if (count % 10 === 9) {
      held = [message]
      return
    }
    for (const each of [message, ...held]) out.enqueue(each)
    held = []
  }
}

describe('transportContract', () => {
  for (const { name, run } of transportContract({ open: () => openMemoryChannel({}) }))
    test(`is passed in memory: ${name}`, run)

  test.each<[flaw: string, flaw: Flaw, check: string]>([
    [
      'changes texts',
      { forward: () => stripsLines },
      'framing: each message arrives as one value, equal to the one that was sent',
    ],
    ['splits batches', { forward: () => splitsBatches }, 'framing: a batch arrives as one array'],
    ['loses large messages', { forward: () => losesLarge }, 'framing: a message of a megabyte arrives whole'],
    [
      'lets messages overtake others',
      { forward: overtakes },
      'order: a thousand messages each way arrive in the order in which they were written',
    ],
    [
      'takes in all that nobody reads',
      { capacity: 1e9 },
      'backpressure: what nobody reads does not grow without bound',
    ],
    ['does not notice a loss', { cut: () => {} }, 'loss: both ends read their end'],
  ])('finds a transport that %s', async (_, flaw, check) => {
    expect(await failing(flaw, 2_000)).toContain(check)
  })

  test('gives up both ends of a channel, also where a check fails', async () => {
    const given: string[] = []
    const endOf = (name: string): MessageStreams => ({
      readable: new ReadableStream({ cancel: () => void given.push(`${name} reads no more`) }),
      writable: new WritableStream({ abort: () => void given.push(`${name} writes no more`) }),
    })
    const open = () => ({ client: endOf('client'), server: endOf('server'), cut: () => {} })
    const [check] = transportContract({ open, stepMs: 5 })
    await expect(check?.run()).rejects.toThrow('Waited 5 ms for the server to read a message')
    expect(new Set(given)).toEqual(
      new Set(['client', 'server'].flatMap((name) => [`${name} reads no more`, `${name} writes no more`])),
    )
  })

  test.each([
    [{}, 'transportContract: open must be a function that opens a channel'],
    [undefined, 'transportContract: open must be a function'],
    [{ open: () => {}, opne: 1 }, 'transportContract: there is no option "opne"; did you mean "open"?'],
    [{ open: () => {}, x: 1 }, 'The options are open, maxBufferedBytes, stepMs'],
  ])('refuses options that are wrong: %j', (options, message) => {
    expect(() => transportContract(options as never)).toThrow(message)
  })

  test.each([[{}], [undefined], [{ cut: true }]])('refuses a channel that cannot be cut: %j', async (channel) => {
    const [check] = transportContract({ open: () => channel as never })
    await expect(check?.run()).rejects.toThrow(
      new TypeError('transportContract: open must return { client, server, cut }'),
    )
  })
})
