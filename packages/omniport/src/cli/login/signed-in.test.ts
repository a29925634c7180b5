import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { serveHello } from '../fixtures/serve-hello.js'
import { openStoredTokens, type StoredTokens } from '../fixtures/stored-tokens.js'
import { loginCommand } from './login-command.js'
import { logoutCommand } from './logout-command.js'

let served: Awaited<ReturnType<typeof serveHello>>
let stored: StoredTokens

beforeAll(async () => {
  served = await serveHello()
})

afterAll(() => served.close())

beforeEach(async () => {
  stored = await openStoredTokens()
})

afterEach(() => stored.close())

const options: RunOptions = { env: [], header: [], text: true }
const other = 'https://other.example/mcp'

async function logout(words: readonly string[], all?: true, more: Partial<RunOptions> = {}) {
  const { io, stdout } = createMemoryIo({ cwd: stored.folder })
  const line = { words, command: undefined, options: { ...options, ...more }, flags: { all } }
  const code = await logoutCommand(line, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

describe('logout', () => {
  test('forgets the tokens of a server, and of no other', async () => {
    await stored.add(served.url)
    await stored.add(other)
    expect(await logout([served.url])).toEqual({ code: 0, printed: `Forgot the tokens of ${served.url}.\n` })
    expect(await logout([served.url])).toEqual({ code: 0, printed: 'There was nothing to forget.\n' })
    expect((await logout([other], undefined, { text: undefined })).printed).toBe(`{"forgotten":["${other}"]}\n`)
  })

  test('forgets those of all', async () => {
    await stored.add(served.url)
    await stored.add(other)
    expect(await logout([], true)).toEqual({ code: 0, printed: `Forgot the tokens of ${served.url}, ${other}.\n` })
    expect((await logout([], true)).printed).toBe('There was nothing to forget.\n')
  })

  test('says of which servers there are tokens', async () => {
    const form = 'logout: give a URL, the name of a server, or --all; there are tokens of'
    expect((await logout([])).code).toMatchObject({ code: 'usage', message: `${form} none` })
    await stored.add(served.url)
    await stored.add(other)
    expect((await logout([])).code).toMatchObject({ code: 'usage', message: `${form} ${served.url}, ${other}` })
  })
})

test('login says who is signed in already', async () => {
  await stored.add(served.url)
  const { io, stdout } = createMemoryIo({ cwd: stored.folder })
  const target = { type: 'word', word: served.url } as const
  expect(await loginCommand({ target, words: [], options }, io)).toBe(0)
  expect(stdout()).toBe(`Already signed in to ${served.url}.\n`)
})
