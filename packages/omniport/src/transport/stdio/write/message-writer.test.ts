import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RawJson } from '../../../values/json/raw-json.js'
import { MessageWriter } from './message-writer.js'

const note = (method: string) => ({ jsonrpc: '2.0' as const, method })

/** A stream that finishes a write only when told to. */
class SlowStream extends Writable {
  readonly writes: string[] = []
  readonly #callbacks: (() => void)[] = []

  constructor() {
    super({ highWaterMark: 16, decodeStrings: false })
  }

  override _write(chunk: unknown, _: string, callback: () => void): void {
    this.writes.push(String(chunk))
    this.#callbacks.push(callback)
  }

  /** Finishes one write, and waits for what follows from that. */
  async finish(): Promise<void> {
    this.#callbacks.shift()?.()
    await turn()
  }
}

function open(stream: Writable = new SlowStream()) {
  const problems: Error[] = []
  const writer = new MessageWriter(stream, { outboxBytes: 100, onError: (problem) => problems.push(problem) })
  return { writer, problems }
}

test('what is sent in one turn is one write, a line each', async () => {
  verifies('STDIO-02')
  const stream = new SlowStream()
  const { writer } = open(stream)
  writer.send(note('a'))
  writer.send([note('b'), note('c')])
  writer.send({ jsonrpc: '2.0', id: 1, result: 'two\nlines' })
  await turn()
  expect(stream.writes).toEqual([
    '{"jsonrpc":"2.0","method":"a"}\n[{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","method":"c"}]\n{"jsonrpc":"2.0","id":1,"result":"two\\nlines"}\n',
  ])
})

test('bytes and long texts are written as they are, in order, each on one line', async () => {
  verifies('STDIO-02')
  const stream = new PassThrough({ highWaterMark: 1_000_000 })
  const { writer } = open(stream)
  const long = 'é'.repeat(100_000)
  writer.send(note('first'))
  writer.send({ jsonrpc: '2.0', id: 1, result: new RawJson(Buffer.from('{\n"raw":"ü"\n}')) })
  writer.send({ jsonrpc: '2.0', id: 2, result: long })
  writer.send(note('last'))
  await writer.flush()
  const lines = String(stream.read()).split('\n')
  expect(lines.map((line) => (line === '' ? line : JSON.parse(line)))).toEqual([
    note('first'),
    { jsonrpc: '2.0', id: 1, result: { raw: 'ü' } },
    { jsonrpc: '2.0', id: 2, result: long },
    note('last'),
    '',
  ])
})

test('the next write waits until the stream has room, and everything that waits is counted', async () => {
  const stream = new SlowStream()
  const { writer } = open(stream)
  writer.send(note('a'))
  await turn()
  for (const method of ['b', 'é']) {
    writer.send(note(method))
    await turn()
  }
  expect(stream.writes).toEqual(['{"jsonrpc":"2.0","method":"a"}\n'])
  expect({ bytes: writer.bytes, full: writer.full }).toEqual({ bytes: 94, full: false })
  writer.send(note('d'))
  expect({ bytes: writer.bytes, full: writer.full }).toEqual({ bytes: 125, full: true })
  await stream.finish()
  expect(stream.writes.slice(1)).toEqual([
    '{"jsonrpc":"2.0","method":"b"}\n{"jsonrpc":"2.0","method":"é"}\n{"jsonrpc":"2.0","method":"d"}\n',
  ])
  await stream.finish()
  expect(writer.bytes).toBe(0)
})

test('a long message is written as it is, and nothing empty beside it', async () => {
  const stream = new SlowStream()
  const { writer } = open(stream)
  const text = 'x'.repeat(64 * 1024)
  for (const method of [text, 'a']) writer.send(note(method))
  await turn()
  await stream.finish()
  await stream.finish()
  expect(stream.writes).toEqual([JSON.stringify(note(text)), `\n${JSON.stringify(note('a'))}\n`])
})

test('flush resolves when everything is written', async () => {
  const stream = new SlowStream()
  const { writer } = open(stream)
  const events: string[] = []
  await writer.flush()
  writer.send(note('a'))
  const flushed = writer.flush().then(() => events.push('flushed'))
  await turn()
  events.push('written')
  await stream.finish()
  await flushed
  expect(events).toEqual(['written', 'flushed'])
})

test('what JSON cannot carry is refused at once, and nothing of it is sent', async () => {
  const stream = new SlowStream()
  const { writer } = open(stream)
  expect(() => writer.send({ jsonrpc: '2.0', id: 1, result: 1n })).toThrow(TypeError)
  await turn()
  expect({ writes: stream.writes, bytes: writer.bytes }).toEqual({ writes: [], bytes: 0 })
})

test.each([
  ['a failed write', (stream: Writable) => stream.destroy(new Error('EPIPE')), 'EPIPE'],
  ['a closed stream', (stream: Writable) => stream.destroy(), 'The stream was closed'],
])('%s is reported once; what waits is dropped and later messages are ignored', async (_, breakStream, message) => {
  const stream = new SlowStream()
  const { writer, problems } = open(stream)
  writer.send(note('a'))
  await turn()
  const flushed = writer.flush()
  breakStream(stream)
  await flushed
  writer.send(note('b'))
  await turn()
  expect(problems.map((problem) => problem.message)).toEqual([message])
  expect({ writes: stream.writes.length, bytes: writer.bytes }).toEqual({ writes: 1, bytes: 0 })
})

test('it goes on with the write that the stream had when it was made', async () => {
  const stream = new PassThrough()
  const { writer } = open(stream)
  stream.write = () => expect.unreachable()
  writer.send(note('a'))
  await writer.flush()
  expect(String(stream.read())).toBe('{"jsonrpc":"2.0","method":"a"}\n')
})

test('a write that fails after it let go of the stream ends no process', async () => {
  const stream = new SlowStream()
  const { writer, problems } = open(stream)
  writer.send(note('a'))
  await turn()
  writer.detach()
  stream.destroy(new Error('EPIPE'))
  await turn()
  expect([problems, stream.listenerCount('error')]).toEqual([[], 1])
})

test('detached, it has left no listener behind', () => {
  const stream = new PassThrough()
  const before = stream.eventNames().map((name) => [name, stream.listenerCount(name)])
  open(stream).writer.detach()
  expect(stream.eventNames().map((name) => [name, stream.listenerCount(name)])).toEqual(before)
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('a stream that its owner has corked stays so until its owner uncorks it', async () => {
  const stream = new SlowStream()
  const { writer } = open(stream)
  stream.cork()
  writer.send(note('a'))
  await turn()
  expect([stream.writes, stream.writableCorked]).toEqual([[], 1])
  writer.send({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(100_000) })
  writer.send(note('b'))
  await turn()
  expect([stream.writes, stream.writableCorked]).toEqual([[], 1])
  stream.uncork()
  expect(stream.writes).toEqual(['{"jsonrpc":"2.0","method":"a"}\n'])
})

test('long messages of one turn reach the stream in one piece where it takes several', async () => {
  const pieces: number[] = []
  const stream = new Writable({
    writev: (chunks, done) => {
      pieces.push(chunks.length)
      done()
    },
  })
  const { writer } = open(stream)
  for (const id of [1, 2]) writer.send({ jsonrpc: '2.0', id, result: 'x'.repeat(100_000) })
  await writer.flush()
  expect(pieces).toEqual([4])
})
