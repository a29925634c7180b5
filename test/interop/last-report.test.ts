import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { serveHttp } from 'omniport/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Driver } from './drivers/driver.js'
import { openSdk1 } from './drivers/sdk-1-driver.js'
import { sdk1Releases, startWith } from './drivers/sdk-1-releases.js'
import { openSdk2, startWithSdk2 } from './drivers/sdk-2-driver.js'
import { server } from './programs/reports-at-once.mjs'

const program = fileURLToPath(new URL('./programs/reports-at-once.mjs', import.meta.url))
const command = { command: process.execPath, args: [program, 'stdio'] }

/** The last reports of fifty calls of a tool that reports and returns at once. */
async function lastReports(driver: Driver): Promise<readonly unknown[]> {
  onTestFinished(() => driver.close())
  const received: unknown[] = []
  for (let call = 0; call < 50; call += 1) {
    let last: unknown
    const onProgress = ({ progress }: { readonly progress?: unknown }) => {
      last = progress
    }
    await driver.callTool('count', {}, { onProgress })
    received.push(last)
  }
  return received
}

const all = Array.from({ length: 50 }, () => 2)

// The pause is 5 ms, and a client that is busy for longer reads both in one chunk: on a busy machine some attempts may fail.
describe('the last report before a result arrives', { retry: 5, timeout: 60_000 }, () => {
  test.each(sdk1Releases)('over stdio, in the client of SDK $name', async ({ load }) => {
    const sdk = await load()
    expect(await lastReports(await openSdk1(sdk, startWith(sdk, command)))).toEqual(all)
  })

  test.each(['auto', 'legacy'] as const)('over stdio, mostly, in the client of SDK 2, %s', async (mode) => {
    const reports = await lastReports(await openSdk2(startWithSdk2(command), mode))
    expect(reports.filter((report) => report === 2).length).toBeGreaterThan(25)
  })

  test.each(sdk1Releases.slice(1))('over HTTP, in the client of SDK $name', async ({ load }) => {
    const { url, close } = await serveHttp(server, { port: 0 })
    onTestFinished(close)
    const sdk = await load()
    expect(await lastReports(await openSdk1(sdk, sdk.openTransport(new URL(url)) as never))).toEqual(all)
  })

  test.each(['auto', 'legacy'] as const)('over HTTP, in the client of SDK 2, %s', async (mode) => {
    const { url, close } = await serveHttp(server, { port: 0 })
    onTestFinished(close)
    expect(await lastReports(await openSdk2(new StreamableHTTPClientTransport(new URL(url)), mode))).toEqual(all)
  })
})
