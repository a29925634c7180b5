import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../auth/browser.js'

const quietly = [
  ...[
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
  // Grey edges of letters: pictures are smaller, and the same on any screen.
  ...['--font-render-hinting=none', '--disable-lcd-text'],
]

/** A browser for the page of the console. Whoever opens it closes it. */
export function openConsoleBrowser(): Promise<Browser> {
  return openBrowser(quietly)
}

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** The time that the page sees, always the same. Default: that of the machine. */
  readonly now?: number
}

/** A page, and what its policy and its scripts complained about. */
export interface WatchedPage {
  readonly page: Page
  /** Violations of the policy, errors of scripts, and what a script of foreign text would call. */
  readonly complaints: string[]
}

/** Opens an address in a profile of its own. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const { colorScheme = 'light', width = 1440, height = 900, now } = options
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('reportAttack', (text: string) => complaints.push(`attack: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (globalThis as unknown as { reportAttack(text: string): void }).reportAttack(
        `policy ${violatedDirective} ${blockedURI}`,
      )
    })
  })
  if (now !== undefined) await page.clock.setFixedTime(now)
  await page.goto(url)
  await page.locator('.shell').waitFor()
  return { page, complaints }
}
