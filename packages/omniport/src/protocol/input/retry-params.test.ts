import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { digestOfParams, responsesOf } from './retry-params.js'

describe('the digest of parameters', () => {
  test('is the same in every round', async () => {
    const params = { name: 't', arguments: { a: 1, b: 2 } }
    const digest = await digestOfParams(params)
    const retry = { arguments: { b: 2, a: 1 }, name: 't', _meta: { c: 1 }, inputResponses: {}, requestState: 's' }
    expect(await digestOfParams(retry)).toBe(digest)
    expect(await digestOfParams({ ...params, more: 1 })).not.toBe(digest)
    expect(await digestOfParams(undefined)).toBe(await digestOfParams({ _meta: {} }))
  })
})

describe('the answers of a retry', () => {
  test('are there by their keys, or not at all', () => {
    expect([...responsesOf({ inputResponses: { a: 1, b: null } })]).toEqual([
      ['a', 1],
      ['b', null],
    ])
    expect([responsesOf({}).size, responsesOf(undefined).size]).toEqual([0, 0])
  })

  test.each([null, [], 'text', 1])('are an object, and not %j', (inputResponses) => {
    expect(thrownBy(() => responsesOf({ inputResponses }))).toEqual(
      RpcError.invalidParams('inputResponses must be an object'),
    )
  })
})
