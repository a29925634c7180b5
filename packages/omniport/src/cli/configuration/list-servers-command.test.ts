import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { listServersCommand } from './list-servers-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'list-servers-'))
})

afterEach(() => rm(cwd, { recursive: true }))

async function list(options: Partial<RunOptions> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home') } })
  const code = await listServersCommand({ env: [], header: [], ...options }, io).catch((reason) => reason)
  return { code, printed: stdout(), stderr: stderr() }
}

describe('what is for the connection to a server', () => {
  test.each<[Partial<RunOptions>, string]>([
    [{ env: ['A=b'] }, '--env'],
    [{ header: ['A: b'] }, '--header'],
    [{ auth: true }, '--auth'],
    [{ bearerEnv: 'TOKEN' }, '--bearer-env'],
    [{ protocol: 'auto' }, '--protocol'],
    [{ logLevel: 'info' }, '--log-level'],
  ])('means nothing to a list of entries: %j', async (options, name) => {
    const { code, printed } = await list(options)
    expect([code.code, code.message]).toEqual(['usage', `list: ${name} needs a target: omniport list <target>`])
    expect(printed).toBe('')
  })
})

describe('the servers', () => {
  beforeEach(async () => {
    await mkdir(join(cwd, 'sub'))
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { notes: { command: 'x' } } }))
    await writeFile(join(cwd, 'sub', 'my.json'), JSON.stringify({ mcpServers: { mine: { command: 'y' } } }))
  })

  test('are those of the files that are found', async () => {
    const { code, printed, stderr } = await list()
    const { servers, files } = JSON.parse(printed)
    expect([code, files, stderr]).toEqual([0, [join(cwd, '.mcp.json')], []])
    expect(servers).toMatchObject([{ name: 'notes', state: 'enabled', launch: 'x' }])
  })

  test('are those of the file that is given alone', async () => {
    const { servers, files } = JSON.parse((await list({ config: 'sub/my.json' })).printed)
    expect([files, servers]).toMatchObject([[join(cwd, 'sub', 'my.json')], [{ name: 'mine', launch: 'y' }]])
  })

  test('are shown in spite of a file that cannot be read, which is warned of', async () => {
    await writeFile(join(cwd, 'mcp.json'), '{')
    const { code, printed, stderr } = await list()
    expect([code, JSON.parse(printed).servers.length]).toEqual([0, 1])
    expect(stderr).toEqual([expect.stringMatching(/^\[warning\] mcp\.json:1: not JSON: /)])
  })

  test('are shown in spite of an entry that cannot be used, with what is wrong', async () => {
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { notes: { command: 7 } } }))
    const { code, printed, stderr } = await list()
    const problem = expect.stringMatching(/^\.mcp\.json:1: mcpServers\.notes/)
    expect([code, stderr]).toEqual([0, []])
    expect(JSON.parse(printed).servers).toMatchObject([{ name: 'notes', state: 'invalid', launch: problem, problem }])
  })
})
