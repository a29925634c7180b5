import { describe, expect, test } from 'vitest'
import { checkGatewayOptions, checkSelection, checkUpstreams } from './check-gateway-options.js'
import type { GatewayOptions, Upstreams } from './gateway-options.js'

const target = { url: 'http://a/' }

describe('the options of a gateway', () => {
  test('are copied, without what is undefined', () => {
    const given: GatewayOptions = {
      ...{ upstreams: { a: 'http://a/' }, name: 'n', version: '1', title: 't', description: 'd' },
      isolation: 'session',
      icons: [{ src: 'https://a.example/icon.png' }],
      ...{ websiteUrl: 'https://a.example/', instructions: 'Use it' },
      pins: { onChanged: 'allow' },
      discovery: 'list',
      use: [(next) => next],
      ...{ pageSize: 1, limits: {}, secrets: ['s'.repeat(32)] },
      revisions: ['2026-07-28'],
      logger: { warn: () => {}, error: () => {} },
      fetch: async () => new Response(),
      onEvent: () => {},
    }
    const checked = checkGatewayOptions({ ...given, stores: undefined })
    expect(checked).toStrictEqual(given)
    expect([checked === given, Object.isFrozen(checked)]).toEqual([false, true])
  })

  test.each<[object, string]>([
    [{ isolation: 'none' }, 'isolation must be "principal" or "session" or "shared", got "none"'],
    [{ name: 5 }, 'name must be a string, got 5'],
    [{ version: 5 }, 'version must be a string, got 5'],
    [{ title: 5 }, 'title must be a string, got 5'],
    [{ description: 5 }, 'description must be a string, got 5'],
    [{ icons: 5 }, 'icons must be an array of icons, got 5'],
    [{ websiteUrl: 5 }, 'websiteUrl must be a string, got 5'],
    [{ instructions: 5 }, 'instructions must be a string, got 5'],
    [{ pins: { onChanged: 'ask' } }, 'pins: onChanged must be "block" or "allow", got "ask"'],
    [{ discovery: 'find' }, 'discovery must be "list" or "search", got "find"'],
    [{ use: [5] }, 'use[0] must be a function, got 5'],
    [{ pageSize: 0 }, 'pageSize must be a whole number, 1 or more, got 0'],
    [{ revisions: '2026-07-28' }, 'revisions must be an array of revisions, got "2026-07-28"'],
    [
      { revisions: ['2026-07-28', '2026'] },
      'revisions[1] must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, got "2026"',
    ],
    [{ limits: 5 }, 'limits must be an object, got 5'],
    [{ stores: [] }, 'stores must be an object, got an array'],
    [{ stores: Promise.resolve({}) }, 'stores is a promise: write await before it'],
    [{ secrets: 'x' }, 'secrets must be an array of secrets, got "x"'],
    [{ secrets: ['x'] }, 'secrets[0] must be at least 32 bytes long'],
    [{ logger: 5 }, 'logger must be an object, got 5'],
    [{ runtime: 5 }, 'runtime must be an object, got 5'],
    [{ fetch: 5 }, 'fetch must be a function, got 5'],
    [{ onEvent: 5 }, 'onEvent must be a function, got 5'],
    [{ upstreams: [] }, 'upstreams must be an object, got an array'],
    [{ upstreams: undefined }, 'upstreams must be an object, got undefined'],
  ])('are refused: %j', (options, message) => {
    expect(() => checkGatewayOptions({ upstreams: {}, ...options } as GatewayOptions)).toThrow(
      new TypeError(`createGateway: ${message}`),
    )
  })

  test('are those that there are', () => {
    expect(() => checkGatewayOptions({ upstreams: {}, isolaton: 'shared' } as GatewayOptions)).toThrow(
      /^createGateway: there is no option "isolaton"; did you mean "isolation"\? The options are upstreams, /,
    )
  })
})

describe('a selection', () => {
  const known = [{ name: 'a' }, { name: 'b' }]

  test('has upstreams that are there', () => {
    const selection = { upstreams: ['b', 'a'], use: [], discovery: 'search' as const }
    expect(checkSelection(selection, known)).toBe(selection)
    expect(checkSelection({ upstreams: [] }, known)).toEqual({ upstreams: [] })
  })

  test.each<[object, string]>([
    [{ upstreams: ['a', 'c', 'd'] }, 'select: the gateway has no upstream "c"'],
    [{}, 'select: upstreams must be an array of names, got undefined'],
    [{ upstreams: [5] }, 'select: upstreams[0] must be a string, got 5'],
    [{ upstreams: [], use: {} }, 'select: use must be an array of functions, got an object'],
    [{ upstreams: [], discovery: 'find' }, 'select: discovery must be "list" or "search", got "find"'],
  ])('%j is refused', (selection, message) => {
    expect(() => checkSelection(selection as never, known)).toThrow(new TypeError(message))
  })
})

describe('upstreams', () => {
  const check = (upstreams: object) => checkUpstreams('here', upstreams as Upstreams)

  test('are settings by name, in their order', () => {
    const serve = { serve: async () => undefined }
    const upstreams = { b: 'http://b/', a: new URL('http://a/'), c: target, d: serve, e: { problem: 'Not there' } }
    expect([...check(upstreams)]).toEqual([
      ['b', { target: 'http://b/' }],
      ['a', { target: 'http://a/' }],
      ['c', { target }],
      ['d', { target: serve }],
      ['e', { problem: 'Not there', target: undefined }],
    ])
  })

  test('have settings of a gateway beside those of a host', () => {
    const credentials = () => undefined
    const rename = { x: 'y' }
    const given = { target, timeoutMs: 5, isolation: 'principal', prefix: 'p', rename, credentials }
    const settings = check({ a: given }).get('a')
    expect(settings).toEqual(given)
    rename.x = 'z'
    expect(settings?.rename).toEqual({ x: 'y' })
    expect(Object.keys(check({ a: { target } }).get('a') ?? {})).toEqual(['target'])
  })

  test('may have a problem with settings of their own', () => {
    expect(check({ a: { problem: 'No', prefix: 'p' } }).get('a')).toMatchObject({ problem: 'No', prefix: 'p' })
  })

  test('are targets whatever else those have', () => {
    expect(() => check({ a: { url: 'http://a/', prefix: 'p' } })).toThrow(
      /^here\.a: target: there is no option "prefix"/,
    )
  })

  test.each<[object, string]>([
    [{ a: 7 }, 'here.a must be a target or settings of a server, got 7'],
    [{ a: null }, 'here.a must be a target or settings of a server, got null'],
    [{ b: { target, isolation: 'none' } }, 'here.b.isolation must be "principal" or "session" or "shared", got "none"'],
    [{ b: { target, prefix: 5 } }, 'here.b.prefix must be a string, got 5'],
    [{ b: { target, rename: [] } }, 'here.b.rename must be an object, got an array'],
    [{ b: { target, rename: { x: 5 } } }, 'here.b.rename["x"] must be a string, got 5'],
    [{ b: { target, rename: { x: '' } } }, 'here.b.rename["x"] must be a string that is not empty, got ""'],
    [{ b: { target, rename: { x: 'z', y: 'z' } } }, 'here.b.rename gives several definitions one name'],
    [{ b: { target, credentials: 5 } }, 'here.b.credentials must be a function, got 5'],
    [
      { b: { target, credentials: () => {}, isolation: 'shared' } },
      'here.b.isolation must be "principal", since there are credentials, got "shared"',
    ],
    [{ a: { target, prefix: 'b' }, b: target }, 'here.b: "a" has the prefix "b" already'],
    [{ a: { target, prefix: 'p' }, b: { target, prefix: 'p' } }, 'here.b: "a" has the prefix "p" already'],
  ])('%j are refused', (upstreams, message) => {
    expect(() => check(upstreams)).toThrow(new TypeError(message))
  })

  test('may have no prefix, all of them', () => {
    expect([...check({ a: { target, prefix: '' }, b: { target, prefix: '' } }).keys()]).toEqual(['a', 'b'])
  })

  test('may be 1,000', () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`u${at}`, { problem: 'x' }]))
    expect(check(some(1_000)).size).toBe(1_000)
    expect(() => check(some(1_001))).toThrow(new TypeError('here must be at most 1000 upstreams, got 1001'))
  })
})
