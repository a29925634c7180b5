import { describe, expect, test, vi } from 'vitest'
import {
  DEFAULT_MAX_REQUEST_BODY_SIZE,
  MAX_BATCH_SIZE,
  readRequestBody,
  requestBodyTooLargeMessage,
  resolveMaxRequestBodySize,
} from './requestBody.js'

test('a body has 4 MiB by default, and a batch 100 messages', () => {
  expect([DEFAULT_MAX_REQUEST_BODY_SIZE, MAX_BATCH_SIZE]).toEqual([4_194_304, 100])
  expect(requestBodyTooLargeMessage(7)).toBe('Payload Too Large: Request body must not exceed 7 bytes')
})

describe('the limit of bodies', () => {
  test.each([
    [undefined, 4_194_304],
    [1, 1],
    [0.5, 0.5],
  ])('%s is %d', (value, expected) => {
    expect(resolveMaxRequestBodySize(value)).toBe(expected)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number, null as unknown as number])(
    'is not %s',
    (value) => {
      expect(() => resolveMaxRequestBodySize(value)).toThrow(
        new RangeError(`maxRequestBodySize must be a positive number of bytes, got ${String(value)}`),
      )
    },
  )
})

describe('a body', () => {
  const request = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
    new Request('http://localhost/', { method: 'POST', body: body ?? null, headers, duplex: 'half' } as RequestInit)

  /** A body that comes in these parts, and a function that sees whether it is read. */
  const parts = (...texts: readonly Uint8Array[]) => {
    const rest = [...texts]
    const pull = vi.fn((controller: ReadableStreamDefaultController<Uint8Array>) => {
      const next = rest.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    })
    return { pull, stream: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }) }
  }

  test('is read as text, whatever its parts', async () => {
    const bytes = new TextEncoder().encode('aé€z')
    const { stream } = parts(bytes.slice(0, 2), bytes.slice(2, 5), bytes.slice(5))
    expect(await readRequestBody(request(stream), 7)).toEqual({ tooLarge: false, text: 'aé€z' })
  })

  test('that ends within a character has a mark there', async () => {
    const { stream } = parts(new TextEncoder().encode('a€').slice(0, 3))
    expect(await readRequestBody(request(stream))).toEqual({ tooLarge: false, text: 'a\uFFFD' })
  })

  test('that is missing is empty', async () => {
    expect(await readRequestBody(request(null))).toEqual({ tooLarge: false, text: '' })
  })

  test('has so many bytes at most', async () => {
    expect(await readRequestBody(request('12345'), 5)).toEqual({ tooLarge: false, text: '12345' })
    const sent = request(parts(new Uint8Array(3), new Uint8Array(3)).stream)
    expect(await readRequestBody(sent, 5)).toEqual({ tooLarge: true })
    expect(sent.body?.locked).toBe(false)
  })

  test('that declares too many is not read', async () => {
    const { stream, pull } = parts(new Uint8Array(3))
    expect(await readRequestBody(request(stream, { 'content-length': '6' }), 5)).toEqual({ tooLarge: true })
    expect(pull).not.toHaveBeenCalled()
  })

  test('that declares as many as it may is read', async () => {
    const { stream } = parts(new TextEncoder().encode('abcde'))
    expect(await readRequestBody(request(stream, { 'content-length': '5' }), 5)).toEqual({
      ...{ tooLarge: false, text: 'abcde' },
    })
  })

  test('that breaks is an error, and is let go', async () => {
    const sent = request(
      new ReadableStream({
        pull: (controller) => controller.error(new Error('cut')),
      }),
    )
    await expect(readRequestBody(sent)).rejects.toThrow(new Error('cut'))
    expect(sent.body?.locked).toBe(false)
  })
})
