import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deno, hasDeno } from '../support/deno.js'
import { install, pack } from '../support/install-package.js'
import { root } from '../support/root.js'

const run = promisify(execFile)
const flags = ['run', '--quiet', '--allow-all']
const revisions = ['2026-07-28', '2025-11-25'] as const
const content = [{ type: 'text', text: '2' }]

describe.skipIf(!hasDeno)('the packed library in Deno', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deno-'))
    install('omniport', pack('omniport', folder), folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    cpSync(join(root, 'test/web/programs/deno'), folder, { recursive: true })
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Deno keeps what it compiled in a folder, and looks for newer releases of itself. */
  const env = () => ({ DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' })

  /** Runs the client in Deno, and returns what it printed. */
  async function callFromDeno(target: string, revision: string): Promise<unknown> {
    const { stdout } = await run(deno, [...flags, 'client.js', target, revision], {
      cwd: folder,
      env: env(),
      timeout: 60_000,
    })
    return JSON.parse(stdout)
  }

  test('serves clients over HTTP', { timeout: 60_000 }, async () => {
    const child = spawn(deno, [...flags, 'http-server.js'], {
      cwd: folder,
      env: env(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    try {
      const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
      for (const revision of revisions) {
        await using client = await connect(`http://127.0.0.1:${port}/mcp`, { revision })
        expect((await client.callTool('add', { a: 1 })).content).toEqual(content)
      }
    } finally {
      child.kill()
      await ended
    }
  })

  test.each(revisions)('serves clients over stdio, which it starts, at %s', { timeout: 60_000 }, async (revision) => {
    const command = { command: deno, args: [...flags, 'stdio-server.js'], env: env(), cwd: folder }
    await using client = await connect(command, { revision })
    expect((await client.callTool('add', { a: 1 })).content).toEqual(content)
    expect(await callFromDeno('stdio', revision)).toEqual({ revision, content })
  })

  test.each(revisions)('calls servers over HTTP, at %s', { timeout: 60_000 }, async (revision) => {
    const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const
    const add = tool({ input, run: ({ a }) => String(a + 1) })
    await using server = createServer({ name: 'node', version: '1', tools: { add } })
    await using served = await serveHttp(server, { port: 0 })
    expect(await callFromDeno(served.url, revision)).toEqual({ revision, content })
  })
})
