import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DecisionStore } from '../entries/host.js'
import { SimulatedServer } from '../host/fixtures/simulated-server.js'
import type { ConsoleOptions } from './console-options.js'
import type { ConsoleState } from './contract.js'
import { type Console, openConsole } from './open-console.js'

let assets: string
const opened: Console[] = []

beforeEach(() => {
  assets = mkdtempSync(join(tmpdir(), 'page-'))
  writeFileSync(join(assets, 'index.html.gz'), gzipSync('<!doctype html>'))
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  rmSync(assets, { recursive: true })
})

async function open(options: Partial<ConsoleOptions> = {}) {
  const opening = await openConsole({ release: '1.2.3', servers: {}, assets, ...options })
  opened.push(opening)
  const token = /^#token=([\w-]+)/.exec(new URL(opening.address).hash)?.[1] ?? ''
  const headers = { 'x-omniport-token': token }
  const state = async () => (await (await fetch(`${opening.origin}/api/1/state`, { headers })).json()) as ConsoleState
  const act = (name: string, input: object) =>
    fetch(`${opening.origin}/api/1/actions/${name}`, {
      ...{ method: 'POST', body: JSON.stringify(input) },
      headers: { ...headers, 'content-type': 'application/json' },
    })
  const states = async () => (await state()).servers.map(({ name, state }) => [name, state])
  return { opening, token, state, states, act }
}

const server = () => new SimulatedServer('s', false)

/** Starts that were decided about for good. */
function decisionsOf(
  starts: readonly (readonly [server: string, answer: 'allow' | 'deny', type?: 'start' | 'call'])[],
) {
  const list: DecisionStore['list'] = async () =>
    starts.map(([name, answer, type = 'start'], id) => ({
      ...{ id: `${id}`, type, server: name, subject: 'x', binding: `${id}`, answer, scope: 'always', at: 1 },
    }))
  return { list, put: async () => {}, delete: async () => {} }
}

describe('a console', () => {
  test('is at an address with a token, and shows its state to who has that', async () => {
    const { opening, token, state } = await open({ configFiles: ['/mcp.json'] })
    expect(opening.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([opening.address, token.length]).toEqual([`${opening.origin}/#token=${token}`, 43])
    expect((await fetch(`${opening.origin}/api/1/state`)).status).toBe(401)
    const first = await state()
    expect(first).toMatchObject({ release: '1.2.3', isTour: false, configFiles: ['/mcp.json'], servers: [] })
    expect(first.session).toMatch(/^[\w-]{16}$/)
    expect(Math.abs(Date.now() - first.startedAt)).toBeGreaterThanOrEqual(0)
    expect(first).not.toHaveProperty('sandboxUrl')
    const page = await fetch(opening.origin)
    expect([await page.text(), page.headers.get('content-security-policy')]).toEqual([
      ...['<!doctype html>', expect.stringContaining("frame-src 'none'")],
    ])
  })

  test('has another token and session each time', async () => {
    const [one, two] = [await open(), await open({ isTour: true })]
    expect(one.token).not.toBe(two.token)
    const [first, second] = [await one.state(), await two.state()]
    expect(first.session).not.toBe(second.session)
    expect([first.configFiles, second.isTour]).toEqual([[], true])
  })

  test('is at the port that is asked for, if that is free', async () => {
    const { opening } = await open()
    const port = Number(new URL(opening.origin).port)
    await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await opening.close()
    opened.length = 0
    expect((await open({ port })).opening.origin).toBe(`http://127.0.0.1:${port}`)
  })

  test('is not there after its end', async () => {
    const { opening } = await open()
    await opening.close()
    await expect(fetch(opening.origin)).rejects.toThrow(new TypeError('fetch failed'))
  })

  test('is not opened without its page', async () => {
    rmSync(join(assets, 'index.html.gz'))
    await expect(open()).rejects.toThrow(new Error(`The page of the console is not in ${assets}`))
  })

  test('shows apps in a frame of another origin', async () => {
    writeFileSync(
      join(assets, 'sandbox.js'),
      `exports.createSandboxHandler = ({ hostOrigins }) => (_request, response) => response.end(hostOrigins.join())`,
    )
    const { opening, state } = await open()
    const { sandboxUrl = '' } = await state()
    expect(sandboxUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(sandboxUrl).not.toBe(`${opening.origin}/`)
    expect(await (await fetch(sandboxUrl)).text()).toBe(opening.origin)
    const policy = (await fetch(opening.origin)).headers.get('content-security-policy')
    expect(policy).toContain(`frame-src ${sandboxUrl.slice(0, -1)};`)
    await opening.close()
    await expect(fetch(sandboxUrl)).rejects.toThrow(new TypeError('fetch failed'))
  })
})

describe('servers', () => {
  test('that are named are started, and the page shows the tools of the first', async () => {
    const { opening, token, states } = await open({
      servers: { 'a/b': server(), c: server(), d: server() },
      start: ['a/b', 'c'],
    })
    expect(opening.address).toBe(`${opening.origin}/#token=${token}&to=/servers/a%2Fb/tools`)
    await vi.waitFor(async () => {
      expect(await states()).toEqual([
        ['a/b', 'ready'],
        ['c', 'ready'],
        ['d', 'idle'],
      ])
    })
  })

  test('whose start was allowed for good are started, where none are named', async () => {
    const decisions = decisionsOf([
      ['b', 'allow'],
      ['c', 'deny'],
      ['d', 'allow', 'call'],
    ])
    const { states } = await open({ servers: { a: server(), b: server(), c: server(), d: server() }, decisions })
    await vi.waitFor(async () => expect(await states()).toContainEqual(['b', 'ready']))
    expect(await states()).toEqual([
      ['a', 'idle'],
      ['b', 'ready'],
      ['c', 'idle'],
      ['d', 'idle'],
    ])
  })

  test('wait to be started where the decisions cannot be read', async () => {
    const failing = { ...decisionsOf([]), list: () => Promise.reject(new Error('no disk')) }
    const decisions = { ...failing }
    const { act, opening } = await open({ servers: { a: server() }, decisions })
    expect((await act('start-server', { server: 'a' })).status).toBe(200)
    expect((await fetch(opening.origin)).status).toBe(200)
  })

  test('are replaced, and those whose start was allowed are started', async () => {
    const { opening, state, states } = await open({
      ...{ servers: { a: server() }, configFiles: ['/old'], decisions: decisionsOf([['b', 'allow']]) },
    })
    await opening.setServers({ b: server(), c: server() }, ['/new'])
    await vi.waitFor(async () => {
      expect(await states()).toEqual([
        ['b', 'ready'],
        ['c', 'idle'],
      ])
    })
    expect((await state()).configFiles).toEqual(['/new'])
  })
})

test('the person is told of what belongs to no call', async () => {
  const { opening, state } = await open()
  opening.notify('warning', 'The file has changed')
  expect((await state()).notices).toMatchObject([{ tone: 'warning', text: 'The file has changed' }])
})

describe('an input of a config file', () => {
  const question = { id: 'key', type: 'promptString', file: '/mcp.json', isSecret: true } as never

  test('is asked for, and answered at the page', async () => {
    const { opening, state, act } = await open()
    const answer = opening.askInput(question)
    const { requests } = await state()
    expect(requests).toEqual([
      { id: 'r1', at: expect.any(Number), type: 'input', server: '', label: 'key (/mcp.json)', isSecret: true },
    ])
    await act('answer', { id: 'r1', answer: { type: 'input', action: 'answer', value: 'abc' } })
    expect(await answer).toBe('abc')
  })

  test('has what the file says of it, and may stay without an answer', async () => {
    const { opening, state, act } = await open()
    const more = { description: 'The key', options: ['a', 'b'], default: 'a' }
    const answer = opening.askInput({ ...(question as object), ...more } as never)
    expect((await state()).requests).toMatchObject([
      { label: 'The key (/mcp.json)', options: ['a', 'b'], initial: 'a' },
    ])
    await act('answer', { id: 'r1', answer: { type: 'input', action: 'cancel' } })
    expect(await answer).toBeUndefined()
  })

  test('is not needed when the console closes', async () => {
    const { opening } = await open()
    const answer = Promise.resolve(opening.askInput(question))
    const outcome = expect(answer).rejects.toThrow(new Error('The console is closed'))
    await opening.close()
    await outcome
  })
})
