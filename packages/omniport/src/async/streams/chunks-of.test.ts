import { expect, test } from 'vitest'
import { chunksOf } from './chunks-of.js'

function createReader(count: number) {
  const reasons: unknown[] = []
  let next = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      next += 1
      if (next > count) controller.close()
      else controller.enqueue(Uint8Array.of(next))
    },
    cancel: (reason) => void reasons.push(reason),
  })
  return { reader: stream.getReader(), reasons }
}

async function read(chunks: AsyncIterable<Uint8Array>, most = 10): Promise<readonly number[]> {
  const numbers: number[] = []
  for await (const [number = 0] of chunks) {
    numbers.push(number)
    if (numbers.length === most) break
  }
  return numbers
}

test('all chunks of a stream come in order, and the stream is not cancelled', async () => {
  const { reader, reasons } = createReader(3)
  expect([await read(chunksOf(reader)), reasons]).toEqual([[1, 2, 3], []])
})

test('a loop that ends early cancels the stream', async () => {
  const { reader, reasons } = createReader(3)
  expect([await read(chunksOf(reader), 2), reasons]).toEqual([[1, 2], [undefined]])
})

test('a stream that cannot be cancelled is left', async () => {
  const failed = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(1)),
    cancel: () => Promise.reject(new Error('broken')),
  })
  expect(await read(chunksOf(failed.getReader()), 1)).toEqual([1])
})

test('without a reader there is nothing', async () => {
  expect(await read(chunksOf(undefined))).toEqual([])
  const iterator = chunksOf(undefined)[Symbol.asyncIterator]()
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
})
