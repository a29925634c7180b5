import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connect } from '../../client/connect.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { createServer } from '../create-server.js'
import { result } from '../tools/result.js'
import { tool } from '../tools/tool.js'
import { type AppOptions, app } from './app.js'

const html = '<!doctype html><title>Clock</title><p>12:00</p>'
const uri = 'ui://clock/face'
const mimeType = 'text/html;profile=mcp-app'
const id = 'io.modelcontextprotocol/ui'
const face = app({
  uri,
  html,
  title: 'Clock',
  csp: { connectDomains: ['https://time.example', 'wss://*.time.example:8443'], resourceDomains: [] },
  permissions: { geolocation: {} },
  domain: 'clock.example',
  prefersBorder: false,
})
const ui = {
  csp: { connectDomains: ['https://time.example', 'wss://*.time.example:8443'], resourceDomains: [] },
  permissions: { geolocation: {} },
  domain: 'clock.example',
  prefersBorder: false,
}
const shows = { apps: true }

function clock() {
  return createServer({
    name: 'clock',
    version: '1',
    tools: {
      show: tool({ app: face, run: () => ({ hours: 12 }) }),
      set: tool({ app: face, visibility: ['app'], run: () => 'set' }),
    },
  })
}

describe.each(revisions)('a tool with an app at %s', (revision) => {
  const hasMeta = revision >= '2025-06-18'

  test('names its page, which is a resource with what it needs', async () => {
    verifiesIn(revision, 'APPS-02', 'APPS-04', 'APPS-23')
    const client = await connect(clock(), { revision, ...shows })
    const [show] = await client.listTools()
    expect(show?._meta).toEqual(hasMeta ? { ui: { resourceUri: uri } } : undefined)
    const meta = hasMeta ? { _meta: { ui } } : {}
    expect((await client.readResource(uri)).contents).toEqual([{ uri, mimeType, text: html, ...meta }])
    expect(await client.listResources()).toEqual([
      { uri, name: uri, mimeType, ...meta, ...(hasMeta && { title: 'Clock' }) },
    ])
    await client.close()
  })

  test('declares the extension', async () => {
    verifies('APPS-01')
    const client = await connect(clock(), { revision, ...shows })
    expect(client.capabilities['extensions']).toEqual({ [id]: { mimeTypes: [mimeType] } })
    await client.close()
  })

  test('says what it returns as text too', async () => {
    verifiesIn(revision, 'APPS-05')
    const client = await connect(clock(), { revision })
    expect((await client.callTool('show', {})).content).toEqual([{ type: 'text', text: '{"hours":12}' }])
    await client.close()
  })
})

test.each([
  ['2024-11-05', ['show'], ['show']],
  ['2025-03-26', ['show'], ['show']],
  ['2025-06-18', ['show'], ['show', 'set']],
  ['2025-11-25', ['show'], ['show', 'set']],
  ['2026-07-28', ['show', 'set'], ['show', 'set']],
] as const)('at %s a client without apps lists %j, and one with apps %j', async (revision, without, withApps) => {
  verifies('APPS-06', 'TOOL-03')
  const server = clock()
  const names = async (options: object) => {
    const client = await connect(server, { revision, ...options })
    const tools = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  }
  expect([await names({}), await names(shows), await names({})]).toEqual([without, withApps, without])
  const other = { extensions: { [id]: { settings: { mimeTypes: ['text/html'] } } } }
  expect(await names(other)).toEqual(without)
})

test.each([
  ['nothing', () => undefined, 'show: done'],
  ['no content', () => result({ content: [] }), 'show: done'],
  ['structured content alone', () => result({ content: [], structuredContent: { hours: 12 } }), '{"hours":12}'],
  ['its own text', () => 'Noon.', 'Noon.'],
])('a tool with an app that returns %s answers with text', async (_, run, text) => {
  verifies('APPS-05')
  const client = await connect(createServer({ name: 'a', version: '1', tools: { show: tool({ app: face, run }) } }))
  expect((await client.callTool('show', {})).content).toEqual([{ type: 'text', text }])
  await client.close()
})

test('the page can be generated for each read', async () => {
  let reads = 0
  const generated = app({
    uri,
    html: async (ctx) => {
      reads += 1
      return `<!DOCTYPE html><p>${ctx.revision} ${reads}`
    },
  })
  const server = createServer({ name: 'a', version: '1', tools: { show: tool({ app: generated, run: () => '' }) } })
  const client = await connect(server, { revision: '2025-11-25' })
  const [text] = (await client.readResource(uri)).contents
  expect(text).toEqual({ uri, mimeType, text: '<!DOCTYPE html><p>2025-11-25 1' })
  await client.close()
})

test('a generated page that is no document is an internal error, and the log says why', async () => {
  verifies('APPS-02')
  const errors: unknown[] = []
  const logger = { debug() {}, info() {}, warn() {}, error: (_: string, data: object) => errors.push(data) }
  const page = app({ uri, html: () => '<p>half</p>' })
  const tools = { show: tool({ app: page, run: () => '' }) }
  const client = await connect(createServer({ name: 'a', version: '1', logger: logger as never, tools }))
  await expect(client.readResource(uri)).rejects.toMatchObject({ code: -32603 })
  expect(JSON.stringify(errors, (_, value) => (value instanceof Error ? value.message : value))).toContain(
    'must be an HTML document that begins with <!doctype html>, got \\"<p>half</p>\\"',
  )
  await client.close()
})

describe('the resource of an app', () => {
  const of = (server: ReturnType<typeof clock>) => [...server.resources.keys()]
  const other = app({ uri, html: '<!doctype html><p>other' })

  test('is there as long as a tool has it', () => {
    const server = clock() as ReturnType<typeof createServer>
    server.tools.delete('show')
    expect(of(server as never)).toEqual([uri])
    server.tools.set('set', tool({ run: () => '' }))
    expect(of(server as never)).toEqual([])
    server.tools.set('set', tool({ app: face, run: () => '' }))
    expect(of(server as never)).toEqual([uri])
    server.tools.set('set', tool({ app: other, run: () => '' }))
    expect(of(server as never)).toEqual([uri])
  })

  test('is replaced with the app of its only tool, which is announced', async () => {
    const server = createServer({ name: 'a', version: '1', tools: { show: tool({ app: face, run: () => '' }) } })
    const client = await connect(server, { revision: '2026-07-28' })
    const listening = await client.listen({ uris: [uri] })
    const changes = listening[Symbol.asyncIterator]()
    server.tools.set('show', tool({ app: other, run: () => '' }))
    expect((await changes.next()).value).toEqual({ type: 'resource', uri })
    expect((await client.readResource(uri)).contents).toMatchObject([{ text: '<!doctype html><p>other' }])
    await client.close()
  })

  test.each([
    ['another app of another tool', { tools: { one: tool({ app: face, run: () => '' }) } }, uri],
    ['a resource', { resources: { face: app({ uri, html }).resource } }, 'face'],
  ])('has a URI of its own: that of %s is refused, and nothing changes', (_, options, name) => {
    const server = createServer({ name: 'a', version: '1', ...(options as object) })
    const before = [...server.tools.keys()]
    expect(() => server.tools.set('two', tool({ app: other, run: () => '' }))).toThrow(
      new TypeError(`tool "two": app: the uri ${uri} is that of the resource "${name}"; each needs its own`),
    )
    expect([...server.tools.keys()]).toEqual(before)
  })

  test('comes with a mounted server, and goes with its tool', async () => {
    const server = createServer({ name: 'all', version: '1' })
    const mounted = createServer({ name: 'clock', version: '1', tools: { show: tool({ app: face, run: () => '' }) } })
    server.mount('clock', mounted)
    const later = app({ uri: 'ui://clock/later', html })
    mounted.tools.set('later', tool({ app: later, run: () => '' }))
    const client = await connect(server, { revision: '2025-11-25', ...shows })
    expect((await client.listTools()).map(({ name, _meta }) => [name, _meta])).toEqual([
      ['clock_show', { ui: { resourceUri: uri } }],
      ['clock_later', { ui: { resourceUri: 'ui://clock/later' } }],
    ])
    for (const one of [uri, 'ui://clock/later']) {
      expect((await client.readResource(one)).contents).toMatchObject([{ uri: one, text: html }])
    }
    expect(client.capabilities['extensions']).toHaveProperty([id])
    server.tools.set('own', tool({ app: later, run: () => '' }))
    server.tools.delete('own')
    mounted.tools.delete('show')
    expect([...server.resources.keys()]).toEqual(['clock_ui://clock/later'])
    await client.close()
  })
})

test('settings that the author declares are kept', async () => {
  const settings = { mimeTypes: [mimeType], features: [] }
  const tools = { show: tool({ app: face, run: () => '' }) }
  const client = await connect(createServer({ name: 'a', version: '1', extensions: { [id]: { settings } }, tools }))
  expect(client.capabilities['extensions']).toEqual({ [id]: settings })
  await client.close()
})

describe('app()', () => {
  test.each(['\uFEFF<!doctype html>', ' \n<!DOCTYPE HTML >', '<!-- a clock -->\n<!doctype html>'])(
    'takes a page that begins with %j',
    async (html) => {
      const tools = { show: tool({ app: app({ uri, html }), run: () => '' }) }
      const client = await connect(createServer({ name: 'a', version: '1', tools }))
      expect((await client.readResource(uri)).contents).toMatchObject([{ text: html }])
      await client.close()
    },
  )

  const origin = (got: string) =>
    `app: csp: connectDomains[0] must be an origin, such as "https://example.com" or "https://*.example.com", got ${got}`

  test.each<[string, Partial<Record<keyof AppOptions | 'file' | 'mimeType', unknown>>, string]>([
    [
      'without a page',
      { html: undefined },
      'app: html must be an HTML document that begins with <!doctype html>, got undefined',
    ],
    [
      'with a page that is no document',
      { html: '<p>' },
      'app: html must be an HTML document that begins with <!doctype html>, got "<p>"',
    ],
    [
      'without uri',
      { uri: undefined },
      'app: uri must be a URI with the scheme ui:, such as "ui://clock/face", got undefined',
    ],
    [
      'with another scheme',
      { uri: 'https://a' },
      'app: uri must be a URI with the scheme ui:, such as "ui://clock/face", got "https://a"',
    ],
    [
      'with a template',
      { uri: 'ui://a/{b}' },
      'app: uri must be a URI with the scheme ui:, such as "ui://clock/face", got "ui://a/{b}"',
    ],
    ['with a file', { file: 'a.html' }, 'app: there is no option "file"; use await appFrom(file, …) of omniport/node.'],
    ['with an unknown directive', { csp: { scripts: [] } }, 'app: csp: there is no option "scripts"'],
    [
      'with domains that are no list',
      { csp: { connectDomains: 'https://a.b' } },
      'app: csp: connectDomains must be an array of origins',
    ],
    ['with permissions as a list', { permissions: ['camera'] }, 'app: permissions must be an object, got an array'],
    [
      'with a permission that is true',
      { permissions: { camera: true } },
      'app: permissions: camera must be an object, got true',
    ],
    ['with a domain that is no name', { domain: 'a b' }, 'app: domain must be the name of a domain, got "a b"'],
    ['with a border that is no boolean', { prefersBorder: 1 }, 'app: prefersBorder must be true or false, got 1'],
  ])('%s throws a TypeError that names it', (_, given, message) => {
    const options = { uri, html, ...given } as AppOptions
    expect(() => app(options)).toThrow(TypeError)
    expect(() => app(options)).toThrow(message)
  })

  test.each([
    'example.com',
    'https://*',
    'https://*.com',
    'https://a.b/path',
    'https://a.b;',
    "https://a.b 'unsafe-eval'",
    'https://a.b,https://c.d',
    'data:',
    'javascript://a.b',
    'https://',
    'https://-a.b',
    'https://a..b',
    'https://user@a.b',
    `https://${'a'.repeat(300)}.b`,
    '*',
  ])('refuses the domain %j', (domain) => {
    verifies('APPS-20')
    expect(() => app({ uri, html, csp: { connectDomains: [domain] } })).toThrow(
      new TypeError(origin(JSON.stringify(domain.slice(0, 80))).replace(/"$/, domain.length > 80 ? '…"' : '"')),
    )
  })

  test('takes sockets for connections only, and 100 origins of a kind', () => {
    verifies('APPS-20')
    const sockets = ['wss://a.b']
    expect(app({ uri, html, csp: { connectDomains: sockets } }).uri).toBe(uri)
    expect(() => app({ uri, html, csp: { frameDomains: sockets } })).toThrow(
      'app: csp: frameDomains[0] must be an origin',
    )
    const many = (count: number) => Array.from({ length: count }, (_, index) => `https://a${index}.b`)
    expect(app({ uri, html, csp: { frameDomains: many(100) } }).uri).toBe(uri)
    expect(() => app({ uri, html, csp: { frameDomains: many(101) } })).toThrow(
      new TypeError('app: csp: frameDomains must be at most 100 origins, got 101'),
    )
  })

  test('keeps a copy of what it was given', async () => {
    const domains = ['https://a.b']
    const one = app({ uri, html, csp: { connectDomains: domains } })
    domains.push('https://evil.example')
    const client = await connect(
      createServer({ name: 'a', version: '1', tools: { show: tool({ app: one, run: () => '' }) } }),
    )
    expect((await client.readResource(uri)).contents[0]?._meta).toEqual({
      ui: { csp: { connectDomains: ['https://a.b'] } },
    })
    await client.close()
  })
})

describe('tool()', () => {
  test.each([
    [{ app: {} }, 'tool: app must be what app() or appFrom() gives, got an object'],
    [{ app: Promise.resolve(face) }, 'tool: app: write await before appFrom(…)'],
    [{ visibility: [] }, 'tool: visibility must be an array that names a caller, got an array'],
    [{ visibility: ['user'] }, 'tool: visibility[0] must be "model" or "app", got "user"'],
    [{ app: face, _meta: { ui: {} } }, 'tool: _meta.ui is made of app and visibility; leave it out'],
  ])('with %o throws a TypeError', (options, message) => {
    expect(() => tool({ ...(options as object), run: () => '' })).toThrow(new TypeError(message))
  })

  test('keeps other metadata beside the app', async () => {
    const one = tool({ app: face, visibility: ['model', 'app'], _meta: { 'com.example/a': 1 }, run: () => '' })
    const client = await connect(createServer({ name: 'a', version: '1', tools: { one } }))
    expect((await client.listTools())[0]?._meta).toEqual({
      'com.example/a': 1,
      ui: { resourceUri: uri, visibility: ['model', 'app'] },
    })
    await client.close()
  })
})
