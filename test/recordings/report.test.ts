import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { cli } from '../cli/run-program.js'
import { node, run, TapFolder } from '../tap/tapped.js'

const header = '{"format":"omniport-recording","version":1,"started":"2026-01-01","target":{"command":"a","args":[]}}'
const evil = '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1"><!--'
const line = (ms: number, from: string, rest: object) =>
  JSON.stringify({ ms, transport: 'stdio', connection: 1, from, ...rest })

describe.skipIf(!hasBrowser)('a report in a browser', () => {
  let folder: TapFolder
  let browser: Browser

  beforeAll(async () => {
    folder = await TapFolder.create()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await folder.remove()
  })

  async function open(name: string, lines: Iterable<string>): Promise<{ page: Page; problems: string[] }> {
    const file = join(folder.folder, `${name}.jsonl`)
    const output = createWriteStream(file)
    for (const text of lines) if (!output.write(`${text}\n`)) await once(output, 'drain')
    output.end()
    await once(output, 'close')
    const html = join(folder.folder, `${name}.html`)
    expect((await run([node, cli, 'view', file, '--html', html], '')).code).toBe(0)
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => !request.url().startsWith('file:') && problems.push(request.url()))
    await page.goto(pathToFileURL(html).href)
    await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 60_000 })
    return { page, problems }
  }

  test('shows what was said, finds it, and goes from a request to its answer', async () => {
    const { page, problems } = await open('plain', [
      header,
      line(1, 'client', { message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } } }),
      line(2, 'client', { message: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
      line(41, 'server', { message: { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'Unknown tool' } } }),
    ])
    expect(await page.textContent('#count')).toBe('3 entries, 2 failed')
    await page.getByRole('button', { name: 'Go to the answer' }).click()
    expect(await page.textContent('#details h2')).toBe('tools/call -32602 Unknown tool')
    await page.fill('#filter', 'method:initialized')
    await page.waitForFunction(() => document.querySelectorAll('.row').length === 1)
    await page.focus('#list')
    await page.keyboard.press('Home')
    expect(await page.textContent('#details h2')).toBe('notifications/initialized')
    expect(problems).toEqual([])
    await page.close()
  })

  test('runs nothing of what was said', async () => {
    const { page, problems } = await open('evil', [
      JSON.stringify({ ...JSON.parse(header), started: evil, target: { command: evil, args: [evil] } }),
      line(1, 'client', { message: { jsonrpc: '2.0', id: evil, method: evil, params: { name: evil, [evil]: evil } } }),
      line(2, 'server', { message: { jsonrpc: '2.0', id: evil, error: { code: evil, message: evil } } }),
      line(3, 'server', { stream: 'stderr', text: evil }),
    ])
    expect(await page.textContent('#target')).toBe(`${evil} ${evil}`)
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('[window.pwned, document.images.length, document.scripts.length]')).toEqual([
      undefined,
      0,
      2,
    ])
    expect(problems).toEqual([])
    await page.close()
  })

  test('has few elements for 100,000 messages', async () => {
    function* lines(): Generator<string> {
      yield header
      for (let id = 1; id <= 50_000; id += 1) {
        yield line(id, 'client', { message: { jsonrpc: '2.0', id, method: 'ping' } })
        yield line(id, 'server', { message: { jsonrpc: '2.0', id, result: {} } })
      }
    }
    const { page, problems } = await open('large', lines())
    expect(await page.textContent('#count')).toBe('100,000 entries, 0 failed')
    await page.focus('#list')
    await page.keyboard.press('End')
    await page.waitForSelector('#row-99999')
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(800)
    expect(await page.textContent('#row-99999 .id')).toBe('50000')
    expect(problems).toEqual([])
    await page.close()
  }, 120_000)
})
