import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** Whether there is a browser to test with; where there is none, that is printed. */
export const hasBrowser = existsSync(executablePath)
if (!hasBrowser) console.warn(`There is no ${executablePath}: the tests with a real browser do not run.`)

/** A headless browser with a profile of its own. Whoever opens it closes it. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args], headless: true })
}

/** Signs in where that is wanted, and answers what a client asks for. Returns what it asked for. */
export async function answerClient(page: Page, name: string, answer: 'allow' | 'decline'): Promise<Asked> {
  const button = page.locator('button[name=answer]').first()
  await button.waitFor()
  if ((await button.getAttribute('value')) === 'sign-in') {
    await page.getByLabel('Name').fill(name)
    await button.click()
    await page.locator('#client').waitFor()
  }
  const asked = {
    client: await page.locator('#client').textContent(),
    host: await page.locator('#host').textContent(),
    scopes: await page.locator('li').allTextContents(),
  }
  await page.locator(`button[value=${answer}]`).click()
  return asked
}

/** What a person reads at the authorization server. */
export interface Asked {
  readonly client: string | null
  /** Where they are sent back to. */
  readonly host: string | null
  readonly scopes: readonly string[]
}
