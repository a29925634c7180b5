import { server } from '@omniport/example-apps'
import { type Client, connect, loadApp } from 'omniport/client'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { verifies } from '../requirements/verifies.js'
import { type ServedFiles, serveFiles } from '../web/serve-files.js'
import { bundleProgram, toPage } from './bundle-page.js'
import type { HostPage } from './host-page.js'

/** The policy of a view that declares no domains. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

describe.skipIf(!hasBrowser)('the views of examples/apps', () => {
  let files: ServedFiles
  let browser: Browser
  let client: Client
  let page: Page
  beforeAll(async () => {
    client = await connect(server)
    files = await serveFiles('', toPage(await bundleProgram('official-host')))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await files?.close()
    await client?.close()
  })

  /** Calls a tool as a host does, and shows its view. */
  async function show(name: string, args: Record<string, unknown>): Promise<Frame> {
    const { html } = await loadApp(client, name)
    const result = await client.callTool(name, args)
    page = await browser.newPage()
    await page.exposeFunction('callServer', (name: string, args: Record<string, unknown>) =>
      client.callTool(name, args),
    )
    await page.goto(files.url)
    await page.waitForFunction(() => 'openView' in globalThis)
    await page.evaluate(
      async ([html, args, result]) => {
        const host = globalThis as unknown as HostPage
        await host.openView(html, { theme: 'light' })
        await host.bridge.sendToolInput({ arguments: args })
        await host.bridge.sendToolResult(result)
      },
      [withPolicy(html), args, result] as const,
    )
    const frame = page.mainFrame().childFrames()[0]
    if (frame === undefined) throw new Error('There is no frame')
    return frame
  }

  const seen = () => page.evaluate(() => (globalThis as unknown as HostPage).seen.filter(([name]) => name !== 'size'))

  test('a chart shows the sales, and those of another region when a person picks it', async () => {
    verifies('APPS-02', 'APPS-04', 'APPS-36')
    const frame = await show('show_sales', { region: 'north', months: 3 })
    const bars = () => frame.locator('rect title').allTextContents()
    await expect.poll(bars).toEqual(['2026-04: 160', '2026-05: 171', '2026-06: 190'])
    await frame.locator('select').selectOption('south')
    await expect.poll(bars).toEqual(['2026-04: 91', '2026-05: 110', '2026-06: 140'])
    await expect.poll(seen).toEqual([
      ['tool', { name: 'show_sales', arguments: { region: 'south', months: 3 } }],
      ['context', { content: [{ type: 'text', text: 'The chart shows the region south.' }] }],
    ])
    expect(await frame.locator('p').textContent()).toBe('3 months, at most 140')
    const height = await page.locator('iframe').evaluate((frame) => frame.clientHeight)
    const content = await frame.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBe(content)
  })

  test('a form has what the model knew, orders, and says so in the conversation', async () => {
    const frame = await show('start_order', { article: 'paper', count: 3 })
    await expect.poll(() => frame.locator('[name=article]').inputValue()).toBe('paper')
    await frame.locator('[name=count]').fill('4')
    await frame.locator('button').click()
    await expect.poll(() => frame.locator('p').textContent()).toBe('Ordered: 4 × paper')
    await expect.poll(seen).toEqual([
      ['tool', { name: 'send_order', arguments: { article: 'paper', count: 4 } }],
      ['message', { role: 'user', content: [{ type: 'text', text: 'I have ordered 4 × paper.' }] }],
    ])
  })
})

function withPolicy(html: string): string {
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
}
