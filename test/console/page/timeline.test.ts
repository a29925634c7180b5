import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageRecord } from '../../../packages/console/src/api/contract.js'
import { recordsPerFrame } from '../../../packages/console/src/timeline/filtered-log.js'
import { hasBrowser } from '../../auth/browser.js'
import { FakeConsole } from './fake-console.js'
import { frameWork } from './frame-work.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { record, sampleState } from './sample-state.js'

const count = 100_000

describe.skipIf(!hasBrowser)('a timeline of 100,000 messages', { timeout: 180_000 }, () => {
  let browser: Browser
  let fake: FakeConsole
  beforeAll(async () => {
    browser = await openConsoleBrowser()
    fake = await FakeConsole.open(sampleState())
    fake.records = Array.from({ length: count }, (_, index) => manyOf(index + 1))
  })
  afterAll(async () => {
    await browser.close()
    await fake.close()
  })

  test('has few nodes, scrolls with little work, and is filtered a slice a frame', async () => {
    const { page, complaints } = await openPage(browser, fake.url)
    await page.keyboard.press('t')
    await page.getByText('100,000 messages').waitFor({ timeout: 60_000 })
    const list = page.getByRole('listbox', { name: 'Messages' })
    const nodes = () => list.evaluate((element) => element.querySelectorAll('*').length)
    expect(await nodes()).toBeLessThanOrEqual(200)

    // As a wheel does, some rows a frame; and as whoever drags the bar, with other rows in each frame.
    for (const [name, pixels] of [
      ['wheel', 100],
      ['bar', 15_700],
    ] as const) {
      const frames = await frameWork(page, () => list.evaluate(scrollBy, pixels))
      console.log(
        `${name}: ${frames.count} frames, ${frames.p95.toFixed(1)} ms of work at p95, ${frames.most.toFixed(1)} ms at most`,
      )
      expect(frames.count).toBeGreaterThan(100)
    }
    expect(await nodes()).toBeLessThanOrEqual(200)

    // While the bar is dragged, rows have time and method alone; when it stands still they have everything.
    expect(await list.evaluate(columnsWhileDragged)).toEqual(['what'])
    await list.locator('.row-line .size').first().waitFor()
    expect(await list.evaluate(columnsOf)).toEqual(['what', 'of', 'about', 'size'])

    // Each row is in its place, whether it was dragged there or wheeled.
    const places = [20_001, 20_010]
    expect(await list.evaluate(placesOf, places)).toEqual([0, 216])
    await list.evaluate(scrollTo, 480_024)
    expect(await list.evaluate(placesOf, places)).toEqual([-24, 192])

    await page.getByLabel('Filter messages').fill('method:tools/call status:error')
    await page.getByText('1,000 of 100,000').waitFor()
    expect(recordsPerFrame).toBeLessThanOrEqual(4_000)

    const heap = await usedHeap(page)
    console.log(`heap: ${(heap / 1e6).toFixed(0)} MB with ${count} messages`)
    expect(heap).toBeLessThan(150e6)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('is walked through by the keyboard, with the details of each message', async () => {
    fake.details.set(count, {
      http: { status: 200, headers: { 'content-type': 'application/json', 'mcp-method': 'tools/call' } },
      message: { result: { ok: true } },
      related: [count - 1],
    })
    const { page } = await openPage(browser, fake.url)
    await page.getByText('100,000 messages').waitFor({ timeout: 60_000 })
    const list = page.getByRole('listbox', { name: 'Messages' })
    await list.focus()
    await page.keyboard.press('End')
    await page.getByRole('complementary', { name: 'Message' }).getByText('mcp-method').waitFor()
    expect(await page.locator('.detail .headers dt').allTextContents()).toEqual(['mcp-method', 'content-type'])
    expect(await page.locator('.detail').evaluate(leftsOf)).toEqual([0, 0])
    expect(await list.getAttribute('aria-activedescendant')).toBe(`message-${count}`)
    await page.keyboard.press('k')
    expect(await page.locator('[aria-selected=true]').getAttribute('id')).toBe(`message-${count - 1}`)
    await page.keyboard.press('Escape')
    expect(await page.locator('.detail').count()).toBe(0)
    await page.context().close()
  })
})

/** Runs in the page. */
async function scrollBy(element: Element, pixels: number): Promise<void> {
  for (let step = 1; step <= 150; step += 1) {
    element.scrollTop = 20_000 + step * pixels
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Runs in the page: the columns of the rows that are drawn after a jump of many screens. */
async function columnsWhileDragged(element: Element): Promise<readonly string[]> {
  element.scrollTop = 480_000
  const row = () => element.querySelector('[aria-posinset="20001"]')
  while (row() === null) await new Promise(requestAnimationFrame)
  return [...(row()?.querySelectorAll('span') ?? [])].map(({ className }) => className)
}

/** Runs in the page: how far below the top of the list the messages stand. */
function placesOf(element: Element, positions: readonly number[]): readonly number[] {
  const top = element.getBoundingClientRect().top
  return positions.map((position) => {
    const row = element.querySelector(`[aria-posinset="${position}"]`)
    return (row?.getBoundingClientRect().top ?? Number.NaN) - top
  })
}

/** Runs in the page: scrolls as a wheel does, and waits until the rows that come in are drawn. */
async function scrollTo(element: Element, top: number): Promise<void> {
  element.scrollTop = top
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}

/** Runs in the page: how far the words of the quiet buttons stand from the left edge of what is above them. */
function leftsOf(detail: Element): readonly number[] {
  const edge = detail.querySelector('.facts')?.getBoundingClientRect().left ?? Number.NaN
  return [...detail.querySelectorAll('section > button')].map((button) => {
    const words = document.createRange()
    words.selectNodeContents(button)
    return Math.round(words.getBoundingClientRect().left - edge)
  })
}

function columnsOf(element: Element): readonly string[] {
  return [...(element.querySelector('.row-line')?.querySelectorAll('span') ?? [])].map(({ className }) => className)
}

function manyOf(seq: number): MessageRecord {
  const isFailure = seq % 100 === 0
  const kind = seq % 2 === 0 ? 'response' : 'request'
  return record(seq, seq * 3, {
    kind,
    from: kind === 'request' ? 'client' : 'server',
    method: 'tools/call',
    id: String(seq >> 1),
    name: `tool_${seq % 50}`,
    bytes: seq,
    isFailure,
  })
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
