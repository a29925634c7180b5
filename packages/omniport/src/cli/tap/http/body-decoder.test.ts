import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createBodyDecoder } from './body-decoder.js'

async function decode(encoding: string | undefined, ...pieces: readonly Uint8Array[]): Promise<string> {
  const decoded: Uint8Array[] = []
  const decoder = createBodyDecoder(encoding, (bytes) => decoded.push(bytes))
  for (const piece of pieces) await decoder.push(piece)
  await decoder.end()
  return Buffer.concat(decoded).toString()
}

const text = Buffer.from('the text of the body')

describe('a body', () => {
  test.each([undefined, '', ' ', 'identity', 'Identity '])('without an encoding is as it is: %j', async (encoding) => {
    expect(await decode(encoding, text.subarray(0, 3), text.subarray(3))).toBe('the text of the body')
  })

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    [' GZIP ', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('in %s is decoded, in whatever pieces it comes', async (encoding, bytes) => {
    expect(await decode(encoding, bytes.subarray(0, 3), bytes.subarray(3))).toBe('the text of the body')
  })

  test('in another encoding gives nothing', async () => {
    expect(await decode('zstd', text)).toBe('')
  })

  test('that is broken ends where it breaks', async () => {
    const bytes = gzipSync(text)
    expect(await decode('gzip', bytes, Buffer.from('no gzip'), Buffer.from('nor this'))).toBe('the text of the body')
    expect(await decode('gzip', Buffer.from('no gzip'), bytes)).toBe('')
  })

  test('that ends too early ends', async () => {
    expect(await decode('gzip', gzipSync(text).subarray(0, 5))).toBe('')
  })

  test('that is empty ends', async () => {
    expect(await decode('gzip')).toBe('')
  })
})
