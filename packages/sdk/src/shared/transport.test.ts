import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFetch, inOrder } from '../../test/prepared-fetch.js'
import {
  createFetchWithInit,
  fetchLeavingRedirects,
  fetchWithinOrigin,
  followWithinOrigin,
  isWithinOrigin,
  normalizeHeaders,
  unfollowedRedirect,
} from './transport.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const redirect = (status: number, location?: string) =>
  new Response(null, { status, headers: location === undefined ? {} : { location } })

test.each<[HeadersInit | undefined | null, object]>([
  [undefined, {}],
  [null, {}],
  [{ A: 'b' }, { A: 'b' }],
  [[['A', 'b']], { A: 'b' }],
  [new Headers({ A: 'b' }), { a: 'b' }],
])('headers %j are a record', (headers, expected) => {
  expect(normalizeHeaders(headers as HeadersInit)).toStrictEqual(expected)
})

describe('a `fetch` with options', () => {
  test('is the other one where there are none', () => {
    const { fetch } = inOrder()
    expect(createFetchWithInit(fetch)).toBe(fetch)
    expect(createFetchWithInit()).toBe(globalThis.fetch)
  })

  test.each<[RequestInit, RequestInit | undefined, object]>([
    [{ method: 'PUT', headers: { a: '1', b: '1' } }, undefined, { method: 'PUT', headers: { a: '1', b: '1' } }],
    [{ headers: { a: '1', b: '1' } }, { method: 'PUT' }, { method: 'PUT', headers: { a: '1', b: '1' } }],
    [
      { method: 'PUT', headers: { a: '1', b: '1' } },
      { method: 'POST', headers: { b: '2' } },
      { method: 'POST', headers: { a: '1', b: '2' } },
    ],
    [{ method: 'PUT' }, {}, { method: 'PUT' }],
    [{}, { headers: [['b', '2']] }, { headers: { b: '2' } }],
  ])('%j sends %j as %j', async (base, init, expected) => {
    const { fetch, sent } = inOrder(new Response())
    await createFetchWithInit(fetch, base)('https://a.example/', init)
    expect(sent[0]?.init).toStrictEqual(expected)
  })
})

test.each([
  ['https://a.example/b', 'https://a.example/c', true],
  ['https://a.example/', 'https://b.example/', false],
  ['http://a.example/', 'https://a.example/', true],
  ['https://a.example/', 'http://a.example/', false],
  ['http://a.example:80/', 'https://a.example:443/', true],
  ['http://a.example:81/', 'https://a.example/', false],
  ['http://a.example/', 'https://a.example:444/', false],
  ['http://a.example/', 'https://b.example/', false],
  ['ws://a.example/', 'https://a.example/', false],
  ['http://a.example/', 'ws://a.example/', false],
])('from %s to %s is within the origin: %s', (from, to, expected) => {
  expect(isWithinOrigin(new URL(from), new URL(to))).toBe(expected)
})

describe('a redirect is followed', () => {
  async function follow(status: number, location: string, init?: RequestInit, url = 'http://u:p@a.example/start') {
    const { fetch, sent } = inOrder(new Response('there'))
    const followed = await followWithinOrigin(fetch, url, init, redirect(status, location))
    return followed === undefined ? undefined : [sent[0]?.url, sent[0]?.init]
  }

  test.each([301, 302, 303, 307, 308])('with status %i', async (status) => {
    expect(await follow(status, '/b', { cache: 'no-store' })).toEqual([
      'http://u:p@a.example/b',
      { cache: 'no-store', redirect: 'manual' },
    ])
  })

  test.each([200, 300, 304, 309])('not with status %i', async (status) => {
    expect(await follow(status, '/b')).toBeUndefined()
  })

  test.each<[number, string, boolean]>([
    [301, 'get', true],
    [302, 'POST', false],
    [303, 'HEAD', false],
    [307, 'POST', true],
    [308, 'DELETE', true],
  ])('with status %i of a request by %s: %s', async (status, method, expected) => {
    expect((await follow(status, '/b', { method })) !== undefined).toBe(expected)
  })

  test.each([
    ['http://u:p@a.example/b', true],
    ['http://a.example/b', true],
    ['http://u:x@a.example/b', false],
    ['http://x:p@a.example/b', false],
    ['http://u@a.example/b', false],
    ['http://:p@a.example/b', false],
    ['http://b.example/b', false],
    ['http://[', false],
  ])('to %s: %s', async (location, expected) => {
    expect((await follow(302, location)) !== undefined).toBe(expected)
  })

  test('five times', async () => {
    const { fetch, sent } = createFetch(({ url }) => redirect(302, `${url}/x`))
    const response = await fetchWithinOrigin(fetch)('https://a.example/s')
    expect([response.status, sent.length, sent.at(-1)?.url]).toEqual([302, 6, 'https://a.example/s/x/x/x/x/x'])
  })

  test('after its body was dropped, however that goes', async () => {
    const cancel = vi.fn(() => Promise.reject(new Error('no')))
    const response = new Response(new ReadableStream({ cancel }), { status: 302, headers: { location: '/b' } })
    const { fetch } = inOrder(new Response('there'))
    const followed = await followWithinOrigin(fetch, 'https://a.example/', undefined, response)
    expect([await followed?.text(), cancel.mock.calls.length]).toEqual(['there', 1])
  })
})

describe('a `fetch` within an origin', () => {
  test.each<[RequestInit | undefined, RequestInit]>([
    [undefined, { redirect: 'manual' }],
    [
      { redirect: 'follow', method: 'PUT' },
      { redirect: 'manual', method: 'PUT' },
    ],
    [{ redirect: 'manual' }, { redirect: 'manual' }],
    [{ redirect: 'error' }, { redirect: 'error' }],
  ])('sends %j as %j', async (init, expected) => {
    const { fetch, sent } = inOrder(new Response())
    await fetchWithinOrigin(fetch)('https://a.example/', init)
    expect(sent[0]?.init).toEqual(expected)
  })

  test('leaves a redirect alone that the request wants to see', async () => {
    const { fetch, sent } = inOrder(redirect(302, '/b'), new Response('b'))
    expect((await fetchWithinOrigin(fetch)('https://a.example/', { redirect: 'manual' })).status).toBe(302)
    expect(sent).toHaveLength(1)
  })

  test('is not wrapped again', () => {
    const { fetch } = inOrder()
    const within = fetchWithinOrigin(fetch)
    expect(within).not.toBe(fetch)
    expect(fetchWithinOrigin(within)).toBe(within)
  })

  test('is left as it is where it follows redirects itself', async () => {
    const { fetch, sent } = inOrder(redirect(302, '/b'))
    const leaving = fetchLeavingRedirects(fetch)
    expect(leaving).not.toBe(fetch)
    expect(fetchWithinOrigin(leaving)).toBe(leaving)
    expect((await leaving('https://a.example/', { method: 'PUT' })).status).toBe(302)
    expect(sent.map(({ init }) => init)).toEqual([{ method: 'PUT' }])
  })

  test('is the global one by default', async () => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('global'))
    expect(await (await fetchWithinOrigin()('https://a.example/')).text()).toBe('global')
    expect(await (await fetchLeavingRedirects()('https://a.example/')).text()).toBe('global')
    expect(spy).toHaveBeenCalledTimes(2)
  })
})

describe('a redirect that was not followed', () => {
  test.each<[string, number, string | undefined, string, string | undefined]>([
    ['is named', 302, 'https://b.example/c', 'https://a.example/', 'Redirect to https://b.example/c not followed'],
    ['is named in full', 302, '/c', 'https://a.example/', 'Redirect to https://a.example/c not followed'],
    [
      'is named without secrets',
      302,
      'https://u:p@b.example/c?token=1#x',
      'https://a.example/',
      'Redirect to https://b.example/c not followed',
    ],
    [
      'to plain http should be to https',
      302,
      'http://u:p@b.example/c?token=1#x',
      'https://a.example/',
      'Redirect to plain http not followed; try https://b.example/c instead',
    ],
    [
      'from plain http is named',
      302,
      'http://b.example/',
      'http://a.example/',
      'Redirect to http://b.example/ not followed',
    ],
    ['is none without an address', 302, undefined, 'https://a.example/', undefined],
    ['is none with another status', 200, '/c', 'https://a.example/', undefined],
  ])('%s', (_, status, location, url, expected) => {
    expect(unfollowedRedirect(redirect(status, location), url)).toBe(expected)
  })

  test('may be hidden by the platform', () => {
    const response = { type: 'opaqueredirect' } as Response
    expect(unfollowedRedirect(response, 'https://a.example/')).toBe(
      'Redirect not followed: this runtime does not expose the redirect target',
    )
  })

  test('is named from where the response is', () => {
    const response = Object.defineProperty(redirect(302, '/c'), 'url', { value: 'https://b.example/' })
    expect(unfollowedRedirect(response, 'https://a.example/')).toBe('Redirect to https://b.example/c not followed')
  })
})
