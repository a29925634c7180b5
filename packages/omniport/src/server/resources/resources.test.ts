import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { resource } from './resource.js'

async function connect(resources: Record<string, unknown>, revision: (typeof revisions)[number] = '2025-11-25') {
  const { server, logger } = defineServer({ resources: resources as never })
  return { server, logger, ...(await connectRaw(server, { revision })) }
}

const own = { uri: 'a:b', mimeType: 'text/x' }

describe('what a resource reads as', () => {
  test.each([
    ['text', 'words', [{ ...own, text: 'words' }]],
    ['empty text', '', [{ ...own, text: '' }]],
    ['bytes', new Uint8Array([255]), [{ ...own, blob: '/w==' }]],
    ['a Buffer', Buffer.from([255]), [{ ...own, blob: '/w==' }]],
    ['text with a type of its own', { text: 'a', mimeType: 'text/y' }, [{ ...own, text: 'a', mimeType: 'text/y' }]],
    [
      'bytes with a type of their own',
      { blob: new Uint8Array(), mimeType: 'b/c' },
      [{ ...own, blob: '', mimeType: 'b/c' }],
    ],
    ['base64', { blob: '/w==' }, [{ ...own, blob: '/w==' }]],
    [
      'contents',
      {
        contents: [
          { uri: 'a:c', text: 'c' },
          { uri: 'a:d', blob: new Uint8Array([1]) },
        ],
      },
      [
        { uri: 'a:c', text: 'c' },
        { uri: 'a:d', blob: 'AQ==' },
      ],
    ],
  ])('is %s', async (_name, value, contents) => {
    verifies('RES-13')
    const { request, close } = await connect({ r: resource({ ...own, read: async () => value as string }) })
    expect((await request('resources/read', { uri: 'a:b' })).result).toEqual({ contents })
    close()
  })

  test.each([[5], [true], [[]], [{}], [new ArrayBuffer(1)]])('is not %j: that is an internal error', async (value) => {
    const { request, logger, close } = await connect({ r: resource({ ...own, read: () => value as never }) })
    expect((await request('resources/read', { uri: 'a:b' })).error).toEqual({
      code: -32603,
      message: 'internal error 10111213',
    })
    expect(logger.errors.map(({ message }) => message)).toEqual(['resource r failed'])
    close()
  })
})

test('an object that is no contents: the log says how to make text of it', async () => {
  const { request, logger, close } = await connect({ r: resource({ ...own, read: () => ({ a: 1 }) as never }) })
  await request('resources/read', { uri: 'a:b' })
  const [{ error } = {}] = logger.errors
  expect(String(error)).toBe(
    'TypeError: resource "r": read must give text, bytes or contents, got object; JSON.stringify makes text of an object',
  )
  close()
})

describe('what is not there', () => {
  const definitions = {
    missing: resource({ uri: 'a:none', read: () => undefined }),
    nothing: resource({ uri: 'a:null', read: () => null as never }),
    family: resource({ uri: 'city:{name}', read: ({ name }) => (name === 'Oslo' ? 'cold' : undefined) }),
  }

  test.each(revisions)('is an error with the code of %s, never empty contents', async (revision) => {
    verifies('RES-07', 'RES-09', 'ERR-11')
    const { request, close } = await connect(definitions, revision)
    const code = revision === '2026-07-28' ? -32602 : -32002
    for (const uri of ['a:none', 'a:null', 'city:Rome', 'a:other', 'urn:x']) {
      const answer = await request('resources/read', { uri })
      expect(answer.error).toEqual({ code, message: `Resource not found: ${uri}`, data: { uri } })
    }
    expect((await request('resources/read', { uri: 'city:Oslo' })).result).toMatchObject({
      contents: [{ uri: 'city:Oslo', text: 'cold' }],
    })
    close()
  })

  test.each([['no uri'], ['/etc/passwd'], ['a b:c']])(
    'and %j is no URI, which is -32602 in every revision',
    async (uri) => {
      verifies('RES-11', 'RES-18')
      const { request, close } = await connect(definitions)
      const error = { code: -32602, message: 'params.uri must be an absolute URI' }
      expect((await request('resources/read', { uri })).error).toEqual(error)
      expect((await request('resources/subscribe', { uri })).error).toEqual(error)
      close()
    },
  )
})

describe('a URI', () => {
  test('is that of a fixed resource before that of a template, and of the earlier template', async () => {
    const { request, close } = await connect({
      first: resource({ uri: 'x:{a}', read: ({ a }) => `first ${a}` }),
      second: resource({ uri: 'x:{+a}', read: ({ a }) => `second ${a}` }),
      fixed: resource({ uri: 'x:1', read: () => 'fixed' }),
    })
    const texts: unknown[] = []
    for (const uri of ['x:1', 'x:2', 'x:2/3']) {
      const { result } = await request('resources/read', { uri })
      texts.push((result?.['contents'] as { text: string }[] | undefined)?.[0]?.text)
    }
    expect(texts).toEqual(['fixed', 'first 2', 'second 2/3'])
    close()
  })

  test.each(['../../etc/passwd', '..%2F..%2Fetc', '/etc/passwd', 'a/../../b'])(
    'does not climb out of a template: %s',
    async (path) => {
      verifies('RES-15')
      const read = vi.fn(() => 'x')
      const { request, close } = await connect({ files: resource({ uri: 'file:///data/{name}', read }) })
      const uri = `file:///data/${path}`
      expect((await request('resources/read', { uri })).error?.code).toBe(-32002)
      expect(read).not.toHaveBeenCalled()
      close()
    },
  )

  test('is given to one resource only', () => {
    const { server } = defineServer({ resources: { a: resource({ uri: 'x:1', read: () => '' }) } })
    const again = resource({ uri: 'x:1', read: () => 'again' })
    expect(() => server.resources.set('b', again)).toThrow(
      new TypeError('resource "b": the uri x:1 is that of "a"; each needs its own'),
    )
    expect([...server.resources.keys()]).toEqual(['a'])
    server.resources.set('a', again)
    server.resources.delete('a')
    server.resources.set('b', again)
    server.resources.set('b', resource({ uri: 'x:2', read: () => '' }))
    server.resources.set('c', again)
    expect([...server.resources.keys()]).toEqual(['b', 'c'])
  })
})

describe('the list', () => {
  const item = (name: string) => ({ uri: `city:${name}`, name })
  const cities = resource({
    uri: 'city:{name}',
    mimeType: 'text/x',
    list: async () => [item('Oslo'), { ...item('Rome'), mimeType: 'a/b' }],
    read: () => '',
  })
  const logo = resource({ uri: 'a:logo', size: 3, read: () => '' })

  test('has the fixed resources, then what templates list', async () => {
    const { request, close } = await connect({ cities, logo, silent: resource({ uri: 'z:{q}', read: () => '' }) })
    expect((await request('resources/list')).result?.['resources']).toEqual([
      { uri: 'a:logo', name: 'logo', size: 3 },
      { ...item('Oslo'), mimeType: 'text/x' },
      { ...item('Rome'), mimeType: 'a/b' },
    ])
    close()
  })

  test('is an internal error where a template lists no array, and the log says which', async () => {
    const list = () => ({ resources: [item('Oslo')] }) as never
    const { request, logger, close } = await connect({ cities: resource({ uri: 'city:{name}', list, read: () => '' }) })
    expect((await request('resources/list')).error).toEqual({ code: -32603, message: 'internal error 10111213' })
    expect(logger.errors).toMatchObject([
      {
        message: 'list of cities failed',
        error: { message: 'resource "cities": what list returns must be an array of resources, got an object' },
      },
    ])
    close()
  })

  test('lists nothing where a template returns nothing', async () => {
    const nothing = (value: unknown) => resource({ uri: 'city:{name}', list: () => value as never, read: () => '' })
    for (const value of [undefined, null, []]) {
      const { request, close } = await connect({ cities: nothing(value) })
      expect((await request('resources/list')).result).toMatchObject({ resources: [] })
      close()
    }
  })

  test('pages through what is listed anew for each page, and comes to an end though a URI stands twice', async () => {
    const { server } = defineServer({
      pageSize: 1,
      resources: {
        cities,
        again: resource({ uri: 'c:{name}', list: () => [item('Oslo'), item('Bern')], read: () => '' }),
      } as never,
    })
    const { request, close } = await connectRaw(server)
    const uris: unknown[] = []
    for (let cursor: unknown; uris.length < 10; ) {
      const { result } = await request('resources/list', cursor === undefined ? {} : { cursor })
      for (const { uri } of (result?.['resources'] ?? []) as { uri: string }[]) uris.push(uri)
      cursor = result?.['nextCursor']
      if (cursor === undefined) break
    }
    expect(uris).toEqual(['city:Oslo', 'city:Rome', 'city:Oslo', 'city:Bern'])
    close()
  })

  test('that templates make is nobody else’s, whatever the server says', async () => {
    const { server } = defineServer({ cacheScope: 'public', ttlMs: 5, resources: { cities } as never })
    const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
    expect((await request('resources/list')).result).toMatchObject({ ttlMs: 5, cacheScope: 'private' })
    expect((await request('resources/templates/list')).result).toMatchObject({ ttlMs: 5, cacheScope: 'public' })
    close()
  })
})

test('the hints of what was read are those of the contents, of the resource, of the server, in that order', async () => {
  verifies('CACHE-01', 'CACHE-03')
  const { server } = defineServer({
    ttlMs: 1,
    cacheScope: 'public',
    resources: {
      server: resource({ uri: 'x:1', read: () => '' }),
      own: resource({ uri: 'x:2', ttlMs: 2, cacheScope: 'private', read: () => '' }),
      contents: resource({
        uri: 'x:3',
        ttlMs: 2,
        read: () => ({ contents: [], ttlMs: 3, cacheScope: 'private' as const }),
      }),
      seen: resource({ uri: 'x:4', cacheScope: 'public', visible: () => true, read: () => '' }),
      wrong: resource({ uri: 'x:5', read: () => ({ contents: [], ttlMs: -3 }) }),
      scoped: resource({ uri: 'x:6', cacheScope: 'public', scopes: ['a'], read: () => '' }),
    },
  })
  const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
  const hints: unknown[] = []
  for (const uri of ['x:1', 'x:2', 'x:3', 'x:4', 'x:5', 'x:6']) {
    const { result } = await request('resources/read', { uri })
    hints.push([result?.['ttlMs'], result?.['cacheScope']])
  }
  expect(hints).toEqual([
    [1, 'public'],
    [2, 'private'],
    [3, 'private'],
    [1, 'private'],
    [0, 'public'],
    [1, 'private'],
  ])
  close()
})
