import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readEvents } from '../read-events.js'
import { StreamPosition } from './stream-position.js'

const mebibyte = 2 ** 20

/** What is held after a collection of garbage. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

async function* largeEvents(count: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const data = 'x'.repeat(100_000)
  for (let index = 0; index < count; index += 1) {
    yield encoder.encode(`id: 0123456789-0123456789-${index}\ndata: ${data}\n\n`)
  }
}

test('what is remembered of events is their ids, not the text that they came with', async () => {
  const position = new StreamPosition()
  const before = heapUsed()
  for await (const event of readEvents(largeEvents(500), { maxBytes: mebibyte })) position.accept(event)
  const grown = (heapUsed() - before) / mebibyte
  expect(position.lastId).toBe('0123456789-0123456789-499')
  expect(grown).toBeLessThan(5)
})
