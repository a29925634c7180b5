import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { app } from '../../server/apps/app.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { connect } from '../connect.js'
import { FakeServer, initialized } from '../fixtures/fake-server.js'
import { loadApp } from './load-app.js'
import { appUriOf } from './read-app.js'

const uri = 'ui://clock/face'
const html = '<!doctype html><p>12:00'
const mimeType = 'text/html;profile=mcp-app'

test.each<[unknown, string | undefined]>([
  [{ ui: { resourceUri: uri } }, uri],
  [{ 'ui/resourceUri': uri }, uri],
  [{ ui: { resourceUri: uri }, 'ui/resourceUri': 'ui://old' }, uri],
  [{ ui: {} }, undefined],
  [{ ui: null }, undefined],
  [{ ui: { resourceUri: 'https://evil.example' } }, undefined],
  [{ ui: { resourceUri: 'javascript:alert(1)' } }, undefined],
  [{ ui: { resourceUri: 'ui://a b' } }, undefined],
  [{ ui: { resourceUri: ['ui://a'] } }, undefined],
  [{ ui: { resourceUri: `ui://${'a'.repeat(2_048)}` } }, undefined],
  [undefined, undefined],
  ['ui', undefined],
])('the app of a tool with the metadata %j is at %s', (_meta, expected) => {
  expect(appUriOf({ _meta } as Parameters<typeof appUriOf>[0])).toBe(expected)
})

describe('an app', () => {
  const face = app({ uri, html, csp: { connectDomains: ['https://time.example'] }, prefersBorder: true })
  const server = () =>
    createServer({
      name: 'clock',
      version: '1',
      tools: {
        show: tool({ app: face, run: () => 'shown' }),
        set: tool({ visibility: ['app'], run: (args) => JSON.stringify(args) }),
        ask: tool({ visibility: ['model'], run: () => 'asked' }),
      },
    })

  test('is read with what it declares', async () => {
    verifies('APPS-07', 'APPS-23', 'APPS-40')
    const client = await connect(server())
    const loaded = await loadApp(client, 'show')
    expect(loaded).toMatchObject({ uri, html, csp: { connectDomains: ['https://time.example'] }, prefersBorder: true })
    expect(loaded.definition).toMatch(/^[0-9a-f]{64}$/)
    const [listed] = await client.listTools()
    expect((await loadApp(client, listed as never)).definition).toBe(loaded.definition)
    await client.close()
  })

  test('calls the tools that are for apps, and reads resources', async () => {
    verifies('APPS-09')
    const client = await connect(server())
    const loaded = await loadApp(client, 'show')
    expect((await loaded.listTools()).map(({ name }) => name)).toEqual(['show', 'set'])
    expect((await loaded.callTool('set', { hours: 3 })).content).toEqual([{ type: 'text', text: '{"hours":3}' }])
    expect((await loaded.callTool('show')).content).toEqual([{ type: 'text', text: 'shown' }])
    await expect(loaded.callTool('ask')).rejects.toMatchObject({
      code: 'denied',
      message: 'ask cannot be called: its server does not offer it to apps',
    })
    await expect(loaded.callTool('none')).rejects.toMatchObject({
      code: 'not_found',
      message: 'The server has no tool none',
    })
    expect((await loaded.readResource(uri)).contents).toMatchObject([{ text: html }])
    await client.close()
  })

  test('is missing where a tool has none, or is not there', async () => {
    const client = await connect(server())
    await expect(loadApp(client, 'set')).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The tool set has no user interface',
    })
    await expect(loadApp(client, 'toString')).rejects.toMatchObject({ code: 'not_found' })
    await client.close()
  })
})

/** A server that answers with `contents`, whatever it is asked for. */
async function load(contents: unknown) {
  const server = new FakeServer({
    initialize: () => initialized({ tools: {}, resources: {} }),
    'resources/read': () => ({ result: { contents } }),
  })
  const client = await connect(server.target)
  const _meta = { ui: { resourceUri: uri } }
  return loadApp(client, { name: 'show', inputSchema: { type: 'object' }, _meta }).finally(() => client.close())
}

describe('a page', () => {
  test('may be base64', async () => {
    expect((await load([{ uri, mimeType, blob: btoa(html) }])).html).toBe(html)
  })

  test('keeps what is known of its metadata, and is another app when that differs', async () => {
    const ui = (connect: string) => ({
      csp: { connectDomains: [connect], other: ['x'] },
      permissions: { camera: { a: 1 }, usb: true },
      other: 1,
    })
    const one = await load([{ uri, mimeType, text: html, _meta: { ui: ui('https://a.b') } }])
    expect([one.csp, one.permissions, Object.hasOwn(one, 'other')]).toEqual([
      { connectDomains: ['https://a.b'] },
      { camera: {} },
      false,
    ])
    const other = await load([{ uri, mimeType, text: html, _meta: { ui: ui('https://a.c') } }])
    expect(other.definition).not.toBe(one.definition)
    expect((await load([{ uri, mimeType, text: html, _meta: { ui: ui('https://a.b') } }])).definition).toBe(
      one.definition,
    )
  })

  const page = (ui: unknown) => [{ uri, mimeType, text: html, _meta: { ui } }]
  const origin = 'must be an origin, such as "https://example.com" or "https://*.example.com"'

  test.each<[string, unknown, string]>([
    ['of another address', [{ uri: 'ui://other', mimeType, text: html }], 'the result must have it once'],
    [
      'twice',
      [
        { uri, mimeType, text: html },
        { uri, mimeType, text: '' },
      ],
      'the result must have it once',
    ],
    ['of another type', [{ uri, mimeType: 'text/html', text: html }], `its type must be ${mimeType}, got text/html`],
    ['without a type', [{ uri, text: html }], `its type must be ${mimeType}, got undefined`],
    ['that is not UTF-8', [{ uri, mimeType, blob: btoa('\xff\xfe') }], 'it is not UTF-8'],
    ['with metadata that is a string', page('x'), '_meta.ui must be an object'],
    [
      'with a csp that is a string',
      page({ csp: 'default-src *' }),
      '_meta.ui: csp must be an object, got "default-src *"',
    ],
    [
      'with a domain that is none',
      page({ csp: { connectDomains: ['*'] } }),
      `_meta.ui: csp: connectDomains[0] ${origin}, got "*"`,
    ],
    [
      'with a domain that ends the directive',
      page({ csp: { resourceDomains: ['https://a.b; script-src *'] } }),
      `_meta.ui: csp: resourceDomains[0] ${origin}, got "https://a.b; script-src *"`,
    ],
    [
      'with too many domains',
      page({ csp: { frameDomains: Array(101).fill('https://a.b') } }),
      '_meta.ui: csp: frameDomains must be at most 100 origins, got 101',
    ],
    [
      'with a permission that is true',
      page({ permissions: { camera: true } }),
      '_meta.ui: permissions: camera must be an object, got true',
    ],
    [
      'with a domain that is markup',
      page({ domain: '"><script>' }),
      '_meta.ui: domain must be the name of a domain, got "\\"><script>"',
    ],
    [
      'with a border that is no boolean',
      page({ prefersBorder: 'yes' }),
      '_meta.ui: prefersBorder must be true or false, got "yes"',
    ],
  ])('%s is refused', async (_, contents, problem) => {
    verifies('APPS-20', 'APPS-24', 'APPS-41')
    await expect(load(contents)).rejects.toMatchObject({
      code: 'invalid_result',
      message: `${uri}: ${problem}. The app is not used`,
    })
  })

  test('with __proto__ in its metadata changes nothing', async () => {
    const ui = JSON.parse('{"__proto__":{"prefersBorder":true},"csp":{"__proto__":{"connectDomains":["https://a.b"]}}}')
    const loaded = await load(page(ui))
    expect([loaded.prefersBorder, loaded.csp, ({} as { prefersBorder?: unknown }).prefersBorder]).toEqual([
      undefined,
      {},
      undefined,
    ])
  })
})
