import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../auth/browser.js'
import { verifies } from '../../requirements/verifies.js'
import { bundleProgram } from '../bundle-page.js'
import { eventsOf, type HostGlobals, openHostPage, showView, waitForEvent } from './host-page.js'
import { type Sites, serveSites } from './serve-sites.js'
import { viewOf, viewScript } from './view-script.js'

describe.skipIf(!hasBrowser)('a bridge', () => {
  let sites: Sites
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    sites = await serveSites(await bundleProgram('host-page'))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await sites.close()
  })
  beforeEach(async () => {
    await page?.close()
    page = await openHostPage(browser, sites)
  })

  /** The error of `createAppBridge` with those options. */
  const errorOf = async (options: object) =>
    page.evaluate((options) => {
      const { createAppBridge } = globalThis as unknown as HostGlobals
      const given = { container: document.body, hostInfo: { name: 'a', version: '1' }, app: { html: '' }, ...options }
      try {
        createAppBridge(given as unknown as Parameters<typeof createAppBridge>[0])
        return 'created'
      } catch (error) {
        return String(error)
      }
    }, options)

  test('sends nothing before the view has started, then everything in order', async () => {
    verifies('APPS-13')
    const html = `<script>${viewScript}
      addEventListener('message', ({ data }) => { if (data.method === 'go') go() })
      const go = async () => {}
      ;(async () => {
        const appInfo = { name: 'view', version: '1' }
        await request('ui/initialize', { protocolVersion: '2026-01-26', appInfo, appCapabilities: {} })
        await new Promise((resolve) => setTimeout(resolve, 300))
        const early = received.length
        notify('ui/notifications/initialized')
        await request('ping')
        report([early, ...received.map(({ method, params }) => [method, params])])
      })()</script>`
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html }, limits: { pingMs: 20 } })
    await page.evaluate(() => {
      const { bridge } = globalThis as unknown as HostGlobals
      bridge.sendToolInputPartial({ a: 1 })
      bridge.sendToolInputPartial({ a: 12 })
      bridge.updateHostContext({ theme: 'dark' })
      bridge.sendToolInput({ a: 123 })
      bridge.sendToolResult({ content: [] })
    })
    expect(await waitForEvent(page, 'log')).toEqual([
      0,
      ['ui/notifications/tool-input-partial', { arguments: { a: 12 } }],
      ['ui/notifications/tool-input', { arguments: { a: 123 } }],
      ['ui/notifications/tool-result', { content: [] }],
    ])
  })

  test('sends the input and the result once, in this order', async () => {
    verifies('APPS-14')
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: viewOf('') } })
    const errors = await page.evaluate(() => {
      const { bridge } = globalThis as unknown as HostGlobals
      const attempt = (run: () => void) => {
        try {
          run()
          return 'sent'
        } catch (error) {
          return (error as Error).message
        }
      }
      const result = { content: [] }
      return [
        attempt(() => bridge.sendToolResult(result)),
        attempt(() => bridge.sendToolInput({})),
        attempt(() => bridge.sendToolInput({})),
        attempt(() => bridge.sendToolResult(result)),
        attempt(() => bridge.sendToolResult(result)),
        attempt(() => bridge.sendToolCancelled()),
      ]
    })
    const again = 'sendToolResult: the result is sent once, after sendToolInput'
    expect(errors).toEqual([
      again,
      'sent',
      'sendToolInput: the input is sent once, before the result',
      'sent',
      again,
      'sendToolCancelled: the call has ended',
    ])
  })

  test('enters no display mode that the view did not declare', async () => {
    verifies('APPS-16')
    const html = `<script>${viewScript};(async () => { await start({ availableDisplayModes: ['inline'] }); report('started') })()</script>`
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html } })
    await waitForEvent(page, 'log')
    const error = page.evaluate(() =>
      (globalThis as unknown as HostGlobals).bridge.updateHostContext({ displayMode: 'pip' }),
    )
    await expect(error).rejects.toThrow('updateHostContext: the view did not declare the display mode pip')
  })

  test('has frames with the attributes that isolate a view, and nothing more', async () => {
    verifies('APPS-10', 'APPS-12', 'APPS-25', 'APPS-27')
    const app = { html: viewOf("report('started')"), permissions: { camera: {}, microphone: {} } }
    await showView(page, { sandboxUrl: sites.sandboxUrl, app, permissions: { camera: {} } })
    await waitForEvent(page, 'log')
    const outer = page.locator('iframe')
    const inner = page.frameLocator('iframe').locator('iframe')
    const attributesOf = (frame: typeof outer) =>
      frame.evaluate((node) => [node.getAttribute('sandbox'), node.getAttribute('allow')])
    expect([await attributesOf(outer), await attributesOf(inner)]).toEqual([
      ['allow-scripts allow-same-origin allow-forms', 'camera'],
      ['allow-scripts allow-forms', 'camera'],
    ])
  })

  test('tells the view what the sandbox allows, and the host what the policy is', async () => {
    verifies('APPS-26', 'APPS-39')
    const html = `<script>${viewScript};(async () => { report((await start()).hostCapabilities.sandbox) })()</script>`
    const csp = { connectDomains: ['https://a.example', '*'] }
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html, csp } })
    expect(await waitForEvent(page, 'log')).toEqual({
      csp: { connectDomains: ['https://a.example'], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      permissions: {},
    })
    const { policy, refusedDomains } = await page.evaluate(() => {
      const { policy, refusedDomains } = (globalThis as unknown as HostGlobals).bridge
      return { policy, refusedDomains }
    })
    expect(refusedDomains).toEqual(['connectDomains: "*"'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        'connect-src https://a.example',
        "frame-src 'none'",
        "base-uri 'self'",
        "object-src 'none'",
      ]),
    )
  })

  test('keeps fragments and forms of a view in its document', async () => {
    const code = `
      const link = document.createElement('a')
      link.href = '#here'
      document.body.append(link)
      const form = document.createElement('form')
      form.onsubmit = (event) => { event.preventDefault(); report(location.hash) }
      document.body.append(form)
      addEventListener('hashchange', () => form.requestSubmit())
      link.click()`
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: viewOf(code) } })
    expect([await waitForEvent(page, 'log'), await eventsOf(page, 'end')]).toEqual(['#here', []])
  })

  test('says why a sandbox does not answer', async () => {
    const sandboxUrl = `${sites.allowedUrl}/no-sandbox`
    await showView(page, { sandboxUrl, app: { html: '' }, limits: { startMs: 100 } })
    const error = page.evaluate(() => (globalThis as unknown as HostGlobals).bridge.ready)
    await expect(error).rejects.toThrow(
      `The view did not start within 100 ms: the sandbox at ${sandboxUrl} did not answer: its hostOrigins must list ${sites.hostUrl}`,
    )
  })

  test('says that a view did not start', async () => {
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: '<p>' }, limits: { startMs: 1_000 } })
    const error = page.evaluate(() => (globalThis as unknown as HostGlobals).bridge.ready)
    await expect(error).rejects.toThrow(
      'did not start within 1000 ms: the view did not send ui/notifications/initialized',
    )
    expect(await eventsOf(page, 'end')).toEqual(['timeout'])
  })

  test.each([
    [
      'a sandbox of its own origin',
      () => ({ sandboxUrl: `${sites.hostUrl}/sandbox` }),
      /is the origin of this page; a view needs another one/,
    ],
    [
      'a sandbox that is a path',
      () => ({ sandboxUrl: '/sandbox' }),
      /sandboxUrl: "\/sandbox" must be an http or https URL/,
    ],
    ['a sandbox that is a script', () => ({ sandboxUrl: 'javascript:0' }), /must be an http or https URL/],
    ['an app without HTML', () => ({ sandboxUrl: sites.sandboxUrl, app: {} }), /app.html must be a string/],
    [
      'too long an app',
      () => ({ sandboxUrl: sites.sandboxUrl, app: { html: 'abc' }, limits: { htmlCharacters: 2 } }),
      /OmniportError: app.html has 3 characters; at most 2/,
    ],
    [
      'an unknown limit',
      () => ({ sandboxUrl: sites.sandboxUrl, limits: { pings: 1 } }),
      /limits.pings: unknown; known are messageCharacters/,
    ],
    [
      'a limit that is no number',
      () => ({ sandboxUrl: sites.sandboxUrl, limits: { pingMs: -1 } }),
      /limits.pingMs: -1 must be a number of at least 0/,
    ],
  ])('refuses %s', async (_, options, message) => {
    expect([await errorOf(options()), await page.locator('iframe').count()]).toEqual([
      expect.stringMatching(message),
      0,
    ])
  })
})
