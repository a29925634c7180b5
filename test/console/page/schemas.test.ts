import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tool } from '../../../packages/console/src/api/contract.js'
import { hasBrowser } from '../../auth/browser.js'
import { root } from '../../support/root.js'
import { FakeConsole } from './fake-console.js'
import { openConsoleBrowser, openPage } from './open-page.js'
import { emptyState, sampleServer } from './sample-state.js'

const file = join(root, 'packages/console/src/form/fixtures/json-schema-tests.gen.json')
const { groups } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly groups: readonly { readonly schema: unknown }[]
}

/** A tool for each schema: as its arguments, and as a member of them. */
const tools = groups.flatMap(({ schema }, index) =>
  [schema, { type: 'object', properties: { value: schema }, required: ['value'] }].map((inputSchema, place) => ({
    name: `t${index}_${place}`,
    modelName: `t${index}_${place}`,
    inputSchema,
    tokens: 1,
    definition: '',
    pin: 'pinned',
    findings: [],
    isForApps: false,
  })),
) as unknown as readonly Tool[]

/** Few tools each, since a list is laid out anew whenever another of its tools is shown. */
const servers = Array.from({ length: Math.ceil(tools.length / 30) }, (_, index) => ({
  name: `odd${index}`,
  tools: tools.slice(index * 30, (index + 1) * 30),
}))
const views = servers.flatMap(({ name: server, tools: own }) => own.map(({ name }) => ({ server, name })))

describe.skipIf(!hasBrowser)('the schemas of the official suite', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  test('leave no page blank, and each has a button to call', async () => {
    const state = {
      ...emptyState(),
      servers: servers.map(({ name, tools: own }) => sampleServer(name, { counts: { tools: own.length } })),
      catalogues: servers.map(({ name, tools: own }) => ({ server: name, tools: own, problems: {} })),
    }
    const fake = await FakeConsole.open(state)
    const { page, complaints } = await openPage(browser, fake.url)
    const shown = await page.evaluate(async (wanted) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const found: string[] = []
      for (const { server, name } of wanted) {
        location.hash = `#/servers/${server}/tools/${name}`
        const isShown = () => document.querySelector('.form h1')?.textContent === name
        for (let frame = 0; frame < 100 && !isShown(); frame += 1) await nextFrame()
        const hasForm = document.querySelector('.call-form textarea, .call-form input, .call-form p, .call-form .field')
        if (isShown() && hasForm !== null && document.querySelector('.call-form .go') !== null) found.push(name)
      }
      return found
    }, views)
    expect(tools.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
    await fake.close()
  })
})
