import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { chooseRevision, supportedIn } from './choose-revision.js'

const own = ['2025-06-18', '2025-11-25', '2026-07-28'] as const

describe('the revision of both sides', () => {
  test.each([
    [['2025-11-25'], '2025-11-25'],
    [['2025-11-25', '2025-06-18'], '2025-11-25'],
    [['2025-06-18', '2099-01-01'], '2025-06-18'],
    [[...own], '2026-07-28'],
  ])('of a server with %j is %s', (versions, revision) => {
    expect(chooseRevision(own, versions)).toBe(revision)
  })

  test('may be missing, and the error names both lists', () => {
    const cause = new Error('why')
    const start = 'No revision in common: this client speaks 2025-06-18, 2025-11-25, 2026-07-28, the server'
    const thrown = (versions: readonly string[]) => () => chooseRevision(own, versions, cause)
    const error = (end: string) => expect.objectContaining({ code: 'unsupported', message: `${start} ${end}`, cause })
    expect(thrown(['1', '2'])).toThrow(error('1, 2'))
    expect(thrown([])).toThrow(error('none'))
    expect(thrown(Array.from({ length: 17 }, (_, at) => `${at}`))).toThrow(
      error('0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15'),
    )
    expect(thrown(['x'.repeat(300)])).toThrow(error('x'.repeat(256)))
  })
})

test.each([
  ['a refusal of today', new RpcError(-32022, 'no', { supported: ['a'] }), ['a']],
  ['a refusal of before', new RpcError(-32602, 'no', { supported: ['a', 'b'] }), ['a', 'b']],
  ['another refusal', new RpcError(-32600, 'no', { supported: ['a'] }), undefined],
  ['a refusal without versions', new RpcError(-32022, 'no'), undefined],
  ['a refusal with versions that are none', new RpcError(-32022, 'no', { supported: [1] }), undefined],
  ['any error', new Error('no'), undefined],
])('the versions in %s', (_name, reason, versions) => {
  expect(supportedIn(reason)).toEqual(versions)
})
