import { describe, expect, test } from 'vitest'
import { emptyLock, parseLock, pinsOf, printLock, withPins } from './lock-document.js'

const [one, two] = ['1'.repeat(64), 'f'.repeat(64)]

/** A document with these servers. */
const lock = (servers: unknown, more: object = {}) => parseLock(JSON.stringify({ version: 1, servers, ...more }))

const pins = (tools: Readonly<Record<string, string>>) =>
  new Map(Object.entries(tools).map(([name, definition]) => [name, { definition }]))

describe('a text is a lock', () => {
  test('with all its members, and with or without a byte order mark', () => {
    const text = '{ "version": 1, "note": [1] }'
    expect(parseLock(text)).toEqual({ version: 1, note: [1] })
    expect(parseLock(`\uFEFF${text}`)).toEqual({ version: 1, note: [1] })
  })

  test.each([
    ['', 'is empty: delete it to start again'],
    [' \n\t', 'is empty: delete it to start again'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['{}', 'has no "version": 1'],
    ['{"version":0}', 'has no "version": 1'],
    ['{"version":"2"}', 'has no "version": 1'],
    ['{"version":1.5}', 'is of version 1.5, and this release supports 1: update omniport'],
  ])('not if it is %j', (text, problem) => {
    expect(() => parseLock(text)).toThrow(new SyntaxError(problem))
  })

  test('not if it is no JSON, and the reason is told in few words', () => {
    const text = `{"version":${'x'.repeat(1_000)}`
    expect(() => parseLock(text)).toThrow(/^is not JSON: .{1,201}$/)
    expect(() => parseLock(text)).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }))
  })
})

describe('marks of a merge', () => {
  test.each([
    ['<<<<<<< HEAD', 1],
    ['{\n||||||| base', 2],
    ['{\n\n=======\n}', 3],
    ['{\n=======\r\n}', 2],
    ['>>>>>>> main', 1],
    ['<<<<<<<', 1],
  ])('%j are found', (text, line) => {
    const message = `has merge conflict markers from line ${line} on: resolve the conflict`
    expect(() => parseLock(text)).toThrow(new SyntaxError(message))
  })

  test.each(['<<<<<<', '========', '<<<<<<<HEAD', ' >>>>>>> main'])('%j are none', (text) => {
    expect(() => parseLock(text)).toThrow(/^is not JSON: /)
  })

  test('inside a text are none', () => {
    expect(parseLock('{"version":1,"a":"<<<<<<< HEAD"}')).toEqual({ version: 1, a: '<<<<<<< HEAD' })
  })
})

describe('the pins', () => {
  test('are those of one kind, by server and name', () => {
    const document = lock({
      a: { tools: { x: `sha256-${one}`, y: `sha256-${two}` }, skills: { 'skill://z': `sha256-${two}` } },
      b: { skills: {} },
      c: {},
    })
    expect(pinsOf(document, 'tools')).toEqual(new Map([['a', pins({ x: one, y: two })]]))
    expect(pinsOf(document, 'skills')).toEqual(
      new Map([
        ['a', pins({ 'skill://z': two })],
        ['b', new Map()],
      ]),
    )
    expect(pinsOf(parseLock('{"version":1}'), 'tools')).toEqual(new Map())
    expect(pinsOf(emptyLock, 'tools')).toEqual(new Map())
  })

  test.each<[unknown, string]>([
    [[], 'must have an object at "servers"'],
    [{ a: 1 }, 'must have an object at "servers" → "a"'],
    [{ a: { tools: [] } }, 'must have an object at "servers" → "a" → "tools"'],
    [{ a: { tools: null } }, 'must have an object at "servers" → "a" → "tools"'],
    [{ a: { tools: { 'x"': 1 } } }, 'must have "sha256-" and 64 hexadecimal digits at "servers" → "a" → "x\\""'],
    [
      { [`${'n'.repeat(129)}`]: { tools: { ['x'.repeat(129)]: '' } } },
      `must have "sha256-" and 64 hexadecimal digits at "servers" → "${'n'.repeat(128)}…" → "${'x'.repeat(128)}…"`,
    ],
  ])('are not in %j', (servers, problem) => {
    expect(() => pinsOf(lock(servers), 'tools')).toThrow(new SyntaxError(problem))
  })

  test.each([`sha256-${one}0`, `sha256-${one.slice(1)}`, `xsha256-${one}`, `sha256-${'G'.repeat(64)}`, one, 7])(
    'are not %j',
    (pin) => {
      expect(() => pinsOf(lock({ a: { tools: { x: pin } } }), 'tools')).toThrow(SyntaxError)
    },
  )
})

describe('new pins of a server', () => {
  const kind = 'tools'

  test('take the place of the old ones, and all else stays', () => {
    const document = lock({ a: { tools: { old: `sha256-${one}` }, note: 1 }, b: { x: 2 } }, { more: true })
    expect(withPins(document, { kind, server: 'a', pins: pins({ x: two }) })).toEqual({
      version: 1,
      more: true,
      servers: { a: { note: 1, tools: { x: `sha256-${two}` } }, b: { x: 2 } },
    })
  })

  test('are added to an empty lock, or one whose server is none', () => {
    const expected = { version: 1, servers: { a: { tools: { x: `sha256-${one}` } } } }
    expect(withPins(emptyLock, { kind, server: 'a', pins: pins({ x: one }) })).toEqual(expected)
    expect(withPins(lock({ a: 5 }), { kind, server: 'a', pins: pins({ x: one }) })).toEqual(expected)
  })

  test('that are none remove the server, unless it has pins of the other kind', () => {
    const nothing = new Map()
    expect(withPins(lock({ a: { tools: {}, note: 1 } }), { kind, server: 'a', pins: nothing })['servers']).toEqual({})
    expect(withPins(lock({ a: { tools: {}, skills: {} } }), { kind, server: 'a', pins: nothing })['servers']).toEqual({
      a: { skills: {} },
    })
    expect(
      withPins(lock({ a: { tools: {}, skills: {} } }), { kind: 'skills', server: 'a', pins: nothing })['servers'],
    ).toEqual({ a: { tools: {} } })
  })
})

test('a lock is written with its version first, and the rest by name, at any depth', () => {
  expect(printLock({ z: 1, servers: { b: [{ d: 1, c: 2 }], a: 'x' }, version: 1 })).toBe(`{
  "version": 1,
  "servers": {
    "a": "x",
    "b": [
      {
        "c": 2,
        "d": 1
      }
    ]
  },
  "z": 1
}
`)
})
