import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'omniport/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { verifies } from '../requirements/verifies.js'
import { modernHeaders, modernRequest, postHeaders } from '../support/http-client.js'
import { bundleWorker } from './bundlers.js'
import { hasWorkerd, type StartedWorker, startWorkerd } from './start-workerd.js'

const call = { name: 'add', arguments: { a: 1 } }

describe.skipIf(!hasWorkerd)('a fetch handler in workerd, without allowedHosts', () => {
  let folder = ''
  let worker: StartedWorker
  let browser: Browser | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'workerd-'))
    await bundleWorker(folder)
    worker = await startWorkerd(folder)
    // Both names have become those of this machine, as by DNS rebinding.
    const rules = ['evil.example', 'app.example'].map((name) => `MAP ${name} 127.0.0.1:${worker.port}`)
    // Chromium has a guard of its own, which other browsers lack.
    const flags = [`--host-resolver-rules=${rules.join(',')}`, '--disable-features=LocalNetworkAccessChecks']
    if (hasBrowser) browser = await openBrowser(flags)
  })
  afterAll(async () => {
    await browser?.close()
    await worker?.close()
    rmSync(folder, { recursive: true })
  })

  test('serves a client of today and one of the past', async () => {
    for (const revision of ['2026-07-28', '2025-06-18'] as const) {
      await using client = await connect(`http://127.0.0.1:${worker.port}/mcp`, { revision })
      expect((await client.callTool('add', { a: 1 })).content).toEqual([{ type: 'text', text: '2' }])
      expect((await client.callTool('add', { a: 2 })).content).toEqual([{ type: 'text', text: '3' }])
    }
  })

  /** Loads a page at `host`, which then calls the worker under the name that it was loaded from. */
  async function callFromPage(host: string, path: string) {
    const page = await (await (browser as Browser).newContext()).newPage()
    await page.route(`http://${host}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(`http://${host}/`)
    const init = {
      method: 'POST',
      headers: { ...postHeaders, ...modernHeaders('tools/call', call) },
      body: JSON.stringify(modernRequest('tools/call', call)),
    }
    return page.evaluate(
      async ([path, init]) => {
        const response = await fetch(path, init)
        return [response.status, await response.json()] as const
      },
      [path, init] as const,
    )
  }

  test.skipIf(!hasBrowser).each([
    ['where no origin is listed', '/mcp'],
    ['where another origin is listed', '/open'],
  ])('refuses a page that has reached it by DNS rebinding, %s', async (_, path) => {
    verifies('HTTP-03', 'HTTP-04')
    const [status, answer] = await callFromPage('evil.example', path)
    expect([status, answer.error.message]).toEqual([403, expect.stringContaining('allowedOrigins')])
  })

  test.skipIf(!hasBrowser)('answers a page whose origin is listed, whatever its Host is', async () => {
    const [status, answer] = await callFromPage('app.example', '/open')
    expect([status, answer.result.content]).toEqual([200, [{ type: 'text', text: '2' }]])
  })
})
