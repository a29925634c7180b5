import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { ConsoleState } from '../../console/contract.js'
import { serveHello } from '../fixtures/serve-hello.js'
import type { Io } from '../process/io.js'
import { version } from '../version.js'
import { type ConsoleInvocation, consoleCommand } from './console-command.js'

let cwd: string
let stops: (() => Promise<unknown>)[]

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'console-'))
  stops = []
  await mkdir(join(cwd, 'page'))
  await writeFile(join(cwd, 'page', 'index.html.gz'), gzipSync('<!doctype html>'))
})

afterEach(async () => {
  for (const stop of stops) await stop()
  await rm(cwd, { recursive: true })
})

const writeConfig = (mcpServers: object, file = '.mcp.json') =>
  writeFile(join(cwd, file), JSON.stringify({ mcpServers }))

/** Starts a console whose page is that of the test; \`stop\` interrupts it. */
async function start(given: Partial<ConsoleInvocation> = {}, world: Partial<Io> = {}) {
  const controller = new AbortController()
  const env = { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: join(cwd, 'settings'), ...world.env }
  const { io, stderr } = createMemoryIo({ cwd, signal: controller.signal, ...world, env })
  let onPrinted = (_text: string) => {}
  const printed = new Promise<string>((resolve) => (onPrinted = resolve))
  const own = { ...io, stdout: async (text: string) => onPrinted(text) }
  const invocation = { words: [], command: undefined, flags: { root: [] }, options: {}, assets: join(cwd, 'page') }
  const code = consoleCommand({ ...invocation, ...given }, own)
  const stop = () => {
    controller.abort()
    return code
  }
  stops.push(stop)
  const text = await printed
  const [address = ''] = /http:[^"\s]+/.exec(text) ?? []
  const { origin, hash } = new URL(address)
  const headers = { 'x-omniport-token': /token=([\w-]+)/.exec(hash)?.[1] ?? '' }
  const state = async () => (await (await fetch(`${origin}/api/1/state`, { headers })).json()) as ConsoleState
  return { text, address, origin, hash, state, stop, stderr }
}

describe('a console', () => {
  test('says where it is, for people and for programs, until it is interrupted', async () => {
    const one = await start()
    expect(one.text).toBe(`The console is at ${one.address}\n`)
    expect([one.origin, one.hash]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^#token=[\w-]{43}$/),
    ])
    expect(await (await fetch(one.origin)).text()).toBe('<!doctype html>')
    expect([await one.stop(), one.stderr()]).toEqual([0, []])
    await expect(fetch(one.origin)).rejects.toThrow(new TypeError('fetch failed'))
    const port = Number(new URL(one.origin).port)
    const other = await start({ options: { json: true, port } })
    expect(JSON.parse(other.text)).toEqual({ address: other.address })
    expect(other.origin).toBe(one.origin)
  })

  test('is that of this release, and of the examples only if it is said to be', async () => {
    expect(await (await start()).state()).toMatchObject({ release: version, isTour: false, servers: [], notices: [] })
    expect(await (await start({ isTour: true })).state()).toMatchObject({ isTour: true })
  })

  test('ends at once where it was interrupted before', async () => {
    const { stop } = await start({}, { signal: AbortSignal.abort() })
    expect(await stop()).toBe(0)
  })
})

describe('the servers', () => {
  test('of the line are started, and the page shows the tools of the first', async () => {
    const served = await serveHello()
    stops.push(() => served.close())
    const { hash, state } = await start({ words: [served.url], options: { timeout: 7_000 } })
    expect(hash).toMatch(/^#token=[\w-]+&to=\/servers\/127\.0\.0\.1\/tools$/)
    await vi.waitFor(async () => expect((await state()).servers).toMatchObject([{ name: '127.0.0.1', state: 'ready' }]))
    expect(await state()).toMatchObject({ settings: { timeoutMs: 7_000 }, configFiles: [], roots: [] })
    expect(await readdir(cwd)).not.toContain('mcp.lock')
  })

  test('that are modules are served until the end', async () => {
    await writeFile(join(cwd, 'm.mjs'), 'export const server = { serve: async () => undefined }')
    const { state, stop } = await start({ words: ['./m.mjs'] })
    const { name, launch } = (await state()).servers[0] ?? { name: '', launch: '' }
    expect([name, launch]).toEqual(['m', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)])
    expect((await fetch(launch, { method: 'POST', body: '{}' })).status).toBeGreaterThan(399)
    await stop()
    await expect(fetch(launch)).rejects.toThrow(new TypeError('fetch failed'))
  })

  test('of the config files are shown, with what is wrong, as they are now', async () => {
    await writeConfig({ notes: { command: 'x' } })
    await writeFile(join(cwd, 'mcp.json'), '{')
    const { state, hash } = await start()
    const notice = { tone: 'warning', text: expect.stringMatching(/^mcp\.json:1: not JSON: /) }
    await vi.waitFor(async () => expect((await state()).servers).toMatchObject([{ name: 'notes', state: 'idle' }]))
    expect([hash.includes('&to='), await state()]).toMatchObject([
      false,
      { notices: [notice], configFiles: [join(cwd, '.mcp.json'), join(cwd, 'mcp.json')] },
    ])
    await writeConfig({ other: { command: 'x' } })
    await vi.waitFor(async () => expect((await state()).servers).toMatchObject([{ name: 'other' }]), { timeout: 5_000 })
  })

  test('of the file of --config are those of no other', async () => {
    await writeConfig({ notes: { command: 'x' } })
    await mkdir(join(cwd, 'sub'))
    await writeConfig({ mine: { command: 'x' } }, 'sub/my.json')
    const { state } = await start({ options: { config: 'sub/my.json' } })
    await vi.waitFor(async () => expect((await state()).servers).toMatchObject([{ name: 'mine' }]))
    expect((await state()).configFiles).toEqual([join(cwd, 'sub', 'my.json')])
  })

  test('of a file that is not there are missing, which is said', async () => {
    const { state } = await start({ options: { config: 'none.json' } })
    const text = 'The configuration is not watched: none.json: cannot be read: there is no such file'
    await vi.waitFor(async () => expect((await state()).notices).toMatchObject([{ tone: 'error', text }]))
  })
})

test('the folders and the model of the line are those of all servers', async () => {
  const flags = { root: ['page'], modelUrl: 'http://127.0.0.1:1/v1', model: 'm1' }
  const { state } = await start({ flags })
  const uri = pathToFileURL(join(cwd, 'page')).href
  expect(await state()).toMatchObject({
    roots: [{ uri, name: 'page' }],
    settings: { model: { url: 'http://127.0.0.1:1/v1', name: 'm1' } },
  })
})

describe.runIf(process.platform === 'linux')('the page', () => {
  const world = () => ({ env: { DISPLAY: ':0', PATH: cwd } })

  test('that cannot be opened is said to be so', async () => {
    const { stderr } = await start({}, world())
    const advice = 'no browser could be opened with xdg-open; open the address yourself'
    await vi.waitFor(() => expect(stderr()).toEqual([`[warning] ${advice}`]))
  })

  test('is not opened where that is not wanted', async () => {
    const { stderr, stop } = await start({ options: { browser: false } }, world())
    expect([await stop(), stderr()]).toEqual([0, []])
  })
})
