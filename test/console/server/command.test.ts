import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleState } from '../../../packages/omniport/src/console/contract.js'
import {
  delta,
  startFakeOpenAi,
  streams,
  toEvents,
} from '../../../packages/omniport/src/host/sampling/open-ai/fixtures/fake-open-ai.js'
import { TestConsole, workshop } from './open-test-console.js'

const command = fileURLToPath(new URL('../../../packages/omniport/dist/bundle/cli/main.js', import.meta.url))
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-command-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the command, and resolves with its first line. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, 'console', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: join(folder, 'settings'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const line = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes('\n')) resolve(stdout)
    })
    child.once('exit', () => resolve(stdout))
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, line, exit, stderr: () => stderr }
}

function addressIn(line: string): URL {
  return new URL(/http:\S+/.exec(line)?.[0] ?? '')
}

async function stateAt(address: URL): Promise<ConsoleState> {
  const [, token = ''] = /^#token=([\w-]+)/.exec(address.hash) ?? []
  const response = await fetch(`${address.origin}/api/1/state`, { headers: { 'x-omniport-token': token } })
  return (await response.json()) as ConsoleState
}

async function stop({ child, exit }: ReturnType<typeof start>): Promise<number | null> {
  child.kill('SIGINT')
  return exit
}

test('the address is printed, the target runs, and an interrupt ends both', async () => {
  const started = start(['--no-browser', '--', workshop.command, ...workshop.args])
  const address = addressIn(await started.line)
  expect([address.hostname, address.pathname]).toEqual(['127.0.0.1', '/'])
  expect(address.hash).toMatch(/^#token=[\w-]{43}&to=\/servers\/workshop-stdio\/tools$/)
  const state = await stateAt(address)
  expect(state.servers).toMatchObject([{ name: 'workshop-stdio', transport: 'stdio', isAdded: false }])
  expect((await fetch(address.origin)).status).toBe(200)
  expect(await stop(started)).toBe(0)
  expect(started.stderr()).toBe('')
})

test('a model that is named answers servers, after its prompt and its answer were reviewed', async () => {
  const provider = await startFakeOpenAi((response) => streams(response, toEvents(delta({ content: 'Oslo' }, 'stop'))))
  const model = ['--model-url', provider.url, '--model', 'small']
  const started = start(['--no-browser', ...model, '--', workshop.command, ...workshop.args])
  const address = addressIn(await started.line)
  const close = () => stop(started)
  const opened = new TestConsole(
    { address: address.href, origin: address.origin, close },
    mkdtempSync(join(folder, 'a')),
  )
  await opened.follow()
  const server = 'workshop-stdio'
  await opened.ready(server)
  expect((await opened.state()).settings.model).toEqual({ url: provider.url, name: 'small' })
  const id = await opened.operate({ kind: 'call', server, tool: 'sample', args: {} })
  const prompt = await opened.request('consent')
  expect(prompt).toMatchObject({ subject: 'sample', operation: id, params: { maxTokens: 50 } })
  expect([prompt.result, provider.requests.length]).toEqual([undefined, 0])
  await opened.answer(prompt.id, { type: 'consent', answer: 'allow' })
  const reviewed = await opened.request('consent', 1)
  expect(reviewed.result).toMatchObject({ content: [{ type: 'text', text: 'Oslo' }] })
  await opened.answer(reviewed.id, { type: 'consent', answer: 'allow' })
  expect((await opened.ended(id)).result).toMatchObject({ content: [{ text: '[{"type":"text","text":"Oslo"}]' }] })
  expect(provider.requests.map(({ body }) => body['model'])).toEqual(['small'])
  await opened.close()
  await provider.close()
})

test('the configured servers wait for a click, and what changes in the file is seen', async () => {
  const config = (names: readonly string[]) =>
    JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, workshop])) })
  writeFileSync(join(folder, 'mcp.json'), config(['first']))
  const started = start(['--config', 'mcp.json', '--json'])
  const address = new URL((JSON.parse(await started.line) as { address: string }).address)
  const namesOf = async () => (await stateAt(address)).servers.map(({ name, state }) => [name, state])
  await expect.poll(namesOf, { timeout: 20_000 }).toEqual([['first', 'idle']])
  writeFileSync(join(folder, 'mcp.json'), config(['first', 'second']))
  await expect.poll(namesOf, { timeout: 20_000 }).toEqual([
    ['first', 'idle'],
    ['second', 'idle'],
  ])
  expect(await stop(started)).toBe(0)
})

test('the browser gets a file that only this user can read, and no token on its command line', async () => {
  const seen = join(folder, 'seen')
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > "${seen}.part" && mv "${seen}.part" "${seen}"\n`)
  chmodSync(join(folder, 'xdg-open'), 0o755)
  const started = start([], { DISPLAY: ':7', PATH: `${folder}${delimiter}${process.env['PATH']}` })
  const address = addressIn(await started.line)
  await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true)
  const file = readFileSync(seen, 'utf8').trim()
  expect(file).not.toContain(address.hash.slice('#token='.length))
  expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${address.href}"`)
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(await stop(started)).toBe(0)
  expect(existsSync(file)).toBe(false)
})

describe('wrong input is refused in one line', () => {
  test.each<[string, readonly string[], string]>([
    ['a target that is unknown', ['nobody'], 'There is no server \\"nobody\\"'],
    [
      'a header for two servers',
      ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/b', '-H', 'a: b'],
      '--header is for one server',
    ],
    ['a model without its name', ['--model-url', 'http://127.0.0.1:1'], 'console: --model-url and --model go together'],
    ['a root that is not there', ['--root', 'nowhere'], 'there is no such folder'],
    ['an option of others', ['--auth'], 'console: --auth does not apply here'],
  ])('%s', async (_name, args, message) => {
    const started = start(args)
    expect(await started.exit).toBe(1)
    expect(started.stderr().trimEnd().split('\n')).toHaveLength(1)
    expect(started.stderr()).toContain(message)
  })
})
