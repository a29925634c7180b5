import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions, TargetName } from '../command-line/invocation.js'
import { serveHello } from '../fixtures/serve-hello.js'
import { addressOf } from './address-of.js'
import { loginCommand } from './login-command.js'
import { logoutCommand } from './logout-command.js'

let served: Awaited<ReturnType<typeof serveHello>>
let cwd: string

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'login-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const options: RunOptions = { env: [], header: [] }
const command: TargetName = { type: 'command', command: 'node', args: ['server.js'] }

describe('the address of a target', () => {
  const find = (target: TargetName) => addressOf('login', { target, words: [], options }, createMemoryIo({ cwd }).io)

  test('is a URL as it was typed', async () => {
    expect(await find({ type: 'word', word: 'https://a.example/mcp' })).toBe('https://a.example/mcp')
  })

  test.each<[TargetName]>([
    [command],
    [{ type: 'word', word: './server.js' }],
    [{ type: 'word', word: 'dist\\server.mjs' }],
    [{ type: 'word', word: './server.cts' }],
  ])('is none of a program: %j', async (target) => {
    await expect(find(target)).rejects.toMatchObject({
      code: 'usage',
      message: 'login: only a server at a URL has a sign-in; programs get their credentials with -e NAME=value',
    })
  })
})

describe('login', () => {
  const login = async (words: readonly string[] = [], more: Partial<RunOptions> = {}) => {
    const { io, stdout } = createMemoryIo({ cwd })
    const target = { type: 'word', word: served.url } as const
    const code = await loginCommand({ target, words, options: { ...options, ...more } }, io).catch((reason) => reason)
    return { code, printed: stdout() }
  }

  test('says that a server asks for no sign-in', async () => {
    const { code, printed } = await login()
    expect([code, JSON.parse(printed)]).toEqual([0, { url: served.url, isSignedIn: false }])
    expect((await login([], { text: true })).printed).toBe(`${served.url} asks for no sign-in.\n`)
  })

  test('takes one target', async () => {
    expect((await login(['b'])).code).toMatchObject({
      code: 'usage',
      message: 'login takes one target, got "b" as well',
    })
  })
})

describe('logout', () => {
  const logout = async (words: readonly string[], more: { command?: readonly string[]; all?: true } = {}) => {
    const { io, stdout } = createMemoryIo({ cwd })
    const line = { words, command: more.command, options, flags: { all: more.all } }
    const code = await logoutCommand(line, io).catch((reason) => reason)
    return { code, printed: stdout() }
  }

  test('of a server without tokens has nothing to forget', async () => {
    const { code, printed } = await logout([`${served.url}/nobody-signs-in-here`])
    expect([code, JSON.parse(printed)]).toEqual([0, { forgotten: [] }])
  })

  test.each<[readonly string[], { command?: readonly string[]; all?: true }, string]>([
    [['a'], { all: true }, 'logout: give a target or --all, not both'],
    [[], { all: true, command: ['node'] }, 'logout: give a target or --all, not both'],
    [['http://a.example/', 'b'], {}, 'logout takes one target, got "b" as well'],
    [
      [],
      { command: ['node'] },
      'logout: only a server at a URL has a sign-in; programs get their credentials with -e NAME=value',
    ],
  ])('does not take %j %j', async (words, more, message) => {
    expect((await logout(words, more)).code).toMatchObject({ code: 'usage', message })
  })
})
