import { Buffer } from 'node:buffer'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { connectTo } from './fixtures/connect-to.js'
import { FakeStream } from './fixtures/fake-stream.js'
import { modernServer, SessionServer } from './fixtures/servers.js'
import { readEvents } from './read-events.js'

const mebibyte = 2 ** 20

/** As many chunks of 64 KiB of empty lines of data. */
async function* emptyLines(chunks: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.from('data:\n'.repeat(11_000))
  for (let index = 0; index < chunks; index += 1) yield chunk
  yield Buffer.from('\n')
}

describe('an event of millions of empty lines', () => {
  test('is refused when its line breaks are too many', async () => {
    const events = readEvents(emptyLines(100), { maxBytes: mebibyte })
    await expect(events.next()).rejects.toMatchObject({
      code: 'limit',
      message: 'An event is longer than limits.responseBytes: 1048576',
    })
  })

  test('takes no more memory than its line breaks', async () => {
    const chunks = 300
    const before = process.memoryUsage().heapUsed
    const { value } = await readEvents(emptyLines(chunks), { maxBytes: 64 * mebibyte }).next()
    const grown = (process.memoryUsage().heapUsed - before) / mebibyte
    expect(value?.data.length).toBe(chunks * 11_000 - 1)
    expect(grown).toBeLessThan(16)
  })
})

/** An event with a byte that is not UTF-8. */
const broken = Buffer.concat([
  Buffer.from('data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"'),
  Uint8Array.of(0xff),
  Buffer.from('"}}\n\n'),
])

test('an event that is not UTF-8 is reported and skipped, and the stream goes on', async () => {
  const stream = new FakeStream()
  const received: unknown[] = []
  const server = new SessionServer({ GET: () => stream.response })
  const { client, errors } = await connectTo(server.answer, {
    revision: '2025-11-25',
    onLog: ({ data }) => received.push(data),
  })
  await settled()
  stream.bytes(broken)
  stream.send({ data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'é' } } })
  await settled()
  expect([errors, received]).toEqual([['The message is not UTF-8'], ['é']])
  await client.close()
})

test('a call whose answer is not UTF-8 says so', async () => {
  const server = modernServer({ 'tools/call': () => new FakeStream().bytes(broken).end().response })
  const { client } = await connectTo(server)
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'invalid_result',
    message: expect.stringMatching(/answered with what is no message: The message is not UTF-8$/),
  })
  await client.close()
})
