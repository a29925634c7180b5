import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { ResultCache } from './result-cache.js'

const methods = [
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
  'resources/directory/read',
]

function setUp() {
  const clock = createManualRuntime()
  const cache = new ResultCache(clock)
  const store = (method: string, key: string, result: Readonly<Record<string, unknown>> = { ttlMs: 100 }) =>
    cache.reserve(method, key)(result)
  /** The methods that have no result any more. */
  const gone = () => methods.filter((method) => cache.get(method, 'a') === undefined)
  return { clock, cache, store, gone }
}

describe('a result', () => {
  test('is had while it is fresh, by an equal request', () => {
    const { clock, cache, store } = setUp()
    store('tools/list', 'a', { ttlMs: 100, tools: [] })
    clock.advance(99)
    expect(cache.get('tools/list', 'a')).toEqual({ ttlMs: 100, tools: [] })
    expect([cache.get('tools/list', 'b'), cache.get('prompts/list', 'a')]).toEqual([undefined, undefined])
    clock.advance(1)
    expect(cache.get('tools/list', 'a')).toBeUndefined()
  })

  test('is a copy, whoever changes it', () => {
    const { cache, store } = setUp()
    const result = { ttlMs: 100, tools: [{ name: 'a' }] }
    store('tools/list', 'a', result)
    result.tools.push({ name: 'b' })
    const first = cache.get('tools/list', 'a') as typeof result
    first.tools.push({ name: 'c' })
    expect(cache.get('tools/list', 'a')).toEqual({ ttlMs: 100, tools: [{ name: 'a' }] })
  })

  test.each([[{}], [{ ttlMs: 0 }], [{ ttlMs: -1 }], [{ ttlMs: '100' }], [{ ttlMs: Number.NaN }]])(
    'that may not be had takes the place of one that may: %j',
    (result) => {
      const { cache, store } = setUp()
      store('tools/list', 'a')
      store('tools/list', 'a', result)
      expect(cache.get('tools/list', 'a')).toBeUndefined()
    },
  )

  test('that was asked for before a change is not had', () => {
    const { cache } = setUp()
    const store = cache.reserve('tools/list', 'a')
    const other = cache.reserve('prompts/list', 'a')
    cache.invalidate({ type: 'tools' })
    store({ ttlMs: 100 })
    other({ ttlMs: 100 })
    expect([cache.get('tools/list', 'a'), cache.get('prompts/list', 'a')]).toEqual([undefined, { ttlMs: 100 }])
  })

  test('is one of the 512 that were used last', () => {
    const { cache, store } = setUp()
    for (let at = 0; at < 512; at += 1) store('resources/read', `${at}`)
    cache.get('resources/read', '0')
    store('resources/read', 'more')
    expect(['0', '1', '2', 'more'].map((key) => cache.get('resources/read', key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})

describe('a change', () => {
  const skills = ['skills/list', 'skills/get', 'resources/directory/read']

  test.each([
    [{ type: 'tools' }, ['tools/list']],
    [{ type: 'prompts' }, ['prompts/list']],
    [{ type: 'resources' }, ['resources/list', 'resources/templates/list', 'resources/read', ...skills]],
    [{ type: 'resource', uri: 'a:b' }, ['resources/read', ...skills]],
  ] as const)('%j drops what it is about', (change, expected) => {
    const { cache, store, gone } = setUp()
    for (const method of methods) store(method, 'a')
    expect(gone()).toEqual([])
    cache.invalidate(change)
    expect(gone()).toEqual(expected)
  })

  test('of everything drops everything', () => {
    const { cache, store, gone } = setUp()
    for (const method of methods) store(method, 'a')
    cache.clear()
    expect(gone()).toEqual(methods)
  })

  test('of a method drops its results alone, whatever their keys', () => {
    const { cache, store } = setUp()
    store('resources/read', 'a')
    store('resources/read', 'b c')
    store('resources/read2', 'a')
    cache.forget('resources/read')
    expect([cache.get('resources/read', 'a'), cache.get('resources/read', 'b c')]).toEqual([undefined, undefined])
    expect(cache.get('resources/read2', 'a')).toEqual({ ttlMs: 100 })
  })
})
