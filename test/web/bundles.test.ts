import { mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, tool } from 'omniport'
import type { Authenticate } from 'omniport/http'
import { type ServedHttp, serveHttp } from 'omniport/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openBrowser } from '../auth/browser.js'
import { bundlers, codeIn } from './bundlers.js'
import { type ServedFiles, serveFiles } from './serve-files.js'

const names = builtinModules.filter((name) => !name.startsWith('_')).join('|')

/** An import of a part of Node, or of a package that exists for Node only. */
const partOfNode = new RegExp(`\\b(from|import|require)\\s*\\(?\\s*["'\`](node:|(${names}|undici|cross-spawn)["'\`])`)

const auth: Authenticate = ({ headers }) =>
  headers.get('authorization') === 'Bearer secret-token' ? { id: 'ada', scopes: [], claims: {} } : { denied: 'missing' }

describe.each(Object.entries(bundlers))('a client, bundled by %s for browsers', (_, bundle) => {
  let folder = ''
  let files: ServedFiles
  let server: ServedHttp
  let browser: Browser | undefined
  let page: Page
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'web-'))
    await bundle('client', folder)
    const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const
    const add = tool({ input, run: ({ a }) => String(Number(a) + 1) })
    server = await serveHttp(createServer({ name: 'a', version: '1', tools: { add } }), { port: 0, auth })
    files = await serveFiles(folder, '<!doctype html><script type="module" src="/client.js"></script>')
    if (!hasBrowser) return
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(files.url)
    await page.waitForFunction(() => 'callAdd' in globalThis)
  })
  afterAll(async () => {
    await browser?.close()
    await server.close()
    await files.close()
    rmSync(folder, { recursive: true })
  })

  test('has no parts of Node', () => {
    const code = Object.entries(codeIn(folder))
    expect(code.length).toBeGreaterThan(1)
    expect(code.filter(([, text]) => partOfNode.test(text)).map(([name]) => name)).toEqual([])
  })

  /** Runs in the page. Returns the text of the result, or the error. */
  const callAdd = (target: unknown, options: object) =>
    page.evaluate(
      async ([target, options]) => {
        const { callAdd } = globalThis as unknown as PageGlobals
        return callAdd(target, options).catch((error: CodedError) => `${error.code}: ${error.message}`)
      },
      [target, options] as const,
    )

  test.skipIf(!hasBrowser).each(['2026-07-28', '2025-06-18', '2024-11-05'])(
    'calls a tool from Chromium in %s',
    async (revision) => {
      const url = revision === '2024-11-05' ? server.url.replace('/mcp', '/sse') : server.url
      const headers = { authorization: 'Bearer secret-token' }
      expect(await callAdd({ url, headers }, { revision })).toBe('2')
    },
  )

  test.skipIf(!hasBrowser)('authorizes', async () => {
    expect(await callAdd(server.url, { auth: { token: 'secret-token' } })).toBe('2')
  })

  test.skipIf(!hasBrowser)('says that it starts no programs', async () => {
    expect(await callAdd({ command: 'notes-server' }, {})).toBe(
      'unsupported: connect: "notes-server" cannot be started: browsers and workers start no programs; connect to the URL of a server',
    )
  })
})

interface PageGlobals {
  callAdd(target: unknown, options: unknown): Promise<string>
}

interface CodedError extends Error {
  readonly code?: string
}
