import type { App } from '@modelcontextprotocol/ext-apps'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../auth/browser.js'
import { verifies } from '../../requirements/verifies.js'
import { bundleProgram, toPage } from '../bundle-page.js'
import { eventsOf, type HostGlobals, openHostPage, showView, waitForEvent } from './host-page.js'
import { type Sites, serveSites } from './serve-sites.js'

const hostContext = {
  theme: 'dark',
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  containerDimensions: { maxHeight: 500 },
} as const

describe.skipIf(!hasBrowser)('a view of the official package', () => {
  let sites: Sites
  let browser: Browser
  let page: Page
  let view: Frame
  let html = ''
  beforeAll(async () => {
    sites = await serveSites(await bundleProgram('host-page'))
    html = toPage(await bundleProgram('official-view')).replace(
      '<body>',
      '<body style="margin: 0"><div style="height: 321px">official</div>',
    )
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await sites?.close()
  })
  beforeEach(async () => {
    await page?.close()
    page = await openHostPage(browser, sites)
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html }, allows: true, hostContext })
    await waitForEvent(page, 'log')
    view = page.frames().find((frame) => frame.url() === 'about:srcdoc') ?? page.mainFrame()
  })

  /** Calls the app of the view. */
  const call = <T>(run: (app: App) => Promise<T>) =>
    view.evaluate(`(${run})(globalThis.app).catch((error) => error.message)`) as Promise<unknown>
  const bridge = (run: string) => page.evaluate(`globalThis.bridge.${run}`)
  const logs = async (count: number) => {
    await page.waitForFunction(
      (count) => (globalThis as unknown as HostGlobals).events.filter(([name]) => name === 'log').length >= count,
      count,
    )
    return eventsOf(page, 'log')
  }

  test('connects, and gets the context of the host', async () => {
    verifies('APPS-21', 'APPS-32')
    expect(await logs(1)).toEqual([['connected', hostContext, { name: 'test', version: '1' }]])
    expect(await bridge('ready')).toEqual({
      info: { name: 'official', version: '1.0.0' },
      capabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })
  })

  test('gets the input of its tool, in parts and whole, and then the result', async () => {
    verifies('APPS-14', 'APPS-31')
    await bridge("sendToolInputPartial({ city: 'Ber' })")
    await bridge("sendToolInput({ city: 'Berlin' })")
    await bridge("sendToolInputPartial({ city: 'late' })")
    await bridge("sendToolResult({ content: [{ type: 'text', text: 'mild' }], structuredContent: { degrees: 20 } })")
    expect((await logs(4)).slice(1)).toEqual([
      ['partial', { arguments: { city: 'Ber' } }],
      ['input', { arguments: { city: 'Berlin' } }],
      ['result', { content: [{ type: 'text', text: 'mild' }], structuredContent: { degrees: 20 } }],
    ])
  })

  test('is told that the call was cancelled', async () => {
    verifies('APPS-14')
    await bridge("sendToolCancelled('by the person')")
    expect((await logs(2)).slice(1)).toEqual([['cancelled', { reason: 'by the person' }]])
  })

  test('calls a tool, and reads a resource, of its server', async () => {
    verifies('APPS-30')
    expect(await call((app) => app.callServerTool({ name: 'own', arguments: { a: 1 } }))).toEqual({
      content: [{ type: 'text', text: 'called own' }],
      structuredContent: { a: 1 },
    })
    expect(await call((app) => app.readServerResource({ uri: 'notes://1' }))).toEqual({
      contents: [{ uri: 'notes://1', text: 'text' }],
    })
    expect(await call((app) => app.callServerTool({ name: 'secret' }))).toMatch(
      /no tool for apps with the name "secret"/,
    )
  })

  test('opens a link in a new tab that knows nothing of the page', async () => {
    verifies('APPS-34')
    const opened = page.context().waitForEvent('page')
    expect(await call((app) => app.openLink({ url: 'http://allowed.localhost:1/link' }))).toEqual({})
    const tab = await opened
    expect([await tab.evaluate(() => globalThis.opener), await eventsOf(page, 'link')]).toEqual([
      null,
      ['http://allowed.localhost:1/link'],
    ])
    await tab.close()
  })

  test('sends a message and the context of the model', async () => {
    verifies('APPS-35')
    const content = [{ type: 'text', text: 'hello' }]
    expect(await call((app) => app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] }))).toEqual(
      {},
    )
    expect(await call((app) => app.updateModelContext({ structuredContent: { a: 1 } }))).toEqual({})
    expect(await eventsOf(page, 'message')).toEqual([{ role: 'user', content }])
    expect(await eventsOf(page, 'context')).toEqual([{ structuredContent: { a: 1 } }])
  })

  test('has a frame of its size, and of at most the height of the host', async () => {
    verifies('APPS-16')
    await page.waitForFunction(() => document.querySelector('iframe')?.clientHeight === 321)
    await view.evaluate(() => {
      document.querySelector('div')?.style.setProperty('height', '5000px')
    })
    await page.waitForFunction(() => document.querySelector('iframe')?.clientHeight === 500)
  })

  test('asks for a display mode, and gets the one that the host has', async () => {
    verifies('APPS-16', 'APPS-33')
    expect(await call((app) => app.requestDisplayMode({ mode: 'fullscreen' }))).toEqual({ mode: 'fullscreen' })
    expect((await logs(2)).slice(1)).toEqual([['context', { displayMode: 'fullscreen' }]])
    expect(await call((app) => app.requestDisplayMode({ mode: 'pip' }))).toEqual({ mode: 'fullscreen' })
  })

  test('follows changes of the context, and asks to be closed', async () => {
    await bridge("updateHostContext({ theme: 'light' })")
    expect((await logs(2)).slice(1)).toEqual([['context', { theme: 'light' }]])
    await call((app) => app.requestTeardown().then(() => 1))
    await waitForEvent(page, 'close request')
  })

  test('is torn down: it answers, and is removed', async () => {
    verifies('APPS-15')
    await bridge("close('done')")
    expect(await waitForEvent(page, 'end')).toBe('closed')
    expect([await page.locator('iframe').count(), (await eventsOf(page, 'log')).at(-1)]).toEqual([
      0,
      ['teardown', {}], // it reads no reason
    ])
  })

  test('answers pings', async () => {
    await page.reload()
    await page.waitForFunction(() => 'createAppBridge' in globalThis)
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html }, limits: { pingMs: 20, answerMs: 1_000 } })
    await waitForEvent(page, 'log')
    await page.waitForTimeout(300)
    expect([await eventsOf(page, 'unresponsive'), await eventsOf(page, 'end')]).toEqual([[], []])
  })
})
