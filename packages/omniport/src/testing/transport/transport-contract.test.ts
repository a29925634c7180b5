import { describe, expect, test } from 'vitest'
import type { MessageStreams, TransportChannel } from './transport-channel.js'
import { transportContract } from './transport-contract.js'

type Forward = (message: unknown, out: TransformStreamDefaultController<unknown>) => void

/** What is wrong with a transport. */
interface Flaw {
  /** How a message gets from one end to the other. Default: as it is. */
  readonly forward?: () => Forward
  /** Messages that wait before a writer does. Default: 4. */
  readonly capacity?: number
  /** Default: both ends notice. */
  readonly cut?: (fail: (reason: Error) => void) => void
}

function openChannel({
  forward = () => (message, out) => out.enqueue(message),
  capacity = 4,
  cut,
}: Flaw): TransportChannel {
  const fails: ((reason: Error) => void)[] = []
  const direction = (): MessageStreams => {
    const queue = { highWaterMark: capacity }
    const start = (out: TransformStreamDefaultController<unknown>) => void fails.push((reason) => out.error(reason))
    return new TransformStream<unknown, unknown>({ start, transform: forward() }, queue, queue)
  }
  const [toServer, toClient] = [direction(), direction()]
  const fail = (reason: Error) => {
    for (const each of fails) each(reason)
  }
  return {
    client: { readable: toClient.readable, writable: toServer.writable },
    server: { readable: toServer.readable, writable: toClient.writable },
    cut: () => (cut === undefined ? fail(new Error('cut')) : cut(fail)),
  }
}

/** The names of the checks that fail. */
async function failing(flaw: Flaw, stepMs: number): Promise<readonly string[]> {
  const checks = transportContract({ open: () => openChannel(flaw), maxBufferedBytes: 1024 * 1024, stepMs })
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
  for (const { name, run } of transportContract({ open: () => openChannel({}) }))
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

  test.each([
    [{}, 'transportContract: open must be a function that opens a channel'],
    [undefined, 'transportContract: open must be a function'],
    [{ open: () => {}, opne: 1 }, 'opne'],
  ])('refuses options that are wrong: %j', (options, message) => {
    expect(() => transportContract(options as never)).toThrow(message)
  })

  test('refuses a channel that cannot be cut', async () => {
    const [check] = transportContract({ open: () => ({}) as never })
    await expect(check?.run()).rejects.toThrow('open must return { client, server, cut }')
  })
})
