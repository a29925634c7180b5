import { describe, expect, test } from 'vitest'
import { StdioInput, type StdioInputOptions } from './stdio-input.js'

function create(more: Partial<StdioInputOptions> = {}) {
  const seen: unknown[][] = []
  const input = new StdioInput({
    maxBytes: 200,
    onMessage: (message) => void seen.push(['message', message]),
    onError: (error) => void seen.push(['error', error.name, error.message]),
    refuse: (response) => void seen.push(['refused', response]),
    close: () => void seen.push(['closed']),
    ...more,
  })
  return { input, seen }
}

const note = (method: string) => ({ jsonrpc: '2.0', method })
const line = (message: object) => `${JSON.stringify(message)}\n`

describe('what a client sends', () => {
  test('is cut into messages, as text and as bytes', () => {
    const { input, seen } = create()
    const text = line(note('a')) + line(note('b'))
    input.read(text.slice(0, 10))
    input.read(Buffer.from(text.slice(10)))
    expect(seen).toEqual([
      ['message', note('a')],
      ['message', note('b')],
    ])
  })

  test('that is no message is an error that says why, and the next one is delivered', () => {
    const { input, seen } = create()
    input.read(`nothing\n{"no":1}\n[]\n${line(note('a'))}`)
    expect(seen.map(([what, name]) => [what, name])).toEqual([
      ['error', 'SyntaxError'],
      ['error', 'ZodError'],
      ['error', 'ZodError'],
      ['message', note('a')],
    ])
  })

  test('that its handler fails at is an error', () => {
    const onMessage = () => {
      throw new TypeError('not now')
    }
    const { input, seen } = create({ onMessage })
    input.read(line(note('a')))
    expect(seen).toEqual([['error', 'TypeError', 'not now']])
  })
})

describe('a message that nests too deep', () => {
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`

  test('is refused where it is a request', () => {
    const { input, seen } = create({ maxBytes: 1_000 })
    input.read(`{"jsonrpc":"2.0","id":7,"method":"a","params":{"a":${deep}}}\n`)
    expect(seen).toEqual([
      ['refused', { jsonrpc: '2.0', id: 7, error: { code: -32600, message: expect.any(String) } }],
      ['error', expect.any(String), expect.any(String)],
    ])
  })

  test('is an error alone where it is none', () => {
    const { input, seen } = create({ maxBytes: 1_000 })
    input.read(`{"jsonrpc":"2.0","method":"a","params":{"a":${deep}}}\n`)
    expect(seen.map(([what]) => what)).toEqual(['error'])
  })
})

describe('a message that is too long', () => {
  test('closes the transport, once', () => {
    const { input, seen } = create({ maxBytes: 40 })
    input.read('x'.repeat(41))
    input.read('x'.repeat(41))
    expect(seen.slice(0, 2)).toEqual([['error', 'Error', 'ReadBuffer exceeded maximum size of 40 bytes'], ['closed']])
  })

  test('ends the chunk that it stands in', () => {
    const { input, seen } = create({ maxBytes: 40 })
    input.read(`${line(note('a'))}${'x'.repeat(41)}\n${line(note('b'))}`)
    expect(seen.map(([what]) => what)).toEqual(['message', 'error', 'closed'])
  })

  test('may be as long as it may', () => {
    const text = line(note('a'))
    const { input, seen } = create({ maxBytes: text.length })
    input.read(text)
    expect(seen).toEqual([['message', note('a')]])
  })
})

describe('an input that is cleared', () => {
  test('delivers nothing more of its chunk', () => {
    const { input, seen } = create({ onMessage: () => clear() })
    const clear = () => {
      seen.push(['message'])
      input.clear()
    }
    input.read(line(note('a')) + line(note('b')))
    expect(seen).toEqual([['message']])
  })

  test('begins anew', () => {
    const { input, seen } = create()
    input.read('{"jsonrpc":')
    input.clear()
    input.read(line(note('a')))
    expect(seen).toEqual([['message', note('a')]])
  })
})
