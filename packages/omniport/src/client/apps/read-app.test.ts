import { describe, expect, test } from 'vitest'
import type { ResourceContents } from '../../protocol/model/resource.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ListOptions } from '../call-options.js'
import { appUriOf, readApp } from './read-app.js'

const uri = 'ui://clock/face'
const html = '<!doctype html><p>12:00'
const mimeType = 'text/html;profile=mcp-app'
const tool = { name: 'show', _meta: { ui: { resourceUri: uri } } }

/** Reads the app of `tool` from a server that sends these contents, whatever it is asked for. */
async function read(contents: readonly object[], options?: ListOptions) {
  const requests: unknown[] = []
  const readResource = async (...asked: readonly unknown[]) => {
    requests.push(asked)
    return { contents: contents as ResourceContents<string>[] } // a server may send anything
  }
  return { app: await readApp({ readResource }, tool, options), requests }
}

const page = (ui?: unknown, more: object = {}) => ({
  uri,
  mimeType,
  text: html,
  ...(ui !== undefined && { _meta: { ui } }),
  ...more,
})
const appOf = async (...contents: readonly object[]) => (await read(contents)).app
const refused = (problem: string) => new OmniportError('invalid_result', `${uri}: ${problem}. The app is not used`)

describe('the address of an app', () => {
  const at = (resourceUri: unknown) => appUriOf({ _meta: { ui: { resourceUri } } })

  test('has 2,048 characters at most', () => {
    const long = `ui://${'a'.repeat(2_043)}`
    expect([at(long), at(`${long}a`)]).toEqual([long, undefined])
  })

  test.each(['ui:/a', 'UI://a', 'x ui://a', 'ui://a b', '', null, 7])('cannot be %j', (resourceUri) => {
    expect(at(resourceUri)).toBeUndefined()
  })

  test('may be in the older member where the newer one has none', () => {
    const older = { 'ui/resourceUri': 'ui://old' }
    expect([
      appUriOf({ _meta: older }),
      appUriOf({ _meta: { ...older, ui: 'ui://text' } }),
      appUriOf({ _meta: { ...older, ui: { resourceUri: null } } }),
      appUriOf({ _meta: { ...older, ui: { resourceUri: 'https://a.example' } } }),
      appUriOf({}),
    ]).toEqual(['ui://old', 'ui://old', 'ui://old', undefined, undefined])
  })
})

describe('an app', () => {
  test('is read at the address that its tool names, with the options of the caller', async () => {
    const options = { timeoutMs: 7 }
    const { app, requests } = await read([page()], options)
    expect(app).toEqual({ uri, html, definition: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(requests).toEqual([[uri, options]])
  })

  test('that a tool does not have is not read', async () => {
    const readResource = () => Promise.reject(new Error('it was asked for'))
    await expect(readApp({ readResource }, { name: 'a\nb' })).rejects.toThrow(
      new OmniportError('unsupported', 'The tool a b has no user interface'),
    )
  })

  test('is found among other contents', async () => {
    expect((await appOf({ uri: 'ui://other', mimeType, text: 'other' }, page())).html).toBe(html)
  })

  test('may be base64, with every byte of it, and goes before a text', async () => {
    const blob = Buffer.from('\ufeff<p>ü').toString('base64')
    expect((await appOf(page(undefined, { blob }))).html).toBe('\ufeff<p>ü')
    expect((await appOf(page(undefined, { text: '' }))).html).toBe('')
  })

  test('declares what is known of its metadata', async () => {
    const ui = {
      domain: 'clock.example.com',
      prefersBorder: false,
      csp: {
        connectDomains: ['https://a.example'],
        resourceDomains: ['https://b.example'],
        frameDomains: ['https://c.example'],
        baseUriDomains: ['https://d.example'],
        scriptDomains: ['https://e.example'],
      },
      permissions: { camera: { a: 1 }, microphone: {}, geolocation: {}, clipboardWrite: {}, usb: {} },
      visibility: ['app'],
    }
    const { scriptDomains: _scripts, ...csp } = ui.csp
    expect(await appOf(page(ui))).toEqual({
      ...{ uri, html, domain: 'clock.example.com', prefersBorder: false, csp },
      permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
      definition: expect.any(String),
    })
  })

  test('declares nothing where nothing is declared', async () => {
    expect(Object.keys(await appOf(page({}))).sort()).toEqual(['definition', 'html', 'uri'])
    expect(Object.keys(await appOf(page(undefined, { _meta: 'ui' }))).sort()).toEqual(['definition', 'html', 'uri'])
  })

  test('declares what nobody can change', async () => {
    const { csp } = await appOf(page({ csp: { connectDomains: ['https://a.example'] } }))
    expect([Object.isFrozen(csp), Object.isFrozen(csp?.connectDomains)]).toEqual([true, true])
  })

  test('is another one with another page, or where it declares something else', async () => {
    const contents = [
      page(),
      page(undefined, { text: `${html} ` }),
      page({ prefersBorder: true }),
      page({ domain: 'a.b' }),
    ]
    const definitions = await Promise.all(contents.map(async (one) => (await appOf(one)).definition))
    expect(new Set(definitions).size).toBe(4)
    expect((await appOf(page({ other: 1 }, { other: 2 }))).definition).toBe(definitions[0])
  })
})

describe('an app is refused', () => {
  test.each<[string, readonly object[], string]>([
    ['that is not there', [], 'the result must have it once'],
    ['that is there twice', [page(), page()], 'the result must have it once'],
    ['of another type', [page(undefined, { mimeType: 'text/html' })], `its type must be ${mimeType}, got text/html`],
    ['without text', [{ uri, mimeType }], 'it is not UTF-8'],
    ['that is not UTF-8', [page(undefined, { blob: '/w==' })], 'it is not UTF-8'],
    ['with metadata that is null', [page(null)], '_meta.ui must be an object'],
    ['with metadata that is a list', [page([])], '_meta.ui must be an object'],
    ['with metadata that is a text', [page('x')], '_meta.ui must be an object'],
    ['with domains that are null', [page({ csp: null })], '_meta.ui: csp must be an object, got null'],
    [
      'with permissions that are a text',
      [page({ permissions: 'x' })],
      '_meta.ui: permissions must be an object, got "x"',
    ],
    [
      'with a border that is a text',
      [page({ prefersBorder: 'yes' })],
      '_meta.ui: prefersBorder must be true or false, got "yes"',
    ],
  ])('%s', async (_name, contents, problem) => {
    await expect(read(contents)).rejects.toThrow(refused(problem))
  })

  test('with a long type, which is cut off', async () => {
    await expect(appOf(page(undefined, { mimeType: 'a'.repeat(200) }))).rejects.toThrow(
      refused(`its type must be ${mimeType}, got ${'a'.repeat(128)}…`),
    )
  })
})
