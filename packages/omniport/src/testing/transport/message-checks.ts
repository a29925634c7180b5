import { defaultRuntime } from '../../async/runtime/runtime.js'
import { pause } from '../../async/waiting/pause.js'
import { expectEqual } from '../../store/contracts/expect-equal.js'
import type { ChannelEnd } from './channel-end.js'
import type { CheckSetup, MessageCheck } from './transport-check.js'
import { within } from './within.js'

type Setup = CheckSetup & { readonly client: ChannelEnd; readonly server: ChannelEnd }

/** Framing, order, backpressure, close and loss. */
export const messageChecks: readonly MessageCheck[] = [
  ['framing: each message arrives as one value, equal to the one that was sent', equalValues],
  ['framing: a batch arrives as one array', batches],
  ['framing: a message of a megabyte arrives whole', largeMessages],
  ['order: a thousand messages each way arrive in the order in which they were written', keepsOrder],
  ['backpressure: what nobody reads does not grow without bound', boundsUnread],
  [
    'close: what was written before arrives, then the other end reads its end (client)',
    (setup) => closes(setup.client, setup.server),
  ],
  [
    'close: what was written before arrives, then the other end reads its end (server)',
    (setup) => closes(setup.server, setup.client),
  ],
  ['loss: both ends read their end', lossEndsReading],
  ['loss: writing fails at both ends', lossFailsWriting],
]

const request = (id: number, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params })

const texts = [
  '',
  ' ',
  'two\nlines',
  'a\r\nb',
  '\u0000',
  '\u2028\u2029',
  'é',
  '日本語',
  '🙂',
  '"\\',
  '{"jsonrpc":"2.0"}',
  '\ufeff',
]
const values = [null, true, 0, -1.5, 1e300, 2 ** 53 - 1, [], {}, [[[]]], { a: { b: { c: [null] } } }]

async function equalValues({ client, server }: Setup): Promise<void> {
  const messages = [...texts, ...values].map((value, id) => request(id, { value }))
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    for (const message of messages) void from.write(message)
    expectEqual(await to.readMany(messages.length), messages)
  }
}

async function batches({ client, server }: Setup): Promise<void> {
  const batch = [request(1, {}), request(2, {})]
  void client.write(batch)
  void client.write([request(3, {})])
  expectEqual(await server.readMany(2), [batch, [request(3, {})]])
}

async function largeMessages({ client, server }: Setup): Promise<void> {
  const message = request(1, { text: 'ü'.repeat(512 * 1024) })
  void client.write(message)
  void server.write(message)
  for (const end of [client, server]) {
    const [arrived] = await end.readMany(1)
    // The values would make an error that nobody can read.
    if (JSON.stringify(arrived) !== JSON.stringify(message)) throw new Error(`The ${end.name} got another message`)
  }
}

async function keepsOrder({ client, server }: Setup): Promise<void> {
  const ids = Array.from({ length: 1_000 }, (_, index) => index)
  for (const id of ids) {
    // Short and long ones: a long one must not be overtaken.
    const message = request(id, { text: 'x'.repeat(id % 7 === 0 ? 10_000 : 0) })
    void client.write(message)
    void server.write(message)
  }
  const [atServer, atClient] = await Promise.all([server.readMany(ids.length), client.readMany(ids.length)])
  for (const messages of [atServer, atClient]) expectEqual(messages.map(idOf), ids)
}

async function boundsUnread({ client, server, maxBufferedBytes, stepMs }: Setup): Promise<void> {
  const text = 'x'.repeat(64 * 1024)
  let written = 0
  let waiting: Promise<void> | undefined
  while (waiting === undefined) {
    const write = client.write(request(written, { text }))
    const outcome = await settlesWithin(quietMs, write)
    if (outcome === 'failed') break
    if (outcome === 'waiting') waiting = write
    written += 1
    if (written * text.length > maxBufferedBytes) {
      throw new Error(`The client wrote ${written} messages of 64 KiB that nobody read, and could go on`)
    }
  }
  const ids = (await (waiting === undefined ? server.readAll() : server.readMany(written))).map(idOf)
  expectEqual(
    ids,
    ids.map((_, index) => index),
  )
  if (waiting === undefined) return // the connection ended: that is a bound as well
  expectEqual(ids.length, written)
  await within(stepMs, waiting, 'the message that waited to be written')
}

async function closes(from: ChannelEnd, to: ChannelEnd): Promise<void> {
  const messages = Array.from({ length: 100 }, (_, id) => request(id, {}))
  for (const message of messages) void from.write(message)
  const [arrived] = await Promise.all([to.readAll(), from.close()])
  expectEqual(arrived, messages)
}

async function lossEndsReading({ client, server, cut }: Setup): Promise<void> {
  void client.write(request(1, {}))
  expectEqual(await server.readMany(1), [request(1, {})])
  await cut()
  expectEqual(await Promise.all([client.readAll(), server.readAll()]), [[], []])
}

async function lossFailsWriting({ client, server, cut, stepMs }: Setup): Promise<void> {
  await cut()
  await Promise.all([client.readAll(), server.readAll()])
  await Promise.all(
    [client, server].map((end) => within(stepMs, untilWriteFails(end), `a write of the ${end.name} to fail`)),
  )
}

/** The first writes may still go into a buffer. */
async function untilWriteFails(end: ChannelEnd): Promise<void> {
  while (
    await end.write(request(1, {})).then(
      () => true,
      () => false,
    )
  )
    await pause(defaultRuntime, 10)
}

/** A write that takes longer waits for a reader: longer than any that does not, on a busy machine too. */
const quietMs = 1_000

async function settlesWithin(ms: number, promise: Promise<void>): Promise<'done' | 'failed' | 'waiting'> {
  const settled = promise.then(
    () => 'done' as const,
    () => 'failed' as const,
  )
  let stop = () => {}
  const elapsed = new Promise<'waiting'>((resolve) => {
    stop = defaultRuntime.after(ms, () => resolve('waiting'))
  })
  return Promise.race([settled, elapsed]).finally(() => stop())
}

function idOf(message: unknown): unknown {
  return (message as { readonly id?: unknown }).id
}
