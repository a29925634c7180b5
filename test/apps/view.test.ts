import type { App } from '@omniport/app'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { verifies } from '../requirements/verifies.js'
import { type ServedFiles, serveFiles } from '../web/serve-files.js'
import { bundleProgram, toPage } from './bundle-page.js'
import type { HostPage } from './host-page.js'

/** The globals of the page of the view. */
interface ViewPage {
  readonly app: App
  readonly received: unknown[]
}

const context = {
  theme: 'dark',
  locale: 'de-DE',
  availableDisplayModes: ['inline', 'fullscreen'],
  displayMode: 'inline',
  styles: {
    variables: { '--color-text-primary': 'rgb(1, 2, 3)' },
    css: { fonts: '@font-face { font-family: a; src: url(data:,) }' },
  },
}

describe.skipIf(!hasBrowser)('a view in the page of an official host', () => {
  let files: ServedFiles
  let browser: Browser
  let page: Page
  let frame: Frame
  let view = ''
  beforeAll(async () => {
    files = await serveFiles('', toPage(await bundleProgram('official-host')))
    view = toPage(await bundleProgram('view'))
    browser = await openBrowser()
  })
  beforeEach(async () => {
    await page?.close()
    page = await browser.newPage()
    frame = await open(view, context)
    await frame.waitForFunction(() => 'app' in globalThis)
  })
  afterAll(async () => {
    await browser?.close()
    await files?.close()
  })

  async function open(html: string, context: object): Promise<Frame> {
    await page.goto(files.url)
    await page.waitForFunction(() => 'openView' in globalThis)
    await page.evaluate(([html, context]) => (globalThis as unknown as HostPage).openView(html, context), [
      html,
      context,
    ] as const)
    const child = page.mainFrame().childFrames()[0]
    if (child === undefined) throw new Error('There is no frame')
    return child
  }

  /** What the host was asked and told, but for sizes. */
  const seen = () => page.evaluate(() => (globalThis as unknown as HostPage).seen.filter(([name]) => name !== 'size'))

  test('connects, and takes on the look of the host', async () => {
    verifies('APPS-17')
    expect(await page.evaluate(() => (globalThis as unknown as HostPage).bridge.getAppCapabilities())).toEqual({
      availableDisplayModes: ['inline', 'fullscreen'],
    })
    const found = await frame.evaluate(() => {
      const { app } = globalThis as unknown as ViewPage
      const { colorScheme } = getComputedStyle(document.documentElement)
      const color = getComputedStyle(document.documentElement).getPropertyValue('--color-text-primary')
      const fonts = document.querySelector('style')?.textContent
      return [app.host, app.hostContext, document.documentElement.dataset['theme'], colorScheme, color, fonts]
    })
    const { variables, css } = context.styles
    const host = { name: 'official', version: '1.0.0' }
    expect(found).toEqual([host, context, 'dark', 'dark', variables['--color-text-primary'], css.fonts])
  })

  test('hears of the tool call from its first argument to its result', async () => {
    await page.evaluate(async () => {
      const { bridge } = globalThis as unknown as HostPage
      await bridge.sendToolInputPartial({ arguments: { region: 'no' } })
      await bridge.sendToolInput({ arguments: { region: 'north' } })
      await bridge.sendToolResult({ content: [], structuredContent: { sum: 3 } })
      await bridge.sendToolCancelled({ reason: 'stopped' })
    })
    await frame.waitForFunction(() => (globalThis as unknown as ViewPage).received.length === 4)
    expect(await frame.evaluate(() => (globalThis as unknown as ViewPage).received)).toEqual([
      ['partial', { region: 'no' }],
      ['input', { region: 'north' }],
      ['result', { content: [], structuredContent: { sum: 3 }, isError: false }],
      ['cancelled', { reason: 'stopped' }],
    ])
  })

  test('asks for what a frame cannot do itself', async () => {
    const results = await frame.evaluate(async () => {
      const { app } = globalThis as unknown as ViewPage
      const code = (reason: { readonly code: unknown }) => reason.code
      return [
        await app.callTool('refresh', { a: 1 }),
        await app.callTool('fail', {}).catch(code),
        await app.readResource('a:b'),
        await app.openLink('https://a.example'),
        await app.openLink('https://evil.example').catch(code),
        await app.sendMessage('hello'),
        await app.updateModelContext({ structuredContent: { chosen: 1 } }),
        await app.downloadFile([{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } }]),
        await app.ping(),
        app.log('info', { n: 1 }),
        app.requestTeardown(),
      ]
    })
    expect(results).toEqual([
      { content: [{ type: 'text', text: 'refresh' }], structuredContent: { args: { a: 1 } }, isError: false },
      -32603,
      { contents: [{ uri: 'a:b', text: 'contents' }] },
      undefined,
      'denied',
      ...Array.from({ length: 6 }),
    ])
    await page.waitForFunction(() => (globalThis as unknown as HostPage).seen.some(([name]) => name === 'teardown'))
    expect(await seen()).toMatchObject([
      ['tool', { name: 'refresh', arguments: { a: 1 } }],
      ['tool', { name: 'fail' }],
      ['resource', { uri: 'a:b' }],
      ['link', { url: 'https://a.example' }],
      ['link', { url: 'https://evil.example' }],
      ['message', { role: 'user', content: [{ type: 'text', text: 'hello' }] }],
      ['context', { structuredContent: { chosen: 1 } }],
      ['download', { contents: [{ type: 'resource' }] }],
      ['log', { level: 'info', data: { n: 1 } }],
      ['teardown', expect.anything()],
    ])
  })

  test('reports its size, and each change of it', async () => {
    verifies('APPS-36')
    const heights = () =>
      page.evaluate(() => {
        const sizes = (globalThis as unknown as HostPage).seen.filter(([name]) => name === 'size')
        return sizes.map(([, params]) => params)
      })
    await expect.poll(heights).toEqual([{ width: 400, height: 136 }])
    await frame.evaluate(() => {
      const main = document.querySelector('main')
      if (main !== null) main.style.height = '300px'
    })
    await expect.poll(heights).toEqual([
      { width: 400, height: 136 },
      { width: 400, height: 316 },
    ])
    await frame.evaluate(() => {
      const main = document.querySelector('main')
      if (main !== null) main.style.height = '50px'
    })
    await expect.poll(async () => (await heights()).at(-1)).toEqual({ width: 400, height: 66 })
  })

  test('changes how it is shown, and hears of it', async () => {
    verifies('APPS-17', 'APPS-29', 'APPS-37')
    const modes = await frame.evaluate(async () => {
      const { app } = globalThis as unknown as ViewPage
      const code = (reason: { readonly code: unknown }) => reason.code
      return [await app.requestDisplayMode('pip').catch(code), await app.requestDisplayMode('fullscreen')]
    })
    expect(modes).toEqual(['unsupported', 'fullscreen'])
    await frame.waitForFunction(() => (globalThis as unknown as ViewPage).received.length === 1)
    const found = await frame.evaluate(() => (globalThis as unknown as ViewPage).app.hostContext)
    expect(found).toEqual({ ...context, displayMode: 'fullscreen' })
    expect(await seen()).toEqual([['mode', { mode: 'fullscreen' }]])
  })

  test('follows a change of the look', async () => {
    await page.evaluate((context) => {
      const { bridge } = globalThis as unknown as HostPage
      bridge.setHostContext({ ...context, theme: 'light', styles: { variables: {} } })
    }, context)
    await frame.waitForFunction(() => document.documentElement.dataset['theme'] === 'light')
    const found = await frame.evaluate(() => [
      getComputedStyle(document.documentElement).getPropertyValue('--color-text-primary'),
      document.querySelector('style')?.textContent,
    ])
    expect(found).toEqual(['', ''])
  })

  test('ends when the host tears it down', async () => {
    const answer = await page.evaluate(() => (globalThis as unknown as HostPage).bridge.teardownResource({}))
    expect(answer).toEqual({})
    expect(await frame.evaluate(() => (globalThis as unknown as ViewPage).received)).toEqual([['teardown']])
  })

  test('takes nothing from another frame', async () => {
    await page.evaluate(() => {
      const other = document.createElement('iframe')
      const message = { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { forged: true } } }
      other.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(message)}, '*')</script>`
      document.body.append(other)
      return new Promise((resolve) => {
        other.onload = resolve
      })
    })
    await page.evaluate(() => (globalThis as unknown as HostPage).bridge.sendToolInput({ arguments: { real: true } }))
    await frame.waitForFunction(() => (globalThis as unknown as ViewPage).received.length > 0)
    expect(await frame.evaluate(() => (globalThis as unknown as ViewPage).received)).toEqual([
      ['input', { real: true }],
    ])
  })

  test('fills a frame whose size is fixed, and stays within bounds', async () => {
    const styleOf = (containerDimensions: object) => {
      return open(view, { ...context, containerDimensions }).then(async (frame) => {
        await frame.waitForFunction(() => 'app' in globalThis)
        return frame.evaluate(() => {
          const { height, maxHeight, width, maxWidth } = document.documentElement.style
          return { height, maxHeight, width, maxWidth }
        })
      })
    }
    const fixed = { height: '100vh', maxHeight: '', width: '100vw', maxWidth: '' }
    expect(await styleOf({ height: 200, width: 300 })).toEqual(fixed)
    const bounded = { height: '', maxHeight: '200px', width: '', maxWidth: '300px' }
    expect(await styleOf({ maxHeight: 200, maxWidth: 300 })).toEqual(bounded)
  })
})

describe.skipIf(!hasBrowser)('useApp', () => {
  let files: ServedFiles
  let browser: Browser
  let view = ''
  beforeAll(async () => {
    files = await serveFiles('', toPage(await bundleProgram('official-host')))
    view = toPage(await bundleProgram('react-view'))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await files?.close()
  })

  test('makes one connection for all components, and renders what the host sends', async () => {
    const page = await browser.newPage()
    await page.goto(files.url)
    await page.waitForFunction(() => 'openView' in globalThis)
    const texts = () => page.mainFrame().childFrames()[0]?.locator('p').allTextContents()
    await page.evaluate((html) => (globalThis as unknown as HostPage).openView(html, { theme: 'dark' }), view)
    await expect.poll(texts).toEqual(['official dark null', 'official dark null'])
    await page.evaluate(async () => {
      const { bridge } = globalThis as unknown as HostPage
      await bridge.sendToolInput({ arguments: {} })
      await bridge.sendToolResult({ content: [], structuredContent: [1, 2] })
      bridge.setHostContext({ theme: 'light' })
    })
    await expect.poll(texts).toEqual(['official light [1,2]', 'official light [1,2]'])
    expect(await page.evaluate(() => (globalThis as unknown as HostPage).starts)).toBe(1)
  })

  test('says why there is no connection', async () => {
    const page = await browser.newPage()
    await page.setContent(view)
    await expect.poll(() => page.locator('p').allTextContents()).toEqual(['error unreachable', 'error unreachable'])
  })
})
