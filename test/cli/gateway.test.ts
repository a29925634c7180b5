import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { cli, runProgram } from './run-program.js'

const notes = fileURLToPath(new URL('../../examples/notes/dist/main.js', import.meta.url))

let folder: string
const started: ChildProcessWithoutNullStreams[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-gateway-'))
})

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true })
})

const notesServer = () => ({ command: process.execPath, args: [notes], env: { NOTES_DIR: folder } })

async function writeConfig(mcpServers: object): Promise<string> {
  const file = join(folder, 'mcp.json')
  await writeFile(file, JSON.stringify({ mcpServers }))
  return file
}

/** Starts the command; `lines` has what it writes to stderr. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [cli, 'gateway', ...args], { env: { ...process.env, ...env } })
  started.push(child)
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  return { child, lines }
}

/** Waits for the address on stdout. */
async function urlsOf({ child, lines }: ReturnType<typeof start>) {
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`ended with ${code}: ${lines.join('\n')}`)
    }),
  ])
  return JSON.parse(String(line)) as { readonly urls: Readonly<Record<string, string>>; readonly status: string }
}

async function end(child: ChildProcessWithoutNullStreams) {
  child.kill('SIGTERM')
  return once(child, 'exit')
}

const omniport = (...args: readonly string[]) => runProgram([process.execPath, cli, ...args])

const linesOf = (lines: readonly string[]) => expect.poll(() => lines, { interval: 20, timeout: 10_000 })

describe('over HTTP', () => {
  test('all servers are one, with one line for each, until it is interrupted', async () => {
    const config = await writeConfig({
      notes: notesServer(),
      broken: { command: 5 },
      off: { command: 'x', disabled: true },
    })
    const running = start(['--config', config, '--port', '0'])
    const { urls, status } = await urlsOf(running)
    expect(running.lines).toEqual([
      expect.stringContaining('[gateway] All clients share the connections to servers'),
      `[gateway] notes: starts ${process.execPath} when it is needed`,
      expect.stringMatching(/^\[warning\] broken is left out: .*mcp\.json:1: .*command/),
      '[gateway] off: switched off in its entry',
      `[gateway] Listening on ${urls['all']}`,
    ])
    const added = await omniport('call', `${urls['all']}`, 'notes__add_note', 'title=Milk', 'text=Two.')
    expect([added.code, added.stderr]).toEqual([0, ''])
    const read = await omniport('read', `${urls['all']}`, 'notes://milk', '--protocol', '2025-06-18')
    expect(JSON.parse(read.stdout).contents).toMatchObject([{ text: '# Milk\n\nTwo.\n' }])
    const { endpoints } = await (await fetch(status)).json()
    expect(endpoints.all).toMatchObject({
      path: '/mcp',
      upstreams: [
        { name: 'notes', state: 'ready', isolation: 'shared' },
        { name: 'broken', state: 'disabled' },
        { name: 'off', state: 'disabled' },
      ],
    })
    await linesOf(running.lines).toContainEqual(expect.stringMatching(/^\[gateway\] notes: notes \S+ is connected, 20/))
    expect(await end(running.child)).toEqual([0, null])
  })

  test('a server that cannot be started is one line, however often it is tried', async () => {
    const config = await writeConfig({ notes: notesServer(), gone: { command: 'no-such-program' } })
    const running = start(['--config', config, '--port', '0'])
    const { urls } = await urlsOf(running)
    const listening = running.lines.length
    for (let each = 0; each < 3; each += 1) {
      const called = await omniport('call', `${urls['all']}`, 'gone__any', '--no-validate-input')
      expect([called.code, called.stderr]).toEqual([5, expect.stringContaining('no-such-program')])
    }
    expect(running.lines.slice(listening).filter((line) => !line.includes(' is connected, '))).toEqual([
      expect.stringMatching(/^\[warning\] The upstream "gone" failed: Could not start "no-such-program"/),
    ])
    expect(await end(running.child)).toEqual([0, null])
  })

  test('a file that changes is read again, and servers that stay keep their connections', async () => {
    const config = await writeConfig({ notes: notesServer() })
    const running = start(['--config', config, '--port', '0'])
    const { urls, status } = await urlsOf(running)
    await omniport('call', `${urls['all']}`, 'notes__add_note', 'title=Milk', 'text=Two.')
    await writeConfig({ notes: notesServer(), tools: { command: process.execPath, args: [cli, 'x'] } })
    await linesOf(running.lines).toContain('[gateway] The configuration was read again; added: tools')
    const { endpoints } = await (await fetch(status)).json()
    expect(endpoints.all.upstreams).toMatchObject([
      { name: 'notes', state: 'ready', connections: 1 },
      { name: 'tools', state: 'idle' },
    ])
    await writeFile(config, '{ broken')
    await linesOf(running.lines).toContainEqual(expect.stringMatching(/^\[warning\] .*mcp\.json.*not JSON/))
    const again = await omniport('call', `${urls['all']}`, 'notes__add_note', 'title=Eggs', 'text=Six.')
    expect(again.code).toBe(0)
    expect(running.lines.filter((line) => line.includes('is connected'))).toHaveLength(1)
  })

  test('endpoints have some of the servers each', async () => {
    const config = await writeConfig({ notes: notesServer(), work: notesServer() })
    const selection = ['--endpoint', 'home=notes', '--endpoint', 'both=work, notes']
    const { urls } = await urlsOf(start(['--config', config, '--port', '0', ...selection]))
    expect(Object.keys(urls)).toEqual(['home', 'both'])
    expect(new URL(`${urls['home']}`).pathname).toBe('/mcp/home')
    const namesAt = async (url: string | undefined) => {
      const { stdout } = await omniport('list', `${url}`, 'tools')
      return (JSON.parse(stdout).tools as { name: string }[]).map(({ name }) => name.split('__')[0])
    }
    const serversAt = async (url: string | undefined) => [...new Set(await namesAt(url))]
    // An upstream that starts slowly is left out at first.
    await expect.poll(() => serversAt(urls['home']), { timeout: 10_000 }).toEqual(['notes'])
    await expect.poll(() => serversAt(urls['both']), { timeout: 10_000 }).toEqual(['notes', 'work'])
  })

  test('two tools stand for all', async () => {
    const config = await writeConfig({ notes: notesServer() })
    const { urls } = await urlsOf(start(['--config', config, '--port', '0', '--search']))
    const { stdout } = await omniport('list', `${urls['all']}`, 'tools')
    expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(['find_tools', 'call_tool'])
    const call = { name: 'notes__add_note', arguments: { title: 'Milk', text: 'Two.' } }
    const called = await omniport('call', `${urls['all']}`, 'call_tool', JSON.stringify(call))
    expect(called.code).toBe(0)
  })

  test('beyond this machine a token is needed, and asked for', async () => {
    verifies('SEC-12', 'SEC-15')
    const config = await writeConfig({ notes: notesServer() })
    const refused = await omniport('gateway', '--config', config, '--host', '0.0.0.0', '--port', '0')
    expect([refused.code, JSON.parse(refused.stderr.trim().split('\n').at(-1) ?? '').error.message]).toEqual([
      1,
      'gateway: hostname "0.0.0.0" is reachable from other machines: give --token-env, so that not everyone can use its tools',
    ])
    const args = ['--config', config, '--host', '0.0.0.0', '--port', '0', '--token-env', 'GATEWAY_TOKEN']
    const { urls } = await urlsOf(start(args, { GATEWAY_TOKEN: 's3cret' }))
    const url = `${urls['all']}`.replace('0.0.0.0', '127.0.0.1')
    expect((await omniport('list', url, 'tools')).code).toBe(3)
    const env = { TOKEN: 's3cret' }
    const listed = await runProgram([process.execPath, cli, 'list', url, 'tools', '--bearer-env', 'TOKEN'], { env })
    expect(listed.code).toBe(0)
  })
})

test('a tool whose definition is not the pinned one is blocked, and that is said', async () => {
  const config = await writeConfig({ notes: notesServer() })
  const tools = { add_note: `sha256-${'0'.repeat(64)}` }
  await writeFile(join(folder, 'mcp.lock'), JSON.stringify({ version: 1, servers: { notes: { tools } } }))
  const running = start(['--config', config, '--port', '0', '--pin'])
  const { urls } = await urlsOf(running)
  const called = await omniport('call', `${urls['all']}`, 'notes__add_note', 'title=Milk', 'text=Two.')
  expect([called.code, called.stderr]).toEqual([5, expect.stringContaining('has no tool')])
  await linesOf(running.lines).toContainEqual(
    expect.stringMatching(
      /^\[warning\] notes: the definition of add_note has changed, so it is blocked; approve it with/,
    ),
  )
})

test('over stdio it serves one client, and ends with it', async () => {
  const { child, lines } = start(['--config', await writeConfig({ notes: notesServer() }), '--stdio'])
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async (message: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    return JSON.parse((await answers.next()).value)
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  expect((await ask({ id: 1, method: 'initialize', params })).result.serverInfo.name).toBe('omniport-gateway')
  const call = { name: 'notes__add_note', arguments: { title: 'Öl', text: 'Two.' } }
  const { result } = await ask({ id: 2, method: 'tools/call', params: call })
  expect(JSON.stringify(result.content)).toContain('notes://')
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(lines[0]).toMatch(/^\[gateway\] notes: starts /)
})

test('one client per connection over a pipe is what tap and hosts see, too', async () => {
  const config = await writeConfig({ notes: notesServer() })
  const argv = ['list', 'tools', '--', process.execPath, cli, 'gateway', '--config', config, '--stdio']
  const { code, stdout } = await omniport(...argv)
  expect([code, JSON.parse(stdout).tools[0].name]).toEqual([0, expect.stringMatching(/^notes__/)])
})

describe('what is wrong is said with advice', () => {
  test.each<[string, readonly string[], string]>([
    ['no file', [], 'gateway: say which servers to serve: --config mcp.json'],
    ['a file that is not there', ['--config', 'absent.json'], 'absent.json: cannot be read: there is no such file'],
    ['a target', ['notes', '--config', 'mcp.json'], 'gateway takes no target: its servers come from config files'],
    ['an endpoint without servers', ['--config', 'mcp.json', '--endpoint', 'a'], 'It must be a name of letters'],
    ['an option of HTTP', ['--config', 'mcp.json', '--stdio', '--port', '80'], '--port is for HTTP'],
    ['a token that is not set', ['--config', 'mcp.json', '--token-env', 'NO'], 'the variable NO is not set'],
    ['an unknown server', ['--config', 'mcp.json', '--endpoint', 'a=b'], 'there is no server "b". There are notes'],
    ['an option of clients', ['--config', 'mcp.json', '--auth'], 'gateway: --auth does not apply here'],
  ])('%s', async (_name, args, message) => {
    await writeConfig({ notes: notesServer() })
    const { code, stdout, stderr } = await runProgram([process.execPath, cli, 'gateway', ...args], { cwd: folder })
    expect([code, stdout]).toEqual([1, ''])
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.message).toContain(message)
  })

  test('a file without servers', async () => {
    const { code, stderr } = await omniport('gateway', '--config', await writeConfig({}))
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      1,
      expect.stringMatching(/^gateway: there is no server in .*mcp\.json; add one under "mcpServers"$/),
    ])
  })
})
