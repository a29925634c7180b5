import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cloneJson } from './clone-json.js'
import { RawJson } from './raw-json.js'

/** What JSON text makes of a value; undefined where it cannot carry it. */
function throughText(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

function cloned(value: unknown): unknown {
  try {
    return cloneJson(value)
  } catch (reason) {
    if (!(reason instanceof TypeError)) throw reason
    return undefined
  }
}

/** Equal, told apart by -0, holes, prototypes and the order of members too. */
function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected)
  expect(isDeepStrictEqual(actual, expected)).toBe(true)
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected))
}

class Money {
  readonly cents = 5
  readonly #secret = 1
  toJSON(key: string) {
    return { key, cents: this.cents, secret: this.#secret }
  }
}

class Itself {
  readonly a = 1
  toJSON() {
    return this
  }
}

const withProto: object = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":null}')
const sparse: unknown[] = []
sparse[2] = 'c'
class Strings extends Array<string> {}
const callable = Object.assign(() => 1, { toJSON: () => ({ type: 'object' }) })

const values: readonly (readonly [string, unknown])[] = [
  ['names of prototypes are ordinary members', withProto],
  ['holes become null', sparse],
  ['a subclass of Array becomes an array', Strings.from(['a'])],
  ['undefined, functions and symbols are left out of objects', { a: undefined, b: () => 1, c: Symbol('c'), d: 1 }],
  ['undefined, functions and symbols become null in arrays', [undefined, () => 1, Symbol('c'), 1]],
  ['NaN and the infinities become null', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ['-0 becomes 0', { zero: -0, in: [-0] }],
  ['a Date becomes its text', { at: new Date(0) }],
  ['an invalid Date becomes null', [new Date(Number.NaN)]],
  ['half a surrogate pair stays', 'a\ud800b\udc00'],
  ['toJSON is given the key', { price: new Money(), list: [new Money()] }],
  ['toJSON is asked once', new Itself()],
  ['what toJSON gives is not asked again', { toJSON: () => new Date(0) }],
  ['toJSON may give nothing', { a: { toJSON: () => undefined }, b: 1 }],
  ['a function with toJSON is asked', { schema: callable }],
  ['boxed primitives are opened', [Object('a'), Object(1), Object(Number.NaN), Object(false), Object(Symbol('s'))]],
  ['maps, sets and bytes are objects', [new Map([[1, 2]]), new Set([1]), new Uint8Array([1, 2])]],
  ['objects without prototype are objects', Object.assign(Object.create(null) as object, { a: 1 })],
  ['inherited and hidden members are left out', Object.create({ inherited: 1 }, { hidden: { value: 1 } })],
  ['symbols as keys are left out', { [Symbol('key')]: 1, a: 1 }],
  ['keys that are numbers come first', { b: 1, 2: 1, a: 1, 1: 1 }],
  ['the same object twice is two copies', (() => [withProto, withProto])()],
]

const refused: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['a BigInt', 1n],
  ['a boxed BigInt', { a: Object(1n) }],
  ['toJSON that gives nothing', { toJSON: () => undefined }],
  ['toJSON that gives a BigInt', { toJSON: () => 1n }],
]

describe('a copy is what JSON text would be read as', () => {
  test.each(values)('%s', (_name, value) => {
    expectSame(cloneJson(value), JSON.parse(JSON.stringify(value)))
  })

  test('for all values that JSON knows, and many that it does not', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
      withTypedArray: true,
      withMap: true,
      withObjectString: true,
      key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', 'length')),
      maxDepth: 4,
    })
    fc.assert(
      fc.property(anything, (value) => expectSame(cloned(value), throughText(value))),
      { numRuns: 3_000 },
    )
  })
})

describe('a copy is refused where JSON has no text', () => {
  test.each(refused)('%s', (_name, value) => {
    expect(throughText(value)).toBe(undefined)
    expect(() => cloneJson(value)).toThrow(TypeError)
  })

  test('a cycle, with a message that says so', () => {
    const cycle: unknown[] = []
    cycle.push({ cycle })
    expect(() => cloneJson(cycle)).toThrow(new TypeError('JSON cannot carry a cycle, or nesting beyond 1000'))
  })

  test('what toJSON throws is thrown on', () => {
    const reason = new RangeError('no')
    const thrower = {
      toJSON() {
        throw reason
      },
    }
    expect(() => cloneJson({ thrower })).toThrow(reason)
  })

  test.each([
    [1_000, true],
    [1_001, false],
  ])('nesting of %i is carried: %s', (levels, carried) => {
    let deep: unknown = 0
    for (let level = 0; level < levels + 1; level += 1) deep = [deep]
    expect(cloned(deep) !== undefined).toBe(carried)
  })
})

test('a copy shares nothing with what it was made of', () => {
  const inner = { list: [1] }
  const copy = cloneJson({ inner }) as { inner: typeof inner }
  inner.list.push(2)
  expect(copy).toEqual({ inner: { list: [1] } })
})

test('what somebody gave to all objects is no member of any', () => {
  const everything = Object.prototype as { polluted?: string }
  everything.polluted = 'yes'
  try {
    expect(Object.keys(cloneJson({ a: 1 }) as object)).toEqual(['a'])
  } finally {
    delete everything.polluted
  }
})

test('bytes that stand for a value are copied as that value, anew each time', () => {
  const raw = new RawJson(new TextEncoder().encode('{"a":[1]}'))
  const copy = cloneJson({ raw }) as { raw: object }
  expect(copy).toEqual({ raw: { a: [1] } })
  expect(copy.raw).not.toBe(raw.value)
})

test('a plain object is read once for each member, in its order', () => {
  const read: string[] = []
  const value = { b: 1, a: 2 }
  const watched = new Proxy(value, {
    get: (target, key) => {
      read.push(String(key))
      return Reflect.get(target, key)
    },
    getPrototypeOf: () => Object.prototype,
  })
  expect(cloneJson(watched)).toEqual(value)
  expect(read.filter((key) => key !== 'toJSON')).toEqual(['b', 'a'])
})
