import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../../auth/browser.js'
import { openConsoleBrowser, openPage } from '../page/open-page.js'
import { workshop } from './open-test-console.js'

const command = fileURLToPath(new URL('../../../packages/omniport/dist/bundle/cli/main.js', import.meta.url))

describe.skipIf(!hasBrowser)('the page of the command', () => {
  let browser: Browser
  let folder = ''
  let child: ChildProcess | undefined
  beforeAll(async () => {
    browser = await openConsoleBrowser()
    folder = mkdtempSync(join(tmpdir(), 'console-real-'))
  })
  afterAll(async () => {
    child?.kill('SIGKILL')
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows the tools of a server, and calls one', async () => {
    const startedAt = performance.now()
    const started = spawn(process.execPath, [command, 'console', '--', workshop.command, ...workshop.args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    const ended = new Promise((resolve) => started.once('exit', resolve))
    const address = await new Promise<string>((resolve) => {
      started.stdout.setEncoding('utf8').on('data', (text: string) => resolve(/http:\S+/.exec(text)?.[0] ?? ''))
    })
    const addressMs = performance.now() - startedAt
    const { page, complaints } = await openPage(browser, address)
    await page.getByText('echo', { exact: true }).first().waitFor()
    console.log(
      `address after ${Math.round(addressMs)} ms, catalogue after ${Math.round(performance.now() - startedAt)} ms`,
    )
    expect(page.url()).not.toContain('token')
    await page.getByText('echo', { exact: true }).first().click()
    await page.getByLabel('text', { exact: false }).first().fill('hello from the page')
    await page.getByRole('button', { name: /^Call/ }).first().click()
    await page.getByText('hello from the page').last().waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
    started.kill('SIGINT')
    expect(await ended).toBe(0)
  })
})
