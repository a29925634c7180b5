import { pathToFileURL } from 'node:url'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../auth/browser.js'
import { verifies } from '../../requirements/verifies.js'
import { root } from '../../support/root.js'

interface ServePage {
  servePage(port: number): Promise<() => Promise<void>>
}

describe.skipIf(!hasBrowser)('the page of examples/apps', () => {
  // Below the ports that the system gives to others.
  const port = 20_000 + 2 * (process.pid % 6_000)
  let close: () => Promise<void>
  let browser: Browser
  let page: Page
  let view: FrameLocator
  const asked: string[] = []
  beforeAll(async () => {
    const module = await import(pathToFileURL(`${root}/examples/apps/dist/page/serve-page.js`).href)
    close = await (module as ServePage).servePage(port)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await close?.()
  })
  beforeEach(async () => {
    asked.length = 0
    await page?.close()
    page = await browser.newPage()
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.accept()
    })
    await page.goto(`http://localhost:${port}/`)
    view = page.frameLocator('iframe').frameLocator('iframe')
  })

  test('shows the chart, and the sales of another region when the person allows the call', async () => {
    verifies('APPS-07')
    await page.click('#sales')
    const bars = () => view.locator('rect title').allTextContents()
    await expect.poll(async () => (await bars()).length, { timeout: 10_000 }).toBe(6)
    const north = await bars()
    await view.locator('select').selectOption('south')
    await expect.poll(async () => (await bars()).join() === north.join()).toBe(false)
    expect(asked).toEqual(['Call show_sales with {"region":"south"}?'])
    await expect
      .poll(() => page.locator('#messages').textContent())
      .toBe('For the model: {"content":[{"type":"text","text":"The chart shows the region south."}]}')
  })

  test('shows the form in place of the chart, and what the view says when it has ordered', async () => {
    await page.click('#sales')
    await view.locator('rect').first().waitFor()
    await page.click('#order')
    await expect.poll(() => view.locator('[name=article]').inputValue(), { timeout: 10_000 }).toBe('paper')
    await view.locator('button').click()
    await expect.poll(() => view.locator('p').textContent()).toBe('Ordered: 3 × paper')
    const lines = page.locator('#messages li')
    await expect.poll(() => lines.allTextContents()).toEqual(['The view is gone: closed', 'I have ordered 3 × paper.'])
    expect(asked).toEqual(['Call send_order with {"article":"paper","count":3}?', 'May the view write for you?'])
  })
})
