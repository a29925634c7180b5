import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../../auth/browser.js'
import { verifies } from '../../requirements/verifies.js'
import { bundleProgram } from '../bundle-page.js'
import { eventsOf, type HostGlobals, openHostPage, showView, waitForEvent } from './host-page.js'
import { type Sites, serveSites } from './serve-sites.js'
import { viewOf } from './view-script.js'

/** The longest time for which a page may not react. The machine of the tests is shared. */
const noticeableMs = 1_000

describe.skipIf(!hasBrowser)('a view that misbehaves', () => {
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

  const show = (body: string, limits = {}) =>
    showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: viewOf(body) }, allows: true, limits })
  const longestPauseMs = () => page.evaluate(() => (globalThis as unknown as HostGlobals).longestPauseMs)

  test('by an endless loop does not stop the page: it is reported, and removed, and another one works', async () => {
    await show(
      "report('started'); addEventListener('message', ({ data }) => { if (data.method === 'ping') setTimeout(() => { while (true); }, 20) })",
      { pingMs: 200, answerMs: 500 },
    )
    await waitForEvent(page, 'log')
    expect(await waitForEvent(page, 'unresponsive')).toEqual({ hasAnswered: true })
    const clicked = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const button = document.createElement('button')
          button.id = 'button'
          button.onclick = () => resolve('clicked')
          document.body.prepend(button)
          button.click()
        }),
    )
    await page.click('#button')
    const closeMs = await page.evaluate(async () => {
      const start = performance.now()
      await (globalThis as unknown as HostGlobals).bridge.close()
      return performance.now() - start
    })
    expect([clicked, await eventsOf(page, 'end'), await page.locator('iframe').count()]).toEqual([
      'clicked',
      ['closed'],
      0,
    ])
    expect([closeMs < noticeableMs, (await longestPauseMs()) < noticeableMs]).toEqual([true, true])
    await show("report('another')")
    expect(await waitForEvent(page, 'log')).toBe('another')
  })

  test('by an endless loop at its start is removed when its time is over', async () => {
    const html = '<script>while (true);</script>'
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html }, limits: { startMs: 500 } })
    expect(await waitForEvent(page, 'end')).toBe('timeout')
    expect([await page.locator('iframe').count(), (await longestPauseMs()) < noticeableMs]).toEqual([0, true])
  })

  test.each([
    [
      'through its sandbox',
      "for (;;) { for (let i = 0; i < 1000; i += 1) notify('flood', { i }); await new Promise((resolve) => setTimeout(resolve)) }",
    ],
    ['through its sandbox, without a pause', "for (let i = 0; i < 100_000; i += 1) notify('flood', { i })"],
    [
      'past its sandbox',
      "for (;;) { for (let i = 0; i < 1000; i += 1) top.postMessage({ i }, '*'); await new Promise((resolve) => setTimeout(resolve)) }",
    ],
    ['past its sandbox, without a pause', "for (let i = 0; i < 100_000; i += 1) top.postMessage({ i }, '*')"],
    [
      'from a frame of its own',
      `const frame = document.createElement('iframe')
      frame.srcdoc = '<script>setInterval(() => { for (let i = 0; i < 1000; i += 1) top.postMessage({ i }, "*") })<' + '/script>'
      document.body.append(frame)`,
    ],
  ])('by a flood of messages %s is removed, and the page stays responsive', async (_, body) => {
    verifies('APPS-19')
    await show(body)
    expect(await waitForEvent(page, 'end')).toBe('rate')
    expect([await page.locator('iframe').count(), (await longestPauseMs()) < noticeableMs]).toEqual([0, true])
    const messages = await page.evaluate(() => (globalThis as unknown as HostGlobals).messages)
    expect(messages).toBeLessThan(20_000)
  })

  test('by a flood of messages that does not end is unresponsive: none arrives', async () => {
    const code = "report('started'); setTimeout(() => { for (;;) top.postMessage({}, '*') }, 50)"
    await show(code, { pingMs: 200, answerMs: 300 })
    await waitForEvent(page, 'unresponsive')
    await page.evaluate(() => (globalThis as unknown as HostGlobals).bridge.close())
    expect([await eventsOf(page, 'end'), (await longestPauseMs()) < noticeableMs]).toEqual([['closed'], true])
  })

  test.each([
    ['a text of too many characters', "'a'.repeat(5_000_000)"],
    ['too many values', 'Array(300_000).fill(0)'],
    ['too many levels', "JSON.parse('['.repeat(100) + ']'.repeat(100))"],
    ['a cycle', '(() => { const cycle = {}; cycle.cycle = cycle; return cycle })()'],
    ['what is not JSON', 'new Map()'],
  ])('by a request with %s gets an error, and goes on', async (_, value) => {
    verifies('APPS-19')
    await show(`const { code, message } = await request('ui/update-model-context', { structuredContent: { value: ${value} } })
      report([code, message, await request('ping')])`)
    const message = 'A message must be JSON of at most 4000000 characters, 200000 values and 64 levels'
    expect(await waitForEvent(page, 'log')).toEqual([-32600, message, {}])
    expect([await eventsOf(page, 'context'), (await longestPauseMs()) < noticeableMs]).toEqual([[], true])
  })

  test('by more requests than may run gets an error for each one that is over', async () => {
    await show(`
      const answers = Promise.all(Array.from({ length: 150 }, (_, i) => request('tools/call', { name: 'own', arguments: { i } })))
      report((await answers).filter(({ code }) => code === undefined).length)`)
    expect(await waitForEvent(page, 'log')).toBeGreaterThanOrEqual(100)
  })

  test('by keeping silent when it is torn down is removed when its time is over', async () => {
    verifies('APPS-15')
    await show("globalThis.isSilent = true; report('silent')", { teardownMs: 100 })
    await waitForEvent(page, 'log')
    await page.evaluate(() => (globalThis as unknown as HostGlobals).bridge.close('done'))
    expect([await eventsOf(page, 'end'), await page.locator('iframe').count()]).toEqual([['closed'], 0])
  })
})
