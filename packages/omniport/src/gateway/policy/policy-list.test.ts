import { describe, expect, test } from 'vitest'
import { EncodedResult } from '../../protocol/results/encoded-result.js'
import { RawJson } from '../../values/json/raw-json.js'
import { encodeAgain, itemsOf, lists, type Members, membersOf, ResultMapper } from './policy-list.js'

const response = (result: unknown) => ({ jsonrpc: '2.0' as const, id: 1, result })
const raw = (value: unknown) => new RawJson(new TextEncoder().encode(JSON.stringify(value)))

test.each([
  ['tools/list', { tools: [{ name: 'a' }] }, 'tool'],
  ['prompts/list', { prompts: [{ name: 'a' }] }, 'prompt'],
  ['resources/list', { resources: [{ uri: 'a' }] }, 'resource'],
  ['resources/templates/list', { resourceTemplates: [{ uriTemplate: 'a' }] }, 'resource'],
  ['resources/directory/read', { resources: [{ uri: 'a' }] }, 'resource'],
  ['skills/list', { skills: [{ uri: 'a' }] }, 'resource'],
])('the result of %s lists definitions: %j', (method, result, kind) => {
  const form = lists.get(method)
  expect([form?.kind, form && itemsOf(result as Members, form).map(({ name }) => name)]).toEqual([kind, ['a']])
})

test('items without a name are left out', () => {
  const form = { kind: 'tool', items: 'tools', key: 'name' } as const
  const named = { name: 'a', title: 'A' }
  expect(itemsOf({ tools: [named, { name: 5 }, {}, 'x', null] }, form)).toEqual([{ name: 'a', item: named }])
  expect([itemsOf({ tools: 'a' }, form), itemsOf({}, form)]).toEqual([[], []])
})

test('the members of a response are those of its result', () => {
  expect([membersOf(response({ a: 1 })), membersOf(response(raw({ a: 1 })))]).toEqual([{ a: 1 }, { a: 1 }])
  expect([membersOf(undefined), membersOf(response(5)), membersOf(response(raw([1])))]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

describe('a result', () => {
  function create() {
    const seen: unknown[] = []
    const mapper = new ResultMapper((result, revision) => {
      seen.push([result, revision])
      return { ...result, b: 2 }
    })
    return { mapper, seen }
  }

  test('is replaced', () => {
    const { mapper, seen } = create()
    expect(mapper.map(response({ a: 1 }), '2025-11-25')).toEqual(response({ a: 1, b: 2 }))
    expect(seen).toEqual([[{ a: 1 }, '2025-11-25']])
  })

  test('of an error is none', () => {
    const { mapper, seen } = create()
    const failed = { jsonrpc: '2.0' as const, id: 1, error: { code: 1, message: 'x' } }
    expect([mapper.map(failed, '2025-11-25') === failed, seen]).toEqual([true, []])
  })

  test('that is shared is replaced once', () => {
    const { mapper, seen } = create()
    const shared = raw({ a: 1 })
    const [one, two] = [mapper.map(response(shared), '2026-07-28'), mapper.map(response(shared), '2026-07-28')]
    expect([one.result === two.result, seen.length]).toEqual([true, 1])
    expect(one.result).toBeInstanceOf(EncodedResult)
    expect(new TextDecoder().decode((one.result as RawJson).bytes)).toBe('{"a":1,"b":2}')
  })

  test('is encoded again in its revision', () => {
    const encoded = encodeAgain({ a: [1] }, '2025-11-25')
    expect([encoded.revision, new TextDecoder().decode(encoded.bytes)]).toEqual(['2025-11-25', '{"a":[1]}'])
  })
})
