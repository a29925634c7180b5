import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../auth/browser.js'
import { allViews } from './all-views.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { sampleRecords, sampleState } from './sample-state.js'

/** The longest walk through one view: more stops than any view has. */
const maxStops = 200

describe.skipIf(!hasBrowser)('every action has a key', { timeout: 240_000 }, () => {
  let browser: Browser
  let fake: FakeConsole
  beforeAll(async () => {
    browser = await openConsoleBrowser()
    fake = await FakeConsole.open(sampleState())
    fake.records = [...sampleRecords]
  })
  afterAll(async () => {
    await browser.close()
    await fake.close()
  })

  test('whatever a pointer can use is reached with Tab, in any view', async () => {
    const { page, complaints } = await openPage(browser, fake.url)
    await watchPointers(page)
    await page.reload()
    await page.locator('.rows-frame [role=option]').first().waitFor()
    expect(['around the view', await missedBy(page, '.shell', 'body')]).toEqual(['around the view', []])
    for (const view of allViews) {
      await page.evaluate((hash) => {
        location.hash = `#/${hash}`
      }, view)
      await page.locator('main').first().waitFor({ state: 'attached' })
      await page.locator('.loading').waitFor({ state: 'detached' })
      await page.locator('details').evaluateAll((all) => {
        for (const each of all) each.setAttribute('open', '')
      })
      expect([view, await missedBy(page, '#main', '#main')]).toEqual([view, []])
    }
    // What would be for pointers alone is found.
    await page.evaluate(() => {
      const part = document.createElement('i')
      part.textContent = 'for pointers'
      part.addEventListener('click', () => {})
      document.querySelector('#main main')?.append(part)
    })
    expect(await missedBy(page, '#main', '#main')).toEqual(['<i>for pointers</i>'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('the time in the lanes is chosen, moved, stretched and given up with the arrow keys', async () => {
    const { page } = await openPage(browser, fake.url)
    await page.locator('.rows-frame [role=option]').first().waitFor()
    const lanes = page.getByRole('slider', { name: /lane/ })
    const all = await page.locator('.timeline-bar [role=status]').textContent()
    expect(await lanes.getAttribute('aria-valuetext')).toBe('all times')
    await lanes.focus()
    await page.keyboard.press('ArrowRight')
    const first = await lanes.getAttribute('aria-valuetext')
    expect(first).toMatch(/ from \d\d:\d\d:\d\d/)
    await page.locator('.timeline-bar .chip').waitFor()
    await page.keyboard.press('ArrowRight')
    const second = await lanes.getAttribute('aria-valuetext')
    expect([second?.split(' from ')[0], second === first]).toEqual([first?.split(' from ')[0], false])
    await page.keyboard.press('Shift+ArrowRight')
    const third = await lanes.getAttribute('aria-valuetext')
    expect([third?.split(' from ')[1], third === second]).toEqual([second?.split(' from ')[1], false])
    await page.keyboard.press('Escape')
    expect(await lanes.getAttribute('aria-valuetext')).toBe('all times')
    await page.locator('.timeline-bar [role=status]', { hasText: all ?? '' }).waitFor()
    await page.context().close()
  })

  test.each([
    ['what finds things', { key: 'k', ctrlKey: true }, 'combobox'],
    ['the help', { key: '?' }, 'dialog'],
  ])('the key that follows the one that opens %s is for it, however soon', async (_, init, role) => {
    const { page } = await openPage(browser, fake.url)
    await page.locator('.rows-frame [role=option]').first().waitFor()
    const focused = await page.evaluate(async (init) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
      await Promise.resolve() // the next key is a task of its own, and this is before any other
      const focus = document.activeElement
      return focus?.getAttribute('role') ?? focus?.closest('dialog')?.localName
    }, init)
    expect(focused).toBe(role)
    await page.context().close()
  })

  test('the height of the timeline is changed with the arrow keys', async () => {
    const { page } = await openPage(browser, fake.url)
    const splitter = page.getByRole('separator', { name: 'Height of the timeline' })
    const before = Number(await splitter.getAttribute('aria-valuenow'))
    await splitter.focus()
    await page.keyboard.press('ArrowUp')
    expect(Number(await splitter.getAttribute('aria-valuenow'))).toBe(before + 24)
    await page.context().close()
  })
})

interface Watched {
  readonly forPointers: Set<Element>
  readonly reached: Set<Element>
}

/** From the next load on, the page knows what listens to a pointer, and what had the focus. */
async function watchPointers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = { forPointers: new Set<Element>(), reached: new Set<Element>() }
    Object.assign(globalThis, { watched })
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...args: Parameters<typeof addEventListener>
    ) {
      if (this instanceof Element && /^(click|pointerdown|dblclick)$/.test(args[0])) watched.forPointers.add(this)
      addEventListener.apply(this, args)
    }
    document.addEventListener('focusin', ({ target }) => target instanceof Element && watched.reached.add(target))
  })
}

/** Walks with Tab from the start of `from` until the focus leaves it. Returns what is for pointers in it and had no focus. */
async function missedBy(page: Page, within: string, from: string): Promise<readonly string[]> {
  await page.evaluate((selector) => {
    const start = document.querySelector<HTMLElement>(selector)
    if (selector === 'body') (document.activeElement as HTMLElement | null)?.blur()
    else start?.focus()
    ;(globalThis as unknown as { watched: Watched }).watched.reached.clear()
  }, from)
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      (selector) => document.activeElement !== document.body && document.activeElement?.closest(selector) !== null,
      within,
    )
    if (!isInside) break
  }
  return page.evaluate((selector) => {
    const { forPointers, reached } = (globalThis as unknown as { watched: Watched }).watched
    const root = document.querySelector(selector)
    const native = root?.querySelectorAll('button, a[href], input, select, textarea, summary') ?? []
    const wasReached = (element: Element) =>
      // Elements of a list are chosen with the arrow keys of the list.
      reached.has(element) || reached.has(element.closest('[role=listbox]') ?? element)
    return [...new Set([...native, ...forPointers])]
      .filter((element) => element.isConnected && root?.contains(element) === true)
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [tabindex="-1"]'),
      )
      .filter((element) => !wasReached(element))
      .map((element) => element.outerHTML.slice(0, 160))
  }, within)
}
