import { describe, expect, test, vi } from 'vitest'
import { documentLimits, dropBody, messageLimits, readJson, readText } from './read-body.js'

const limits = { maxBytes: 10, jsonDepth: 2, jsonNodes: 3 }

/** A reply as a `fetch` of a program may give it. */
const bare = { json: async () => ({ a: 1 }), text: async () => 'text' } as unknown as Response

describe('the JSON of a reply', () => {
  test('is read up to its limit of bytes', async () => {
    expect(await readJson(new Response('"12345678"'), limits)).toBe('12345678')
    await expect(readJson(new Response('"123456789"'), limits)).rejects.toThrow(
      new Error('The reply has more than 10 bytes'),
    )
  })

  test('may not nest too deep, or have too much', async () => {
    expect(await readJson(new Response('[[1]]'), limits)).toEqual([[1]])
    await expect(readJson(new Response('[[[1]]]'), limits)).rejects.toThrow(RangeError)
    await expect(readJson(new Response('[1,1,1,1]'), limits)).rejects.toThrow(RangeError)
  })

  test('that is none is an error', async () => {
    await expect(readJson(new Response('{'), limits)).rejects.toThrow(SyntaxError)
  })

  test('without a stream is what the reply says', async () => {
    expect(await readJson(bare, limits)).toEqual({ a: 1 })
    expect(await readJson({ ...bare, body: {} } as Response, limits)).toEqual({ a: 1 })
  })
})

describe('the text of a reply', () => {
  test('is read up to its limit of bytes', async () => {
    expect(await readText(new Response('1234567890'), limits)).toBe('1234567890')
    await expect(readText(new Response('12345678901'), limits)).rejects.toThrow(
      new Error('The reply has more than 10 bytes'),
    )
  })

  test('has a mark for bytes that are no text', async () => {
    expect(await readText(new Response(Uint8Array.of(0x61, 0xff)), limits)).toBe('a\ufffd')
  })

  test('without a stream is what the reply says', async () => {
    expect(await readText(bare, limits)).toBe('text')
    expect(await readText({ ...bare, body: {} } as Response, limits)).toBe('text')
  })
})

test('a body that is dropped is cancelled', async () => {
  const cancel = vi.fn()
  await dropBody(new Response(new ReadableStream({ cancel })))
  expect(cancel).toHaveBeenCalledOnce()
  expect(await dropBody(new Response(null))).toBeUndefined()
  expect(await dropBody(undefined)).toBeUndefined()
})

test('documents are smaller than messages', () => {
  expect(documentLimits).toEqual({ maxBytes: 1_048_576, jsonDepth: 64, jsonNodes: 100_000 })
  expect(messageLimits).toEqual({ maxBytes: 67_108_864, jsonDepth: 64, jsonNodes: 1_000_000 })
})
