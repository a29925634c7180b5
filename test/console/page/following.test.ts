import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Span } from '../../../packages/console/src/api/contract.js'
import { hasBrowser } from '../../auth/browser.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { record, sampleServer, sampleState, startedAt } from './sample-state.js'

const perBurst = 8
const bursts = 60

describe.skipIf(!hasBrowser)('the timeline while much arrives', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  test('follows bursts to their end, until somebody scrolls up', async () => {
    const fake = await FakeConsole.open(sampleState())
    fake.records = []
    const { page } = await openPage(browser, fake.url)
    const follow = page.getByRole('button', { name: 'Follow' })
    const list = page.locator('.rows-frame')
    expect(await follow.getAttribute('aria-pressed')).toBe('true')
    for (let burst = 0; burst < bursts; burst += 1) {
      const records = Array.from({ length: perBurst }, (_, index) => {
        const seq = burst * perBurst + index + 1
        return record(seq, seq, { kind: 'request', from: 'client', method: 'tools/list' })
      })
      fake.send({ type: 'messages', records })
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await list.locator(`#message-${bursts * perBurst}`).waitFor()
    expect(await follow.getAttribute('aria-pressed')).toBe('true')
    await list.hover()
    await page.mouse.wheel(0, -1_000)
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false')
    await page.context().close()
    await fake.close()
  })

  test('has the lanes of the servers that were busy last', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    const state = sampleState()
    const spans = names.map((server, index): Span => {
      const start = startedAt + (index === 0 ? 90_000 : index * 1_000)
      return { id: server, server, kind: 'call', title: 'a', from: 'client', start, end: start + 500, outcome: 'ok' }
    })
    const fake = await FakeConsole.open({ ...state, servers: names.map((name) => sampleServer(name)), spans })
    const { page } = await openPage(browser, fake.url)
    await page.getByRole('slider', { name: '4 lanes one, four, five, six:' }).waitFor()
    await page.context().close()
    await fake.close()
  })
})
