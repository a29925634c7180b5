import { describe, expect, test } from 'vitest'
import { ToolError } from '../server/tools/tool-error.js'
import { readResponse } from './read-response.js'

interface Shown {
  readonly content?: readonly object[]
  readonly structuredContent?: unknown
}

async function read(body: BodyInit | null, type?: string, status = 200, maxBytes = 10_000): Promise<Shown> {
  const response = new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } })
  const found: object = await readResponse(response, { name: 'GET /a', maxBytes })
  return found
}

const text = (value: string) => [{ type: 'text', text: value }]

describe('a success', () => {
  test.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'IMAGE/PNG ; q=1'])(
    'is an image: %s',
    async (type) => {
      const [block] = (await read(Uint8Array.of(1, 2), type)).content ?? []
      expect(block).toMatchObject({ type: 'image', mimeType: type.toLowerCase().split(';')[0]?.trim(), data: 'AQI=' })
    },
  )

  test.each(['application/json', 'application/problem+json', 'text/json; charset=utf-8'])(
    'is JSON: %s',
    async (type) => {
      expect(await read('{"a":1}', type)).toMatchObject({ content: text('{"a":1}'), structuredContent: { a: 1 } })
    },
  )

  test.each(['[1]', '5', 'no JSON'])('is the text of JSON that is no object: %s', async (body) => {
    const found = await read(body, 'application/json')
    expect([found.content, found.structuredContent]).toEqual([text(body), undefined])
  })

  test.each(['text/plain', 'text/html; charset=utf-8', 'application/xml', 'image/svg+xml'])(
    'is text: %s',
    async (type) => {
      expect((await read('hello', type)).content).toEqual(text('hello'))
    },
  )

  test('may have no body', async () => {
    expect((await read(null, undefined, 204)).content).toEqual(text('GET /a: done (204)'))
    expect((await read('', 'text/plain')).content).toEqual(text('GET /a: done (200)'))
  })

  test.each<[string | undefined, string]>([
    ['application/zip', 'application/zip'],
    ['image/tiff', 'image/tiff'],
    ['x-text/plain', 'x-text/plain'],
    ['', 'no media type'],
  ])('of another type is not shown: %s', async (type, named) => {
    await expect(read(new TextEncoder().encode('x'), type)).rejects.toThrow(
      new ToolError(`GET /a answered with ${named}, which is not shown`),
    )
  })

  test('is as long as it may be', async () => {
    expect((await read('12345', 'text/plain', 200, 5)).content).toEqual(text('12345'))
    await expect(read('123456', 'text/plain', 200, 5)).rejects.toThrow(
      new ToolError('GET /a answered with more than 5 bytes'),
    )
  })
})

describe('a failure', () => {
  test.each<[number, string, string]>([
    [404, ' no such pet\n', 'GET /a answered 404: no such pet'],
    [500, '  ', 'GET /a answered 500'],
    [400, 'x', 'GET /a answered 400: x'],
    [300, 'x', 'GET /a answered with a redirect, which is not followed'],
    [399, 'x', 'GET /a answered with a redirect, which is not followed'],
  ])('with %i and %j', async (status, body, message) => {
    await expect(read(body, 'text/plain', status)).rejects.toThrow(new ToolError(message))
  })

  test('shows the start of its body', async () => {
    await expect(read('x'.repeat(2_001), 'text/plain', 500)).rejects.toThrow(
      new ToolError(`GET /a answered 500: ${'x'.repeat(2_000)}`),
    )
  })

  test('of a redirect that the platform hides', async () => {
    await expect(readResponse(Response.error(), { name: 'GET /a', maxBytes: 5 })).rejects.toThrow(
      new ToolError('GET /a answered with a redirect, which is not followed'),
    )
  })
})
