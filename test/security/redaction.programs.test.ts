import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { createMemoryIo } from '../cli/memory-io.js'
import { Received } from './received.js'

const program = fileURLToPath(new URL('tells-all.mjs', import.meta.url))
const secrets = ['key-51c0ffee', 'pass-77f00d', 'token-aa11bb', 'header-cc22dd']
const env = { API_KEY: 'key-51c0ffee', DATABASE: 'postgres://ada:pass-77f00d@db/notes', GREETING: 'hello-there' }
const args = ['--token', 'token-aa11bb', '--header=header-cc22dd', '--folder', '/home/ada']

describe('what is said of a program that says all it was given', () => {
  test('has no secrets, and the rest', async () => {
    const received = new Received()
    const target = { command: process.execPath, args: [program, ...args], env }
    const limits = { probeMs: 5_000 }
    await received.outcome(connect(target, { onError: received.add, onStderr: received.add, limits }))
    expect(received.leaks(secrets)).toEqual([])
    expect(['hello-there', '/home/ada', 'exited with code 3'].filter((text) => !received.text.includes(text))).toEqual(
      [],
    )
  })

  test('has no arguments where it cannot be started', async () => {
    const received = new Received()
    await received.outcome(connect({ command: '/nowhere/at-all', args, env }, { onError: received.add }))
    expect(received.text).toContain('Could not start "/nowhere/at-all"')
    expect(received.leaks(secrets)).toEqual([])
  })

  test.each([
    ['arguments', { command: 'x', args: args.join(' ') }],
    ['an environment', { command: 'x', env: `API_KEY=${env.API_KEY}` }],
    ['headers', { url: 'https://a.example', headers: `authorization: Bearer ${secrets[0]}` }],
  ])('has none where %s are of the wrong kind', async (_name, target) => {
    const received = new Received()
    await received.outcome(connect(target as never))
    expect(received.text).toContain('TypeError')
    expect(received.leaks(secrets)).toEqual([])
  })
})

describe('the command line', () => {
  const given = (...more: string[]) => ['-e', `API_KEY=${env.API_KEY}`, '-e', `DATABASE=${env.DATABASE}`, ...more]

  test.each([
    ['a program that tells all', given('list', '--', process.execPath, program, ...args)],
    ['a program that is not there', given('list', '--', '/nowhere/at-all', ...args)],
    ['a target that is none', given('list', `htps://ada:${secrets[1]}@x.example/?key=${secrets[0]}`)],
  ])('prints no secrets of %s', async (_name, argv) => {
    const received = new Received()
    const { io, stdout, stderr } = createMemoryIo({ cwd: tmpdir() })
    const code = await run(argv, io)
    received.add(stdout(), ...stderr())
    expect(code).not.toBe(0)
    expect(received.leaks(secrets)).toEqual([])
  })

  test.each([
    ['by header', (url: string) => ['-H', `Authorization: Bearer ${secrets[2]}`, 'list', url]],
    ['by a variable', (url: string) => ['--bearer-env', 'TOKEN', 'list', url]],
    ['by a query', (url: string) => ['list', `${url}?key=${secrets[2]}`]],
  ])('prints no token that it was given %s', async (_name, line) => {
    const url = await listen((request, response) => {
      const message = `who is ${request.url} ${JSON.stringify(request.headers)}?`
      response.writeHead(401, {
        'content-type': 'application/json',
        'www-authenticate': `Bearer realm="${message.replaceAll('"', '')}"`,
      })
      response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32001, message } }))
    })
    const received = new Received()
    const { io, stdout, stderr } = createMemoryIo({ cwd: tmpdir(), env: { TOKEN: secrets[2] } })
    const code = await run(line(url), io)
    received.add(stdout(), ...stderr())
    expect([code !== 0, received.text.includes('401')]).toEqual([true, true])
    expect(received.leaks(secrets)).toEqual([])
  })

  test.each([
    ['variables', { command: 'x', env: ['API_KEY=key-51c0ffee'] }],
    ['headers', { url: 'https://a.example', headers: 'Authorization: Bearer token-aa11bb' }],
    ['arguments', { command: 'x', args: '--token token-aa11bb' }],
    ['a variable', { command: 'x', env: { API_KEY: { value: 'key-51c0ffee' } } }],
  ])('prints none of a config whose %s are of the wrong kind', async (_name, entry) => {
    const folder = mkdtempSync(join(tmpdir(), 'redaction-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { a: entry } }))
    const { io, stdout, stderr } = createMemoryIo({ cwd: folder })
    const code = await run(['list', 'a'], io)
    const received = new Received()
    received.add(stdout(), ...stderr())
    expect([code, received.text.includes('mcpServers.a')]).toEqual([1, true])
    expect(received.leaks(secrets)).toEqual([])
  })
})

test.runIf(process.platform === 'linux')('a program has its variables in no list of processes', async () => {
  const waits = "process.stdin.on('data', () => {}).on('end', () => process.exit(0))"
  const target = { command: process.execPath, args: ['-e', waits], env }
  let line = ''
  const onError = () => {}
  const connecting = connect(target, { onError, limits: { probeMs: 1_000 }, timeoutMs: 1_000 })
  const rejected = expect(connecting).rejects.toMatchObject({ code: 'timeout' })
  await expect
    .poll(() => {
      line = childLines().find((text) => text.includes('process.exit(0)')) ?? ''
      return line
    })
    .not.toBe('')
  await rejected
  const received = new Received()
  received.add(line, process.title)
  expect(received.leaks(secrets)).toEqual([])
})

/** The command lines of the children of this process. */
function childLines(): string[] {
  const threads = readdirSync('/proc/self/task')
  const pids = threads.flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' '))
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  })
}

/** A server of this machine. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}
