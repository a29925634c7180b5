import { describe, expect, test } from 'vitest'
import { RawJson } from '../../values/json/raw-json.js'
import { type EncodedPage, ListEncoder } from './list-encoder.js'

const page = (more: Partial<EncodedPage> = {}): EncodedPage => ({
  kind: 'tools',
  items: ['{"name":"a"}', '{"name":"ü"}'],
  nextCursor: undefined,
  ttlMs: 5,
  cacheScope: 'public',
  ...more,
})
const encoder = (maxBytes = 10_000) => new ListEncoder({ name: 's', version: '1' }, maxBytes)
const read = ({ bytes }: { readonly bytes: Uint8Array }) => JSON.parse(new TextDecoder().decode(bytes))
const mark = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } } }

describe('the result of a list', () => {
  test.each(['tools', 'prompts', 'resources', 'resourceTemplates'] as const)('of %s has the items', (kind) => {
    const items = [{ name: 'a' }, { name: 'ü' }]
    expect(read(encoder().encode('2025-11-25', page({ kind })))).toEqual({ [kind]: items })
    expect(read(encoder().encode('2026-07-28', page({ kind })))).toEqual({
      [kind]: items,
      ttlMs: 5,
      cacheScope: 'public',
      ...mark,
    })
  })

  test('may be empty, and may have a next page', () => {
    expect(read(encoder().encode('2025-11-25', page({ items: [], nextCursor: 'c' })))).toEqual({
      tools: [],
      nextCursor: 'c',
    })
    expect(encoder().encode('2025-11-25', page({ items: [] }))).toBeInstanceOf(RawJson)
  })
})

describe('a page', () => {
  test('is made once for a key, until the list changes', () => {
    const [list, made] = [encoder(), [] as string[]]
    const ask = (key: string) =>
      list.cached(key, '2025-11-25', () => {
        made.push(key)
        return page()
      })
    const first = ask('a')
    expect([ask('a') === first, ask('b') === first, made]).toEqual([true, false, ['a', 'b']])
    list.clear()
    ask('a')
    expect(made).toEqual(['a', 'b', 'a'])
  })

  test('counts 512 bytes beside its content and its key', () => {
    const bytes = encoder().encode('2025-11-25', page()).bytes.length
    for (const [missing, count] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const list = encoder(bytes + 'key'.length + 512 - missing)
      let made = 0
      for (let time = 0; time < 2; time += 1)
        list.cached('key', '2025-11-25', () => {
          made += 1
          return page()
        })
      expect(made).toBe(count)
    }
  })
})

test('a list is alike for all callers until it changes, each list on its own', () => {
  const list = encoder()
  const asked: string[] = []
  const isAlike = (kind: 'tools' | 'prompts', answer: boolean) =>
    list.isAlike(kind, () => {
      asked.push(kind)
      return answer
    })
  expect([isAlike('tools', false), isAlike('tools', true), isAlike('prompts', true)]).toEqual([false, false, true])
  list.clear()
  expect([isAlike('tools', true), asked]).toEqual([true, ['tools', 'prompts', 'tools']])
})
