import { expect, test } from 'vitest'
import { readStream, type StreamListener } from './read-stream.js'

async function read(text: string, more: Partial<StreamListener> = {}) {
  const seen: unknown[][] = []
  await readStream(new Response(text).body as ReadableStream<Uint8Array>, {
    onId: (id) => void seen.push(['id', id]),
    onRetry: (ms) => void seen.push(['retry', ms]),
    onMessage: (message) => void seen.push(['message', message]),
    onError: (error) => void seen.push(['error', error.name]),
    ...more,
  })
  return seen
}

const note = { jsonrpc: '2.0', method: 'a' }

test('messages come after the ids of their events', async () => {
  const text = `id: 1\ndata: ${JSON.stringify(note)}\n\nretry: 5\n\ndata: ${JSON.stringify(note)}\n\n`
  expect(await read(text)).toEqual([
    ['id', '1'],
    ['message', note],
    ['retry', 5],
    ['message', note],
  ])
})

test('an event without data has an id, and no message', async () => {
  expect(await read('id: 1\ndata: \n\n')).toEqual([['id', '1']])
})

test('what is no message is an error, as is what fails to be delivered, and the stream goes on', async () => {
  expect(await read(`data: {\n\ndata: {"no":1}\n\ndata: ${JSON.stringify(note)}\n\n`)).toEqual([
    ['error', 'SyntaxError'],
    ['error', 'ZodError'],
    ['message', note],
  ])
  const onMessage = () => {
    throw new TypeError('not now')
  }
  expect(await read(`data: ${JSON.stringify(note)}\n\n`, { onMessage })).toEqual([['error', 'TypeError']])
})

test('events of other types are for who wants them', async () => {
  const text = `event: x\ndata: ${JSON.stringify(note)}\n\n`
  expect(await read(text)).toEqual([])
  const seen: unknown[][] = []
  await read(text, { onOther: (...event) => void seen.push(event) })
  expect(seen).toEqual([['x', JSON.stringify(note)]])
})

test('a stream that breaks is an error', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.error(new Error('cut'))
    },
  })
  const listener = { onId() {}, onRetry() {}, onMessage() {}, onError() {} }
  await expect(readStream(body, listener)).rejects.toThrow('cut')
})
