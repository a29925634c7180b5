import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { resolveServers } from './resolve-servers.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'console-'))
  const mcpServers = {
    notes: { command: 'notes-server', timeout: 5 },
    far: { type: 'http', url: 'https://far.example/mcp' },
  }
  await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers }))
})

afterEach(() => rm(cwd, { recursive: true }))

const url = 'https://a.example/mcp'

function resolve(words: readonly string[], options: Partial<RunOptions> = {}, command?: readonly string[]) {
  const { io } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home'), TOKEN: 'secret', EMPTY: '' } })
  return resolveServers({ words, command, flags: { root: [] }, options }, io)
}

test('targets have names for people', async () => {
  const { servers, isEmpty, close } = await resolve([url, 'notes', 'https://a.example/other', 'far'], {}, [
    'node',
    '--flag',
    './lib/server.js',
    'x',
  ])
  expect([Object.keys(servers), isEmpty]).toEqual([['a.example', 'notes', 'a.example-2', 'far', 'server'], false])
  expect(servers['a.example']).toMatchObject({ target: { url, headers: {} } })
  expect(servers['notes']).toMatchObject({ target: { command: 'notes-server' } })
  expect(servers['server']).toMatchObject({
    target: { command: 'node', args: ['--flag', './lib/server.js', 'x'], cwd },
  })
  await close()
})

test.each([
  [['/usr/bin/server.sh'], 'server'],
  [['.hidden'], '.hidden'],
  [['node', '-x'], 'node'],
  [['a', 'b/'], 'b'],
])('the command %j is called %s', async (command, name) => {
  expect(Object.keys((await resolve([], {}, command)).servers)).toEqual([name])
})

test('no targets are the servers of the config files', async () => {
  expect(await resolve([])).toMatchObject({ servers: {}, isEmpty: true })
})

test.each([
  [{}, undefined],
  [{ protocol: 'auto' }, undefined],
  [{ protocol: 'modern' }, '2026-07-28'],
  [{ protocol: 'legacy' }, '2025-11-25'],
  [{ protocol: '2024-11-05' }, '2024-11-05'],
] satisfies [Partial<RunOptions>, string | undefined][])(
  'the options %j choose the revision',
  async (options, revision) => {
    expect((await resolve([url], options)).servers['a.example']).toMatchObject({ revision })
  },
)

test('the timeout and the token are those of the line', async () => {
  const { servers } = await resolve([url], { timeout: 7, bearerEnv: 'TOKEN', header: ['X-A: b'], env: [] })
  expect(servers['a.example']).toEqual({
    ...{ revision: undefined, timeoutMs: 7, auth: { token: 'secret' } },
    target: { url, headers: { 'X-A': 'b' } },
  })
})

test.each(['EMPTY', 'MISSING'])('the token of %s is not set', async (bearerEnv) => {
  await expect(resolve([url], { bearerEnv })).rejects.toMatchObject({
    code: 'usage',
    message: `The variable ${bearerEnv} is not set`,
  })
})

test.each([
  [{ env: ['A=b'] }, '--env'],
  [{ header: ['A: b'] }, '--header'],
  [{ bearerEnv: 'TOKEN' }, '--bearer-env'],
  [{ protocol: 'modern' }, '--protocol'],
] satisfies [Partial<RunOptions>, string][])('%j is for one server', async (options, name) => {
  const failure = {
    code: 'usage',
    message: `console: ${name} is for one server: give one target, or write it into the config file`,
  }
  await expect(resolve([], options)).rejects.toMatchObject(failure)
  await expect(resolve([url, 'notes'], options)).rejects.toMatchObject(failure)
})
