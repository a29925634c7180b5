import { describe, expect, test } from 'vitest'
import { joinBytes, readBytes, readText } from './read-bytes.js'

/** A body in chunks, and whether its reader has left early. */
function createBody(...chunks: readonly (readonly number[])[]) {
  const state = { isLeft: false }
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of chunks) yield Uint8Array.from(chunk)
    } finally {
      state.isLeft = true
    }
  }
  return { body: read(), state }
}

describe('a body', () => {
  test.each([
    ['of nothing', [], []],
    ['in one chunk', [[1, 2, 3]], [1, 2, 3]],
    ['in several chunks', [[1], [2, 3], [], [4]], [1, 2, 3, 4]],
  ])('%s is read whole', async (_name, chunks, bytes) => {
    expect(await readBytes(createBody(...chunks).body, 4)).toEqual(Uint8Array.from(bytes))
  })

  test('beyond its limit is not read on, and the error says so', async () => {
    const { body, state } = createBody([1, 2], [3], [4])
    const tooLong = { code: 'limit', message: 'the reply has more than 2 bytes' }
    await expect(readBytes(body, 2)).rejects.toMatchObject(tooLong)
    expect(state.isLeft).toBe(true)
  })

  test('beyond its limit has the error that is asked for', async () => {
    const toError = (most: number) => new TypeError(`at most ${most}`)
    await expect(readBytes(createBody([1, 2, 3]).body, 2, toError)).rejects.toThrow(new TypeError('at most 2'))
    await expect(readText(createBody([1, 2, 3]).body, 2, toError)).rejects.toThrow(new TypeError('at most 2'))
  })

  test('is read as text, in which bytes that are none are replaced', async () => {
    expect(await readText(createBody([0xe2], [0x82, 0xac]).body, 3)).toBe('€')
    expect(await readText(createBody([0x61, 0xff, 0x62]).body, 3)).toBe('a\uFFFDb')
  })
})

test('a single chunk is not copied, and several are', () => {
  const [one, other] = [Uint8Array.of(1), Uint8Array.of(2)]
  expect(joinBytes([one], 1)).toBe(one)
  expect(joinBytes([one, other], 2)).toEqual(Uint8Array.of(1, 2))
  expect(joinBytes([], 0)).toEqual(new Uint8Array(0))
})
