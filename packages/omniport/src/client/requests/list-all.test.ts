import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { ListToolsResult } from '../../protocol/model/results.js'
import { listAll } from './list-all.js'

type FakePage = { readonly items: readonly number[]; readonly nextCursor?: unknown } | Error

/** Reads pages by cursor, of which each is had once, or always. */
function setUp(pages: Readonly<Record<string, FakePage | readonly FakePage[]>>, limits: object = {}) {
  const asked: unknown[] = []
  const counts = new Map<string, number>()
  let refusals = 0
  const page = async (cursor: string | undefined, fresh: boolean) => {
    asked.push([cursor, fresh])
    const key = cursor ?? 'first'
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    const given = pages[key]
    const found = Array.isArray(given) ? given[count] : given
    if (found instanceof Error) throw found
    return found as never as ListToolsResult
  }
  const list = (fresh = false) =>
    listAll(
      {
        method: 'tools/list',
        itemsOf: (found) => (found as never as { readonly items: readonly number[] }).items,
        limits: { ...defaultLimits, ...limits },
        page,
        onInvalidCursor: () => {
          refusals += 1
        },
      },
      fresh,
    )
  return { list, asked, refusals: () => refusals }
}

const refused = RpcError.invalidParams('Invalid cursor')
const beyond = (limit: string) => ({
  code: 'limit',
  message: `tools/list: the list is longer than this client reads; ${limit}`,
})

describe('a list', () => {
  test('is read page by page', async () => {
    const { list, asked } = setUp({
      first: { items: [1], nextCursor: 'a' },
      a: { items: [], nextCursor: '' },
      '': { items: [2, 3] },
    })
    expect([await list(), asked]).toEqual([
      [1, 2, 3],
      [
        [undefined, false],
        ['a', false],
        ['', false],
      ],
    ])
  })

  test.each([[null], [5], [{}]])('ends with a cursor that is none: %j', async (nextCursor) => {
    expect(await setUp({ first: { items: [1], nextCursor } }).list()).toEqual([1])
  })

  test('is not from the cache where that is not wanted', async () => {
    const { list, asked } = setUp({ first: { items: [1], nextCursor: 'a' }, a: { items: [2] } })
    await list(true)
    expect(asked).toEqual([
      [undefined, true],
      ['a', true],
    ])
  })

  test('starts over once where a cursor is refused, and not from the cache', async () => {
    const { list, asked, refusals } = setUp({
      first: { items: [1], nextCursor: 'a' },
      a: [refused, { items: [2] }],
    })
    expect([await list(), refusals()]).toEqual([[1, 2], 1])
    expect(asked).toEqual([
      [undefined, false],
      ['a', false],
      [undefined, true],
      ['a', true],
    ])
  })

  test('fails where a cursor is refused again', async () => {
    const { list, asked, refusals } = setUp({ first: { items: [1], nextCursor: 'a' }, a: refused })
    await expect(list()).rejects.toBe(refused)
    expect([asked.length, refusals()]).toEqual([4, 1])
  })

  test.each([
    ['the first page is refused', { first: refused }, refused],
    [
      'a page fails otherwise',
      { first: { items: [], nextCursor: 'a' }, a: RpcError.internal('x') },
      RpcError.internal('x'),
    ],
  ])('does not start over where %s', async (_name, pages, error) => {
    const { list, refusals } = setUp(pages)
    await expect(list()).rejects.toMatchObject({ code: error.code, message: error.message })
    expect(refusals()).toBe(0)
  })

  test('whose cursors go round is no list', async () => {
    const { list } = setUp({ first: { items: [], nextCursor: 'a' }, a: { items: [], nextCursor: 'a' } })
    const message = 'tools/list: the cursor of a page came back again'
    await expect(list()).rejects.toMatchObject({ code: 'invalid_result', message })
  })
})

describe('the limits of a list', () => {
  const pages = { first: { items: [1, 2], nextCursor: 'a' }, a: { items: [3] } }

  test('are its items', async () => {
    expect(await setUp(pages, { items: 3 }).list()).toEqual([1, 2, 3])
    await expect(setUp(pages, { items: 2 }).list()).rejects.toMatchObject(beyond('limits.items is 2'))
  })

  test('are its pages', async () => {
    expect(await setUp(pages, { pages: 2 }).list()).toEqual([1, 2, 3])
    await expect(setUp(pages, { pages: 1 }).list()).rejects.toMatchObject(beyond('limits.pages is 1'))
  })
})
