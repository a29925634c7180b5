import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../auth/browser.js'
import { root } from '../../support/root.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { emptyState, sampleRecords, sampleState, startedAt } from './sample-state.js'
import { smallPng } from './small-png.js'

const folder = join(root, 'docs/console')
const maxBytes = 100_000

const call = {
  result: {
    content: [{ type: 'text', text: '2 of 14 notes have these words.' }],
    structuredContent: {
      notes: [{ id: 'tomatoes-2026', title: 'Tomatoes on the balcony', tags: ['garden'], score: 0.94 }],
    },
  },
  jsonrpc: '2.0',
  id: 41,
}

/** The pictures of `docs/console`. `UPDATE=1` writes them anew. */
const pictures = [
  { name: 'call-light', hash: 'servers/notes/tools/search_notes', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'call-dark', hash: 'servers/notes/tools/search_notes', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'question-light', hash: 'servers/notes/tools/delete_note', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'timeline-dark', hash: 'servers/notes/tools', colorScheme: 'dark', width: 1280, height: 800, keys: 't' },
  { name: 'wire-light', hash: 'history/op-wire', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'failed-dark', hash: 'servers/weather/overview', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'permissions-light', hash: 'permissions', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'empty-light', hash: '', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'narrow-light', hash: 'servers/notes/tools/search_notes', colorScheme: 'light', width: 390, height: 780 },
  { name: 'narrow-dark', hash: 'servers/notes/tools/delete_note', colorScheme: 'dark', width: 390, height: 780 },
] as const

describe.skipIf(!hasBrowser)('pictures of the main views', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  test.each(pictures.map((picture) => [picture.name, picture] as const))('%s', async (name, picture) => {
    const fake = await FakeConsole.open(name === 'empty-light' ? emptyState() : sampleState())
    fake.records = name === 'empty-light' ? [] : [...sampleRecords]
    fake.details.set(11, { message: call, related: [9] })
    const { page, complaints } = await openPage(browser, `${fake.url}&to=/${picture.hash}`, {
      ...picture,
      now: startedAt + 20_000,
    })
    await page.locator('main').first().waitFor({ state: 'attached' })
    if (name.startsWith('call')) {
      await page.getByLabel('query').fill('tomatoes')
      await page.getByLabel('limit').fill('500')
    }
    if ('keys' in picture) {
      await page.locator('#main').focus()
      await page.keyboard.press(picture.keys)
      await page.locator('#message-11').click()
      await page.locator('.detail .branch').first().waitFor()
    }
    const bytes = await smallPng(page)
    expect(complaints).toEqual([])
    if (process.env['UPDATE'] === '1') {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${name}.png`), bytes)
    }
    expect(statSync(join(folder, `${name}.png`)).size).toBeLessThan(maxBytes)
    await page.context().close()
    await fake.close()
  })
})
