import { describe, expect, test, vi } from 'vitest'
import { byAddress, createFetch, inOrder } from '../../test/prepared-fetch.js'
import { fetchMetadata, fetchWellKnown, type WellKnownOptions, withoutSlash } from './fetch-metadata.js'

const url = new URL('https://a.example/meta')

describe('a document', () => {
  test('is fetched with headers', async () => {
    const { fetch, sent } = inOrder(new Response('a'))
    expect(await (await fetchMetadata(url, { x: '1' }, fetch))?.text()).toBe('a')
    expect(sent).toMatchObject([{ method: 'GET', url: url.href, headers: { x: '1' } }])
  })

  test('is fetched without them where they may be the reason of a failure', async () => {
    const { fetch, sent } = inOrder(new TypeError('fetch failed'), new Response('a'))
    expect(await (await fetchMetadata(url, { x: '1' }, fetch))?.text()).toBe('a')
    expect(sent.map(({ headers }) => headers)).toEqual([{ x: '1' }, {}])
  })

  test('that cannot be fetched either way is not there', async () => {
    const { fetch, sent } = inOrder(new TypeError('fetch failed'), new TypeError('fetch failed'))
    expect(await fetchMetadata(url, {}, fetch)).toBeUndefined()
    expect(sent).toHaveLength(2)
  })

  test('that fails otherwise is an error', async () => {
    const { fetch, sent } = inOrder(new Error('no'))
    await expect(fetchMetadata(url, {}, fetch)).rejects.toThrow(new Error('no'))
    expect(sent).toHaveLength(1)
  })

  test('may be elsewhere within its origin', async () => {
    const { fetch, sent } = inOrder(new Response(null, { status: 302, headers: { location: '/b' } }), new Response('b'))
    expect(await (await fetchMetadata(url, { x: '1' }, fetch))?.text()).toBe('b')
    expect(sent[1]).toMatchObject({ url: 'https://a.example/b', headers: { x: '1' } })
  })

  test('is fetched with the global `fetch` by default', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('global'))
    expect(await (await fetchMetadata(url, {}))?.text()).toBe('global')
    expect(spy).toHaveBeenCalledOnce()
    spy.mockRestore()
  })
})

describe('a well-known document', () => {
  const at = 'https://a.example/.well-known/oauth-protected-resource'

  async function look(base: string, statuses: Readonly<Record<string, number>>, more: Partial<WellKnownOptions> = {}) {
    const responses = Object.entries(statuses).map(
      ([address, status]) => [address, () => new Response(null, { status })] as const,
    )
    const { fetch, sent, addresses } = byAddress(Object.fromEntries(responses))
    const options = {
      name: 'oauth-protected-resource',
      protocolVersion: '2025-11-25',
      fetchFn: fetch,
      ...more,
    } as const
    const response = await fetchWellKnown(new URL(base), options)
    return { status: response?.status, sent, addresses: addresses() }
  }

  test('is that of the path, and names the revision', async () => {
    const { status, sent } = await look('https://a.example/mcp/', { [`${at}/mcp`]: 200 })
    expect(status).toBe(200)
    expect(sent).toMatchObject([{ url: `${at}/mcp`, headers: { 'mcp-protocol-version': '2025-11-25' } }])
  })

  test('is that of the root where the path has none', async () => {
    const { status, sent } = await look('https://a.example/mcp?x=1', { [at]: 200 })
    expect(status).toBe(200)
    expect(sent.map(({ url: address }) => address)).toEqual([`${at}/mcp?x=1`, at])
    expect(sent[1]?.headers).toEqual({ 'mcp-protocol-version': '2025-11-25' })
  })

  test.each([
    ['https://a.example/mcp', 499, 2],
    ['https://a.example/mcp', 500, 1],
    ['https://a.example/mcp', 200, 1],
    ['https://a.example/', 404, 1],
  ])('of %s with the status %i is looked for at %i addresses', async (base, status, count) => {
    const path = new URL(base).pathname === '/' ? '' : '/mcp'
    expect((await look(base, { [`${at}${path}`]: status })).addresses).toHaveLength(count)
  })

  test('is looked for at the root where the path cannot be reached', async () => {
    const { fetch, sent } = createFetch(({ url: address }) => {
      if (address !== at) throw new TypeError('fetch failed')
      return new Response('root')
    })
    const options = { name: 'oauth-protected-resource', protocolVersion: 'x', fetchFn: fetch } as const
    expect(await (await fetchWellKnown(new URL('https://a.example/mcp'), options))?.text()).toBe('root')
    expect(sent).toHaveLength(3)
  })

  test('is where it is said to be, and nowhere else', async () => {
    const { status, addresses } = await look(
      'https://a.example/mcp',
      { [at]: 200 },
      {
        metadataUrl: 'https://b.example/meta',
      },
    )
    expect([status, addresses]).toEqual([404, ['GET https://b.example/meta']])
  })

  test('has the name that is asked for', async () => {
    const { addresses } = await look('https://a.example/', {}, { name: 'oauth-authorization-server' })
    expect(addresses).toEqual(['GET https://a.example/.well-known/oauth-authorization-server'])
  })
})

test.each([
  ['/', ''],
  ['/a/', '/a'],
  ['/a', '/a'],
  ['/a//', '/a/'],
])('%s without its slash is %j', (path, expected) => {
  expect(withoutSlash(path)).toBe(expected)
})
