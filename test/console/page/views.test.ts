import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../auth/browser.js'
import { allViews as views } from './all-views.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { emptyState, sampleRecords, sampleState } from './sample-state.js'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

describe.skipIf(!hasBrowser)('axe finds nothing to complain about', { timeout: 240_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('in any view, %s, %d pixels wide', async (colorScheme, width) => {
    const fake = await FakeConsole.open(sampleState())
    fake.records = [...sampleRecords]
    const { page } = await openPage(browser, fake.url, { colorScheme, width })
    for (const view of views) {
      await page.evaluate((hash) => {
        location.hash = `#/${hash}`
      }, view)
      await page.locator('main').first().waitFor({ state: 'attached' })
      await page.locator('.loading').waitFor({ state: 'detached' })
      expect([view, await violationsOf(page)]).toEqual([view, []])
    }
    await page.keyboard.press('Control+k')
    expect(['palette', await violationsOf(page)]).toEqual(['palette', []])
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(['keys', await violationsOf(page)]).toEqual(['keys', []])
    await page.context().close()
    await fake.close()
  })

  test.each(['light', 'dark'] as const)('on the empty page and on a message, %s', async (colorScheme) => {
    const fake = await FakeConsole.open(emptyState())
    const { page } = await openPage(browser, fake.url, { colorScheme })
    expect(await violationsOf(page)).toEqual([])
    fake.records = [...sampleRecords]
    fake.details.set(13, {
      http: { status: 200, headers: { 'mcp-session-id': 'a' } },
      message: { result: { tools: [] } },
      related: [12],
    })
    fake.send({ type: 'messages', records: sampleRecords })
    await page.locator('#message-13').click()
    await page.locator('.detail .headers').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
    await fake.close()
  })
})

/** Rules that are broken, each with the elements that break it. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  // The file is added past the policy of the page, by the debugger.
  await page.evaluate(await scriptOf())
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as AxeGlobals
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}

async function scriptOf(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(axe, 'utf8')
}

interface AxeGlobals {
  readonly axe: {
    run(
      root: Document,
      options: object,
    ): Promise<{
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
    }>
  }
}
