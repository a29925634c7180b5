import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { type ContextSettings, openContext } from './fixtures/http-context.js'
import { readJson } from './read-json.js'

const json = { 'content-type': 'application/json' }
const bytesOf = (text: string) => ({ bytes: new TextEncoder().encode(text) })
const same = (value: unknown) => value
const full = { status: 503, error: { code: -32603 }, headers: { 'retry-after': '1' } }

/** Reads a body where so many bytes are left for messages in flight. */
function readWith(room: number, settings: ContextSettings) {
  const limits = { inFlightBytes: 80_000 }
  const { context } = openContext({ headers: json, limits, ...settings })
  const { inFlight } = context.settings.budgets
  inFlight.add(80_000 - room)
  const bytes = () => inFlight.used - (80_000 - room)
  return { value: readJson(context, same), bytes }
}

describe('the type of a body', () => {
  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json ;a=b'])(
    'may be %s',
    async (type) => {
      const { context } = openContext({ headers: { 'content-type': type }, body: bytesOf('[1]') })
      expect(await readJson(context, same)).toEqual([1])
    },
  )

  test.each([undefined, 'text/plain', 'application/jsonl', 'text/application/json', ''])('may not be %s', (type) => {
    const { context } = openContext({ headers: type === undefined ? {} : { 'content-type': type } })
    expect(thrownBy(() => readJson(context, same))).toMatchObject({
      status: 415,
      error: { code: -32600, message: 'Content-Type must be application/json' },
    })
  })
})

describe('a body of bytes', () => {
  test('is handed on as its value, and what comes of that is the result', async () => {
    const { context } = openContext({ headers: json, body: bytesOf('{"a":"ä"}') })
    expect(await readJson(context, async (value) => ({ handled: value }))).toEqual({ handled: { a: 'ä' } })
  })

  test.each([
    ['no JSON', bytesOf('{')],
    ['nothing', bytesOf('')],
    ['no UTF-8', { bytes: Uint8Array.of(0x22, 0xff, 0x22) }],
  ])('that is %s is refused', async (_name, body) => {
    const { context } = openContext({ headers: json, body })
    await expect(readJson(context, same)).rejects.toMatchObject({
      status: 400,
      error: { code: -32700, message: 'The body is not JSON in UTF-8' },
    })
  })

  test.each([
    ['nests too deeply', '[[[1]]]', { jsonDepth: 2 }],
    ['has too many values', JSON.stringify(Array.from({ length: 20 }, () => 1)), { jsonNodes: 10 }],
  ])('that %s is refused', async (_name, text, limits) => {
    const { context } = openContext({ headers: json, body: bytesOf(text), limits })
    await expect(readJson(context, same)).rejects.toMatchObject({
      status: 400,
      error: { code: -32600, message: expect.stringMatching(/^Invalid message: it /) },
    })
  })

  test('is counted in flight', async () => {
    const { value, bytes } = readWith(1_000, { body: bytesOf('[1]') })
    expect([await value, bytes()]).toEqual([[1], 72])
  })

  test('finds no room where that is full', async () => {
    await expect(readWith(71, { body: bytesOf('[1]') }).value).rejects.toMatchObject(full)
    expect(await readWith(72, { body: bytesOf('[1]') }).value).toEqual([1])
  })

  test('finds room beyond that only for what empties a server', async () => {
    const [ping, call] = ['{"id":1,"method":"ping"}', '{"id":1,"method":"tools/list"}']
    expect(await readWith(100, { body: bytesOf(ping) }).value).toEqual({ id: 1, method: 'ping' })
    await expect(readWith(100, { body: bytesOf(call) }).value).rejects.toMatchObject(full)
    await expect(readWith(-10_000, { body: bytesOf(ping) }).value).rejects.toMatchObject(full)
  })
})

describe('a body that a framework has parsed', () => {
  test('is taken as it is', async () => {
    const value = { a: [1] }
    const { context } = openContext({ headers: json, body: { value } })
    expect(await readJson(context, same)).toBe(value)
    expect(context.release()).toBe(0)
  })

  test('is refused where it nests too deeply', async () => {
    const { context } = openContext({ headers: json, body: { value: [[[1]]] }, limits: { jsonDepth: 2 } })
    await expect(readJson(context, same)).rejects.toMatchObject({
      status: 400,
      error: { code: -32600, message: 'Invalid message: it nests deeper than 2 levels' },
    })
    const other = openContext({ headers: json, body: { value: [[1]] }, limits: { jsonDepth: 2 } })
    expect(await readJson(other.context, same)).toEqual([[1]])
  })

  test('is counted by its length', async () => {
    const headers = { ...json, 'content-length': '50' }
    const { value, bytes } = readWith(100, { headers, body: { value: [1] } })
    expect([await value, bytes()]).toEqual([[1], 100])
  })

  test('finds room beyond that only where it empties a server', async () => {
    const headers = { ...json, 'content-length': '51' }
    const ping = { id: 1, method: 'ping' }
    expect(await readWith(100, { headers, body: { value: ping } }).value).toBe(ping)
    await expect(readWith(100, { headers, body: { value: { id: 1, method: 'x' } } }).value).rejects.toMatchObject(full)
  })
})
