import { describe, expect, test } from 'vitest'
import { assertKnown, type Check, checkOptions, mustBe, required } from './check-options.js'

/** A check that notes what it was called with. */
function noting(): Check & { readonly calls: (readonly [string, unknown])[] } {
  const calls: (readonly [string, unknown])[] = []
  return Object.assign((path: string, value: unknown) => void calls.push([path, value]), { calls })
}

const isText: Check = (path, value) => {
  if (typeof value !== 'string') throw mustBe(path, 'a text', value)
}

describe('options that are right', () => {
  test('are a frozen copy of those that are given', () => {
    const given = { name: 'a', size: undefined, on: false }
    const options = checkOptions('connect', given, { name: isText, size: isText, on: noting() })
    expect(options).toStrictEqual({ name: 'a', on: false })
    expect([Object.isFrozen(options), Object.isFrozen(given)]).toEqual([true, false])
    expect(options).not.toBe(given)
  })

  test('may be none', () => {
    expect(checkOptions('connect', {}, {})).toEqual({})
    expect(checkOptions('connect', {}, { name: isText })).toEqual({})
  })

  test('are checked each with its name, but for those that are left out', () => {
    const [name, size, url] = [noting(), noting(), noting()]
    checkOptions('connect', { name: 'a', size: null, url: undefined }, { name, size, url })
    expect([name.calls, size.calls, url.calls]).toEqual([[['connect: name', 'a']], [['connect: size', null]], []])
  })

  test('are checked also when they are left out, where they are required', () => {
    const name = noting()
    checkOptions({ name: 'connect', foreignNames: {} }, {}, { name: required(name) })
    expect(name.calls).toEqual([['connect: name', undefined]])
    expect(() => checkOptions('connect', {}, { name: required(isText) })).toThrow(
      new TypeError('connect: name must be a text, got undefined'),
    )
  })

  test('may have the name of what objects inherit', () => {
    const given = JSON.parse('{"__proto__":"a"}')
    const options = checkOptions('connect', given, Object.fromEntries([['__proto__', isText]]))
    expect(JSON.stringify(options)).toBe('{"__proto__":"a"}')
  })
})

describe('options that are wrong', () => {
  test.each([
    [null, 'null'],
    [undefined, 'undefined'],
    ['text', '"text"'],
    [5, '5'],
    [() => 1, 'a function'],
  ])('are no object: %s', (given, described) => {
    expect(() => checkOptions('connect', given as never, {})).toThrow(
      new TypeError(`connect must be given an object of options, got ${described}`),
    )
  })

  test('have a name that is not known', () => {
    const checks = { timeoutMs: isText, name: isText }
    expect(() => checkOptions('connect', { timeout: 5 }, checks)).toThrow(
      new TypeError('connect: there is no option "timeout"; did you mean "timeoutMs"? The options are timeoutMs, name'),
    )
    expect(() => checkOptions('connect', { name: 5, zzz: undefined }, checks)).toThrow(
      new TypeError('connect: there is no option "zzz". The options are timeoutMs, name'),
    )
  })

  test('have a name of another library', () => {
    const kind = { name: 'connect', foreignNames: { headers: 'give them to the transport' } }
    expect(() => assertKnown(kind, ['name', 'headers'], ['name'])).toThrow(
      new TypeError('connect: there is no option "headers"; give them to the transport. The options are name'),
    )
    expect(() => assertKnown(kind, ['toString'], ['name'])).toThrow(
      new TypeError('connect: there is no option "toString". The options are name'),
    )
    expect(() => assertKnown(kind, ['naem'], ['name'])).toThrow(
      new TypeError('connect: there is no option "naem"; did you mean "name"? The options are name'),
    )
  })
})

test('known names are fine', () => {
  expect(assertKnown('connect', ['a', 'b'], ['b', 'a'])).toBe(undefined)
  expect(assertKnown('connect', [], [])).toBe(undefined)
})

test.each([
  [null, 'null'],
  [[1], 'an array'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(81), `"${'x'.repeat(80)}…"`],
  ['x'.repeat(80), `"${'x'.repeat(80)}"`],
  [{}, 'an object'],
  [() => 1, 'a function'],
  [5, '5'],
  [true, 'true'],
  [undefined, 'undefined'],
  [1n, '1'],
  [Symbol('a'), 'Symbol(a)'],
])('%s is told as %s', (value, described) => {
  expect(mustBe('connect: name', 'a text', value)).toEqual(
    new TypeError(`connect: name must be a text, got ${described}`),
  )
})

test('a required check is the same check', () => {
  const check = noting()
  const needed = required(check)
  needed('a', 1)
  expect([needed.isRequired, check.isRequired, check.calls]).toEqual([true, undefined, [['a', 1]]])
})
