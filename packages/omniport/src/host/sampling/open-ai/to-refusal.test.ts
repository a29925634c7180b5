import { describe, expect, test } from 'vitest'
import { textOfError } from './text-of-error.js'
import { toRefusal } from './to-refusal.js'

const address = 'https://a.example/x'

/** What a response with this status and these pieces of text becomes. */
async function refusal(status: number, ...pieces: readonly string[]) {
  let read = 0
  async function* body() {
    for (const piece of pieces) {
      read += 1
      yield new TextEncoder().encode(piece)
    }
  }
  const response = { status, body: body(), header: () => undefined, headers: () => [] }
  const redact = (text: string) => text.replaceAll('secret', '***')
  const { code, message, status: of } = await toRefusal(response, { address, redact })
  return { code, message, status: of, read }
}

describe('a status', () => {
  test.each([
    [401, 'unauthorized'],
    [402, 'invalid_result'],
    [403, 'unauthorized'],
    [404, 'invalid_result'],
    [408, 'unreachable'],
    [429, 'unreachable'],
    [499, 'invalid_result'],
    [500, 'unreachable'],
  ])('of %i is %s', async (status, code) => {
    expect(await refusal(status)).toEqual({ code, message: `${address} answered HTTP ${status}`, status, read: 0 })
  })

  test.each([0, 300, 399])('of %i is a redirect, whose text is not read', async (status) => {
    expect(await refusal(status, 'x')).toMatchObject({
      message: `${address} answered HTTP ${status}: redirects are not followed`,
      read: 0,
    })
  })

  test.each([299, 400])('of %i is none', async (status) => {
    expect((await refusal(status, 'x')).message).toBe(`${address} answered HTTP ${status}: x`)
  })
})

describe('the text of a provider', () => {
  test('is its error, else the whole text, without spaces around it and secrets', async () => {
    expect((await refusal(400, '{"error":{"mess', 'age":" a secret "}}')).message).toBe(
      `${address} answered HTTP 400: a ***`,
    )
    expect((await refusal(400, ' a ', 'secret\n')).message).toBe(`${address} answered HTTP 400: a ***`)
    expect((await refusal(400, ' \n')).message).toBe(`${address} answered HTTP 400`)
    expect((await refusal(400, '{"error":""}')).message).toBe(`${address} answered HTTP 400: {"error":""}`)
  })

  test('may be split within a letter', async () => {
    const bytes = new TextEncoder().encode('ü')
    async function* body() {
      yield bytes.subarray(0, 1)
      yield bytes.subarray(1)
    }
    const response = { status: 400, body: body(), header: () => undefined, headers: () => [] }
    const { message } = await toRefusal(response, { address, redact: (text) => text })
    expect(message).toBe(`${address} answered HTTP 400: ü`)
  })

  test('is read to its 65,536th character, and quoted to its 256th', async () => {
    const found = await refusal(400, 'x'.repeat(65_535), 'y', 'z')
    expect(found).toMatchObject({ read: 2, message: `${address} answered HTTP 400: ${'x'.repeat(256)}…` })
    expect((await refusal(400, 'x'.repeat(65_534), 'y', 'z')).read).toBe(3)
  })
})

test.each<[unknown, string]>([
  [{ error: { message: 'a' }, message: 'b' }, 'a'],
  [{ error: 'a', detail: 'b' }, 'a'],
  [{ error: {}, message: 'b', detail: 'c' }, 'b'],
  [{ message: 5, detail: 'c' }, 'c'],
  [{ error: { message: 5 } }, ''],
  [{}, ''],
  ['a', ''],
  [undefined, ''],
])('the message of %j is %j', (body, message) => {
  expect(textOfError(body)).toBe(message)
})
