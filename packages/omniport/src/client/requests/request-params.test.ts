import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { requestParams } from './request-params.js'

describe('the parameters of a request', () => {
  test('stay as they are where there is nothing to add', () => {
    const params = { a: 1 }
    expect(requestParams(params, {})).toBe(params)
    expect(requestParams(undefined, {})).toBeUndefined()
    const described = { a: 1, _meta: { 'com.example/a': 1 } }
    expect(requestParams(described, {})).toBe(described)
  })

  test.each<[object | undefined, Parameters<typeof requestParams>[1], object]>([
    [undefined, { meta: { depth: 1 } }, { _meta: { depth: 1 } }],
    [undefined, { progressToken: 0 }, { _meta: { progressToken: 0 } }],
    [{ a: 1 }, { meta: {} }, { a: 1, _meta: {} }],
    [
      { a: 1, _meta: { depth: 1, 'com.example/b': 1 } },
      { meta: { depth: 2 }, progressToken: 'p' },
      { a: 1, _meta: { depth: 2, 'com.example/b': 1, progressToken: 'p' } },
    ],
    [{ _meta: 'text' }, { meta: { depth: 1 } }, { _meta: { depth: 1 } }],
    [
      {},
      { meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } },
      { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } },
    ],
  ])('%j get %j', (params, options, expected) => {
    expect(requestParams(params as Record<string, unknown> | undefined, options)).toEqual(expected)
  })

  test('are copied', () => {
    const params = { _meta: { depth: 1 } }
    requestParams(params, { meta: { depth: 2 }, progressToken: 1 })
    expect(params).toEqual({ _meta: { depth: 1 } })
  })

  const reserved = Object.values(metaKeys).map((key): [string, string] => [
    key,
    `meta: "${key}" is set by the client itself`,
  ])

  test.each<[string, string]>([
    ['progressToken', 'meta: progressToken is set by onProgress'],
    ...reserved,
    ['a b', 'meta: "a b" is no key: a name, or a prefix and a name such as "com.example/depth"'],
    ['io.modelcontextprotocol/other', 'meta: "io.modelcontextprotocol/other" is reserved by the protocol'],
    ['com.mcp/other', 'meta: "com.mcp/other" is reserved by the protocol'],
  ])('cannot have the key %s', (key, message) => {
    const error = new TypeError(message)
    expect(thrownBy(() => requestParams({}, { meta: { [key]: 1 } }))).toEqual(error)
    expect(thrownBy(() => requestParams({ _meta: { [key]: 1 } }, {}))).toEqual(error)
  })
})
