import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createServer, resource, skill, tool } from 'omniport'
import { type ServedHttp, serveHttp } from 'omniport/node'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { server as sales } from '../../../examples/apps/dist/server.js'
import { type Console, openConsole } from '../../../packages/omniport/src/console/open-console.js'
import { bundleProgram, toPage } from '../../apps/bundle-page.js'
import { hasBrowser } from '../../auth/browser.js'
import { root } from '../../support/root.js'
import { openConsoleBrowser, openPage } from './open-page.js'

const uri = 'ui://official/view'

/** A server whose app has the official library in it. */
async function officialApp() {
  const html = toPage(await bundleProgram('official-view'))
  return createServer({
    name: 'official',
    version: '1.0.0',
    tools: {
      look: tool({ description: 'Has an app', _meta: { ui: { resourceUri: uri } }, run: () => 'seen' }),
    },
    resources: {
      view: resource({ uri, mimeType: 'text/html;profile=mcp-app', read: async () => html }),
    },
  })
}

const skilled = createServer({
  name: 'skilled',
  version: '1.0.0',
  skills: [
    skill({
      name: 'refunds',
      description: 'Refund a customer',
      prefix: 'acme',
      instructions: '# Refunds\n\nAnswer as in **examples/email.md**.',
      files: { 'examples/email.md': 'Dear customer' },
    }),
  ],
})

describe.skipIf(!hasBrowser)('what servers offer besides plain tools', { timeout: 120_000 }, () => {
  const served: ServedHttp[] = []
  let folder = ''
  let browser: Browser
  let opened: Console
  beforeAll(async () => {
    const serve = async (server: Parameters<typeof serveHttp>[0]) => {
      const one = await serveHttp(server, { port: 0 })
      served.push(one)
      return { url: one.url }
    }
    folder = mkdtempSync(join(tmpdir(), 'console-offers-'))
    const programs = 'packages/omniport/src/host/fixtures/changes-when-restarted.mjs'
    opened = await openConsole({
      release: '0.1.0',
      servers: {
        sales: await serve(sales),
        official: await serve(await officialApp()),
        skilled: await serve(skilled),
        sdk: { command: process.execPath, args: [join(root, 'test/interop/programs/sdk-2-apps-server.mjs')] },
        changing: { command: process.execPath, args: [join(root, programs), folder] },
      },
      start: ['sales', 'official', 'skilled', 'sdk', 'changing'],
      assets: join(root, 'packages/omniport/dist/bundle/console'),
    })
    browser = await openConsoleBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await opened.close()
    for (const one of served) await one.close()
    rmSync(folder, { recursive: true })
  })

  const show = async (view: string) => {
    const { page, complaints } = await openPage(browser, `${opened.address.replace(/&to=.*/, '')}&to=/${view}`)
    return { page, complaints }
  }

  /** Shows the app of the tool on the screen, after the question whether it may. */
  const showApp = async (page: Page): Promise<FrameLocator> => {
    await page.getByRole('button', { name: 'Show its app' }).click()
    await page
      .getByRole('region', { name: /wants to show an app/ })
      .getByRole('button', { name: 'Show it' })
      .click()
    return page.frameLocator('.app-frame iframe').frameLocator('iframe')
  }

  test('an app shows the last call of its tool, and each of its own calls is a question beside it', async () => {
    const { page, complaints } = await show('servers/sales/tools/show_sales')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.state.done').waitFor()
    const app = await showApp(page)
    await app.getByText('6 months, at most').waitFor()
    await app.locator('select').selectOption('south')
    const question = page.getByRole('region', { name: /sales is about to be called/ })
    await question.getByText('south').first().waitFor()
    await question.getByRole('button', { name: 'Call it' }).click()
    await page.getByText('The chart shows the region south.').waitFor()
    await app.locator('select').selectOption('north')
    await question.getByRole('button', { name: "Don't allow" }).click()
    await app.getByText('The sales are not there.').waitFor()
    await page.getByText('Got an error: sales__show_sales was not called: a person denied it').waitFor()
    await page.getByRole('button', { name: 'Close the app' }).click()
    await page.locator('.app-frame').waitFor({ state: 'detached' })
    expect(ownOf(complaints)).toEqual([])
    await page.context().close()
  })

  test('an app calls a tool that models do not get, and what it says in the conversation is told', async () => {
    const { page, complaints } = await show('servers/sales/tools/start_order')
    await page.getByLabel('article').fill('soap')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const app = await showApp(page)
    await app.getByRole('button').click()
    await page
      .getByRole('region', { name: /is about to be called/ })
      .getByRole('button', { name: 'Call it' })
      .click()
    await app.getByText('Ordered: 1 × soap').waitFor()
    await page.getByText('I have ordered 1 × soap.').waitFor()
    await page.locator('a[href="#/history"]').click()
    await page.locator('.history').getByText('send_order').waitFor()
    expect(ownOf(complaints)).toEqual([])
    await page.context().close()
  })

  test('an app with the official library is told of the call, its result and the page', async () => {
    const { page } = await show('servers/official/tools/look')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.state.done').waitFor()
    await showApp(page)
    const notes = page.getByRole('list', { name: 'What the app told' })
    await notes.getByText('"connected"').waitFor()
    await notes.getByText('["input",{"arguments":{}}]').waitFor()
    await notes.getByText('"text":"seen"').waitFor()
    await page.context().close()
  })

  test('an app of a server with the official SDK is shown after its domains were, and not without consent', async () => {
    const { page } = await show('servers/sdk/tools/show')
    await page.getByRole('button', { name: 'Show its app' }).click()
    const question = page.getByRole('region', { name: /wants to show an app/ })
    await question.getByText('https://time.example').first().waitFor()
    await question.getByRole('button', { name: "Don't allow" }).click()
    await page.locator('.app-start .failure').waitFor()
    const app = await showApp(page)
    await app.getByText('12:00').waitFor()
    await page.context().close()
  })

  test('a skill is read once it is allowed, and then its files', async () => {
    const { page, complaints } = await show('servers/skilled/skills')
    await page.locator('ul[data-list] a', { hasText: 'refunds' }).click()
    await page.getByRole('button', { name: 'Load it' }).click()
    await page.getByRole('button', { name: 'Allow it' }).click()
    await page.locator('.side .markdown strong', { hasText: 'examples/email.md' }).waitFor()
    await page.getByRole('button', { name: 'examples/email.md' }).click()
    await page.locator('.side').getByText('Dear customer').waitFor()
    expect(ownOf(complaints)).toEqual([])
    await page.context().close()
  })

  test('a tool that changed is not called until the change was seen and approved', async () => {
    const { page, complaints } = await show('servers/changing/overview')
    await page.getByText('2025-11-25').first().waitFor()
    await page.getByRole('button', { name: 'Restart' }).click()
    await page.locator('a[href="#/servers/changing/tools"]').click()
    await page.locator('ul[data-list] a', { hasText: 'speak' }).click()
    await page.getByText('This tool is not what it was').waitFor()
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.failure').getByText('blocked until the change is approved').waitFor()
    await page.getByRole('button', { name: 'See what changed' }).click()
    await page.locator('.change').getByText('Start 2').waitFor()
    await page.getByRole('button', { name: 'Approve it as it is now' }).click()
    await page.locator('.change').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.locator('.side').getByText('called at start 2').waitFor()
    expect(ownOf(complaints)).toEqual([])
    await page.context().close()
  })
})

/** Without what a browser says of a policy that is newer than it, and of an action that was refused. */
function ownOf(complaints: readonly string[]): readonly string[] {
  return complaints.filter((text) => !/directive 'webrtc'|status of 400/.test(text))
}
