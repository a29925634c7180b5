import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions, TargetName } from '../command-line/invocation.js'
import { formatTarget } from './format-target.js'
import { resolveTarget } from './resolve-target.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'target-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const word = (text: string): TargetName => ({ type: 'word', word: text })
const command: TargetName = { type: 'command', command: 'node', args: ['s.js', '-v'] }

function resolve(target: TargetName, options: Partial<RunOptions> = {}) {
  const { io } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home') } })
  return resolveTarget({ target, words: [], options: { env: [], header: [], ...options } }, io)
}

describe('a target', () => {
  test('is a command, with its variables', async () => {
    expect(await resolve(command, { env: ['A=b=c', 'D='] })).toEqual({
      ...{ type: 'command', command: { command: 'node', args: ['s.js', '-v'], env: { A: 'b=c', D: '' }, cwd } },
    })
  })

  test.each(['http://a.example/mcp', 'HTTPS://a.example/'])('is an address, with its headers: %s', async (url) => {
    expect(await resolve(word(url), { header: ['X-A: b:c ', 'Y:'] })).toEqual({
      ...{ type: 'url', address: { url, headers: { 'X-A': 'b:c', Y: '' } } },
    })
  })

  test.each(['./server.mjs', 'server.mjs'])('is a module by its path: %s', async (path) => {
    const text = 'export const server = { serve() {}, name: process.env.TARGET_TEST_NAME }'
    await writeFile(join(cwd, 'server.mjs'), text)
    try {
      expect(await resolve(word(path), { env: ['TARGET_TEST_NAME=mine'] })).toMatchObject({
        ...{ type: 'module', server: { name: 'mine' } },
      })
    } finally {
      delete process.env['TARGET_TEST_NAME']
    }
  })

  test('is an entry of a config file, to which options add', async () => {
    const mcpServers = {
      prog: { command: 'x', env: { A: '1', B: '2' }, timeout: 5 },
      far: { url: 'http://a.example/', headers: { 'X-A': '1', 'X-B': '2' } },
    }
    await writeFile(join(cwd, 'my.json'), JSON.stringify({ mcpServers }))
    expect(await resolve(word('prog'), { config: 'my.json', env: ['B=3'] })).toMatchObject({
      ...{ type: 'command', command: { command: 'x', env: { A: '1', B: '3' } }, ways: { timeoutMs: 5 } },
    })
    expect(await resolve(word('far'), { config: 'my.json', header: ['X-B: 3'] })).toMatchObject({
      ...{ type: 'url', address: { url: 'http://a.example/', headers: { 'X-A': '1', 'X-B': '3' } } },
    })
    await expect(resolve(word('far'), { config: 'my.json', env: ['A=b'] })).rejects.toMatchObject({
      ...{ code: 'usage', message: '--env means nothing to a URL; it is for servers that start here' },
    })
    await expect(resolve(word('prog'), { config: 'my.json', auth: true })).rejects.toMatchObject({
      ...{ code: 'usage', message: '--auth means nothing to a command; it is for servers at a URL' },
    })
  })
})

describe('options that mean nothing to a target are refused', () => {
  test.each<[TargetName, Partial<RunOptions>, string]>([
    [command, { header: ['A: b'] }, '--header means nothing to a command; it is for servers at a URL'],
    [command, { auth: true }, '--auth means nothing to a command; it is for servers at a URL'],
    [command, { bearerEnv: 'A' }, '--bearer-env means nothing to a command; it is for servers at a URL'],
    [command, { browser: false }, '--no-browser means nothing to a command; it is for servers at a URL'],
    [command, { config: 'a' }, '--config means nothing to a command; it is for names of servers'],
    [word('http://a'), { env: ['A=b'] }, '--env means nothing to a URL; it is for servers that start here'],
    [word('http://a'), { config: 'a' }, '--config means nothing to a URL; it is for names of servers'],
    [word('./a.js'), { auth: true }, '--auth means nothing to a server module; it is for servers at a URL'],
    [word('./a.js'), { config: 'a' }, '--config means nothing to a server module; it is for names of servers'],
  ])('%j %j', async (target, options, message) => {
    await expect(resolve(target, options)).rejects.toMatchObject({ code: 'usage', message })
  })

  test('and others are not', async () => {
    expect(await resolve(command, { browser: true, env: ['A=b'] })).toMatchObject({ type: 'command' })
    expect(
      await resolve(word('http://a'), { auth: true, browser: false, bearerEnv: 'A', header: ['A: b'] }),
    ).toMatchObject({
      ...{ type: 'url' },
    })
  })
})

describe('an address needs a scheme that servers have', () => {
  test.each([
    ['localhost:3000', 'The URL of a server starts with http:// or https://: http://localhost:3000'],
    ['a.example:3000/mcp', 'The URL of a server starts with http:// or https://: http://a.example:3000/mcp'],
    ['ws://me:pw@a.example/', 'The URL of a server starts with http:// or https://, not with ws://'],
    ['file:///a.js', 'The URL of a server starts with http:// or https://, not with file://'],
  ])('%s', async (text, message) => {
    await expect(resolve(word(text))).rejects.toMatchObject({ code: 'usage', message })
  })
})

test.each([
  [word('notes'), 'notes'],
  [command, 'node s.js -v'],
])('a target is shown as it was typed: %j', (target, text) => {
  expect(formatTarget(target)).toBe(text)
})
