import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type ServedHttp, serveHttp } from 'omniport/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Console, openConsole } from '../../../packages/omniport/src/console/open-console.js'
import { hasBrowser } from '../../auth/browser.js'
import { root } from '../../support/root.js'
import { server } from '../server/fixtures/workshop.mjs'
import { openConsoleBrowser, openPage } from './open-page.js'

const workshop = fileURLToPath(new URL('../server/fixtures/workshop-stdio.mjs', import.meta.url))

describe.skipIf(!hasBrowser)('the console with real servers', { timeout: 120_000 }, () => {
  let browser: Browser
  let opened: Console
  let http: ServedHttp
  beforeAll(async () => {
    http = await serveHttp(server, { port: 0 })
    const assets = join(root, 'packages/omniport/dist/bundle/console')
    opened = await openConsole({ release: '0.1.0', servers: {}, assets })
    browser = await openConsoleBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await opened.close()
    await http.close()
  })

  test.each([
    ['stdio', 'A command on this machine', 'Command', () => `"${process.execPath}" "${workshop}"`],
    ['http', 'An address', 'Address', () => http.url],
    ['legacy', 'An address', 'Address', () => http.url.replace('/mcp', '/sse')],
  ])('goes from an empty page to a called tool, and answers what is asked: %s', async (name, kind, label, target) => {
    const { page, complaints } = await openPage(browser, opened.address)
    await page.getByRole('button', { name: kind }).click()
    await page.getByLabel(label).fill(target())
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Add and start' }).click()
    await openTool(page, 'echo')
    await page.getByLabel('text').fill('over and out')
    await page.keyboard.press('Control+Enter')
    await page.locator('.side').getByText('over and out').waitFor()
    expect(await page.locator('.state').textContent()).toBe('Done')

    await openTool(page, 'ask')
    await page.keyboard.press('Control+Enter')
    await page.locator('.card').getByLabel('name').fill('Ada')
    await page.locator('.card').getByRole('button', { name: 'Send the answer' }).click()
    await page.locator('.side').getByText('Hello Ada').waitFor()

    await page.getByLabel('Filter messages').fill('method:tools/call')
    await page.getByRole('listbox', { name: 'Messages' }).getByText('tools/call').first().click()
    await page.locator('.detail .branch').first().waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('lets the person be the model, and denies it', async () => {
    const { page } = await openPage(browser, opened.address)
    await page.evaluate(() => {
      location.hash = '#/servers/http/tools/sample'
    })
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.card').first().waitFor()
    await page
      .locator('.card')
      .getByRole('button', { name: /Don't allow|Decline/ })
      .click()
    await page.locator('.state.failed, .state.denied').waitFor()
    await page.context().close()
  })

  test('shows that a server died, and why', async () => {
    const { page } = await openPage(browser, opened.address)
    await page.evaluate(() => {
      location.hash = '#/servers/stdio/tools/die'
    })
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.failure').waitFor()
    await page.evaluate(() => {
      location.hash = '#/servers/stdio/log'
    })
    await page.getByText('about to end').first().waitFor()
    await page.context().close()
  })
})

async function openTool(page: Page, name: string): Promise<void> {
  await page.locator('ul[data-list] a', { hasText: name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
