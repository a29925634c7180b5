import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { connect } from '../../../entries/client.js'
import { createFileLock, digestDefinition } from '../../../entries/host.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { serveHello } from '../../fixtures/serve-hello.js'
import { diffLockCommand } from './diff-lock-command.js'

let served: Awaited<ReturnType<typeof serveHello>>
let definition: string
let cwd: string

beforeAll(async () => {
  served = await serveHello()
  const client = await connect(served.url)
  const [hello] = await client.listTools()
  await client.close()
  definition = hello === undefined ? '' : await digestDefinition(hello)
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'lock-'))
  await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { notes: { url: served.url } } }))
})

afterEach(() => rm(cwd, { recursive: true }))

async function diff(words: readonly string[], lock: string | true = true, options: Partial<RunOptions> = {}) {
  const { io, stdout } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home') } })
  const comparison = { words, lock, options: { env: [], header: [], ...options } }
  const code = await diffLockCommand(comparison, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

const pin = (pins: Readonly<Record<string, string>>, file = 'mcp.lock') =>
  createFileLock(join(cwd, file)).write(
    'notes',
    new Map(Object.entries(pins).map(([name, digest]) => [name, { definition: digest }])),
  )

const text = { text: true } as const
const other = 'a'.repeat(64)

describe('the tools of a server', () => {
  test('are those that are pinned', async () => {
    await pin({ hello: definition })
    const { code, printed } = await diff(['notes'])
    expect([code, JSON.parse(printed)]).toEqual([
      0,
      { server: 'notes', lock: join(cwd, 'mcp.lock'), pinned: 1, differences: [] },
    ])
    expect((await diff(['notes'], true, text)).printed).toBe('"notes" has the tools that are pinned: 1 tool\n')
  })

  test('have changed', async () => {
    await pin({ hello: other })
    const { code, printed } = await diff(['notes'])
    expect(JSON.parse(printed).differences).toEqual([{ tool: 'hello', change: 'changed', pinned: other, definition }])
    expect(code).toMatchObject({ code: 'invalid_result', message: 'There is 1 difference' })
  })

  test('are new, or gone', async () => {
    await pin({ gone: other })
    const { code, printed } = await diff(['notes'])
    expect(JSON.parse(printed).differences).toEqual([
      { tool: 'hello', change: 'new', definition },
      { tool: 'gone', change: 'removed', pinned: other },
    ])
    expect(code).toMatchObject({ code: 'invalid_result', message: 'There are 2 differences' })
    const rows = (await diff(['notes'], true, text)).printed
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
    expect(rows).toEqual([
      ['change', 'tool', 'pinned', 'now'],
      ['new', 'hello', definition.slice(0, 12)],
      ['removed', 'gone', other.slice(0, 12)],
    ])
  })
})

describe('the pins', () => {
  test('are in a file that is named, or beside the config file', async () => {
    await mkdir(join(cwd, 'sub'))
    await writeFile(join(cwd, 'sub/mcp.json'), JSON.stringify({ mcpServers: { notes: { url: served.url } } }))
    await pin({ hello: definition }, 'my.lock')
    expect(JSON.parse((await diff(['notes'], 'my.lock')).printed).lock).toBe(join(cwd, 'my.lock'))
    await pin({ hello: definition }, 'sub/mcp.lock')
    expect(JSON.parse((await diff(['notes'], true, { config: 'sub/mcp.json' })).printed).lock).toBe(
      join(cwd, 'sub/mcp.lock'),
    )
  })

  test('are missing', async () => {
    const message = (file: string) =>
      `diff: ${join(cwd, file)} has no pins of "notes"; "omniport host" and "omniport gateway --pin" pin its tools`
    expect((await diff(['notes'])).code).toMatchObject({ code: 'not_found', message: message('mcp.lock') })
    await rm(join(cwd, '.mcp.json'))
    expect((await diff(['notes'])).code).toMatchObject({ code: 'not_found', message: message('mcp.lock') })
  })
})

test.each<[readonly string[], string]>([
  [[], 'diff --lock: say which configured server: omniport diff <server> --lock'],
  [['a', 'b'], 'diff --lock takes one server, got "b" as well'],
])('%j is wrong use', async (words, message) => {
  expect((await diff(words)).code).toMatchObject({ code: 'usage', message })
})
