import { describe, expect, test } from 'vitest'
import { RawJson } from '../../values/json/raw-json.js'
import { UpstreamResult } from './upstream-result.js'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = ({ bytes }: RawJson) => new TextDecoder().decode(bytes)

/** A result whose long parts stand between « and ». */
function resultOf(marked: string, isError = false) {
  const longParts: { from: number; to: number }[] = []
  let text = ''
  for (const part of marked.split(/([«»])/)) {
    if (part === '«') longParts.push({ from: encode(text).length, to: 0 })
    else if (part === '»') Object.assign(longParts.at(-1) ?? {}, { to: encode(text).length })
    else text += part
  }
  return { result: new UpstreamResult(encode(text), { longParts, isError }), text }
}

type Members = Readonly<Record<string, unknown>>

test('a result says whether its tool failed', () => {
  expect([resultOf('{}').result.isError, resultOf('{}', true).result.isError]).toEqual([false, true])
})

describe('a short result', () => {
  test('is a value for who changes it', () => {
    const { result } = resultOf('{"a":[1],"b":"ü"}')
    expect(result.map((value) => ({ ...value, c: 2 }))).toEqual({ a: [1], b: 'ü', c: 2 })
  })

  test('is the same where nobody does', () => {
    const { result } = resultOf('{"a":1}')
    expect(result.map((value) => value)).toBe(result)
  })
})

describe('a long result', () => {
  const { result, text } = resultOf('{"x":"ü","content":[{"text":«"l\\u00f6ng  "»}],"s":«{"a" : [1]}»,"n":1}')

  test('is the same where nobody changes it', () => {
    expect(result.map((value) => value)).toBe(result)
    expect(decode(result)).toBe(text)
  })

  test('gets something short of the same type in the place of its long parts', () => {
    let seen: Members = {}
    result.map((value) => {
      seen = value as Members
      return value
    })
    const [block] = seen['content'] as readonly Members[]
    expect([seen['x'], seen['n'], typeof block?.['text'], typeof seen['s'], Array.isArray(seen['s'])]).toEqual([
      ...['ü', 1, 'string', 'object', false],
    ])
  })

  test('has its long parts as they were written where others are changed', () => {
    const changed = result.map((value) => {
      const { x: _, ...rest } = value as Members
      return { ...rest, added: true }
    })
    expect(changed).toBeInstanceOf(RawJson)
    expect(decode(changed as RawJson)).toBe('{"content":[{"text":"l\\u00f6ng  "}],"s":{"a" : [1]},"n":1,"added":true}')
  })

  test('loses a long part that is left out', () => {
    const changed = result.map((value) => ({ content: (value as Members)['content'] }))
    expect(decode(changed as RawJson)).toBe('{"content":[{"text":"l\\u00f6ng  "}]}')
  })

  test('may have its parts in another order', () => {
    const changed = result.map((value) => ({ s: (value as Members)['s'], c: (value as Members)['content'] }))
    expect(decode(changed as RawJson)).toBe('{"s":{"a" : [1]},"c":[{"text":"l\\u00f6ng  "}]}')
  })
})
