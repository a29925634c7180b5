// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import {
  delta,
  startFakeOpenAi,
  streams,
  toEvents,
} from '../../packages/omniport/src/host/sampling/open-ai/fixtures/fake-open-ai.js'
import { living } from '../interop/processes.js'
import { root } from '../support/root.js'
import { createMemoryIo } from './memory-io.js'
import { cli, runProgram, start } from './run-program.js'
import { hasTerminals, TerminalProgram } from './terminal.js'

const up = '\u001b[A'
const down = '\u001b[B'
const enter = '\r'
const interrupt = '\u0003'

let cwd: string

const node = (...args: readonly string[]) => ({ command: process.execPath, args })
const kitchen = node(join(root, 'examples/host/server.js'))

/** Writes the config file. */
async function configure(mcpServers: object): Promise<void> {
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers }))
}

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
  await configure({ kitchen })
})

afterEach(() => rm(cwd, { recursive: true }))

function host(...words: readonly string[]) {
  const env = { XDG_CONFIG_HOME: join(cwd, 'settings') }
  return new TerminalProgram([process.execPath, cli, 'host', '--config', join(cwd, 'mcp.json'), ...words], env)
}

/** Looks at the tools, for which the one server is allowed to run. */
async function openTools(program: TerminalProgram): Promise<void> {
  await program.at('What next', enter)
  await program.at('Deny always', up, up, up, enter)
}

/** Has a server that asks when it is signalled; gives the file that its process id will be in. */
async function configureAsking(): Promise<string> {
  const pidFile = join(cwd, 'pid')
  await configure({ asks: node(join(root, 'test/cli/fixtures/asks.mjs'), pidFile) })
  return pidFile
}

async function pidIn(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8'))
}

// Only `script` of util-linux can make a terminal without a library for it.
describe.skipIf(!hasTerminals)('at a real terminal', () => {
  test('a tool is called, and the session quit', async () => {
    await using program = host()
    await openTools(program)
    await program.at('Which tool', down, enter)
    await program.at('pancakes', enter)
    await program.at('Values to send', down, down, enter)
    await program.at('(a number) (optional)', '\u0015', '0', enter)
    await program.at('Values to send', enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('answered')
    await program.at('"seconds": 0')
    await program.at('Which tool', up, enter)
    await program.at('What next', up, enter)
    expect(await program.ended()).toBe(0)
  })

  test('Ctrl-C leaves what is innermost, and at last the session', async () => {
    await using program = host()
    await openTools(program)
    await program.at('Which tool', enter)
    await program.at('How many you are', interrupt)
    await program.at('Values to send', interrupt)
    await program.at('Which tool', interrupt)
    await program.at('What next', interrupt)
    expect(await program.ended()).toBe(0)
  })

  test('Esc gives up a call while it runs', async () => {
    await using program = host()
    await openTools(program)
    await program.at('Which tool', down, enter)
    await program.at('pancakes', enter)
    await program.at('Values to send', enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('washing', '\u001b')
    await program.at('Cancelled.')
    await program.at('Call it again', enter)
    await program.at('Which tool', '\u001b')
    await program.at('What next', '\u001b')
    expect(await program.ended()).toBe(0)
  })

  test('a config file that changes is read again, and what is wrong in it is told', async () => {
    await using program = host()
    await program.at('Servers (0 of 1 ready)')
    await program.at('Quit')
    await configure({ kitchen, other: kitchen, wrong: { command: 7 } })
    await program.at('The configuration has changed and was read again.')
    await program.at('wrong cannot be used: ')
    await program.at('mcpServers.wrong.command must be a program, got a number')
    await program.at('Servers (0 of 3 ready)')
    await program.at('Quit', enter)
    await program.at('Of which server')
    await program.at('Back', down, enter)
    await program.at('Run the program of other')
    await program.at('Deny always', up, up, up, enter)
    await program.at('other__book_table')
    await program.at('Back', interrupt)
    await program.at('Of which server')
    await program.at('Back', interrupt)
    await program.at('What next', interrupt)
    expect(await program.ended()).toBe(0)
  })

  test('a question of a server takes a menu away, which comes back', async () => {
    const pidFile = await configureAsking()
    await using program = host()
    await openTools(program)
    await program.at('Which tool')
    await program.at('Back')
    process.kill(await pidIn(pidFile), 'SIGUSR2')
    await program.at('The server asks asks you')
    await program.at('Do you want tea?')
    await program.at('no', enter) // which it begins at
    await program.at('Send this to asks', enter)
    const answer = () => readFile(`${pidFile}.answer`, 'utf8').catch(() => '')
    await expect.poll(answer).toBe('{"action":"accept","content":{"tea":false}}')
    await program.at('Which tool', interrupt)
    await program.at('What next', interrupt)
    expect(await program.ended()).toBe(0)
  })

  test('Ctrl-C while the servers end does not wait for one that does not, and leaves none', async () => {
    const pidFile = join(cwd, 'pid')
    await configure({ stays: node(join(root, 'test/cli/fixtures/stays.mjs'), pidFile) })
    await using program = host()
    await openTools(program)
    await program.at('There are no tools.')
    await program.at('What next', interrupt)
    await program.at('Ending the servers.')
    const pid = await pidIn(pidFile)
    expect(living([pid])).toEqual([pid])
    await program.at('quits without waiting.', interrupt)
    expect(await program.ended()).toBe(130)
    await expect.poll(() => living([pid])).toEqual([])
  })

  test('SIGTERM ends the session, and its servers', async () => {
    const pidFile = await configureAsking()
    await using program = host()
    await openTools(program)
    await program.at('Which tool')
    await program.at('Back')
    const pid = await pidIn(pidFile)
    expect(living([pid])).toEqual([pid])
    program.signal('SIGTERM')
    expect(await program.ended()).toBe(0)
    expect(living([pid])).toEqual([])
  })

  test('a call asks for what the entry of its server wants', async () => {
    const inputs = ['key', 'other'].map((id) => ({
      id,
      type: 'promptString',
      description: `The ${id}`,
      password: true,
    }))
    const servers = { kitchen: { ...kitchen, env: { KEY: '${input:key}' } }, other: { command: '${input:other}' } }
    await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ servers, inputs }))
    const argv = [process.execPath, cli, 'read', 'kitchen', 'dish://noodles', '--config', join(cwd, 'mcp.json')]
    await using program = new TerminalProgram(argv, {})
    await program.at('The key', 'secret', enter)
    await program.at('Noodles in broth')
    expect(await program.ended()).toBe(0)
    expect(program.text).not.toContain('The other')
    expect(program.text).not.toContain('secret')
  })

  test('servers are told the folders of the command line, and ask its model', async () => {
    const provider = await startFakeOpenAi((response) =>
      streams(response, toEvents(delta({ content: 'Oslo' }, 'stop'))),
    )
    onTestFinished(provider.close)
    await configure({ wants: node(join(root, 'test/cli/fixtures/wants.mjs')) })
    await using program = host('--root', cwd, '--root', root, '--model-url', provider.url, '--model', 'gpt-x')
    await openTools(program)
    await program.at('Which tool', enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('Tell wants')
    await program.at('Allow this once', enter)
    await program.at(`"name":"${basename(cwd)}"`)
    await program.at(`"name":"${basename(root)}"`)
    await program.at('Which tool', down, enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('Let wants ask')
    await program.at('Allow this once', enter)
    await program.at('Send')
    await program.at('Allow this once', enter)
    await program.at('Oslo')
    await program.at('Which tool', interrupt)
    await program.at('What next', interrupt)
    expect(await program.ended()).toBe(0)
    expect(provider.requests.map(({ body }) => body['model'])).toEqual(['gpt-x'])
  })

  test('npm start opens the console on the examples', async () => {
    await using program = new TerminalProgram([process.execPath, start], { XDG_CONFIG_HOME: join(cwd, 'settings') })
    await program.at('The console is at http://127.0.0.1:', interrupt)
    expect(await program.ended()).toBe(0)
  })
})

test('without a terminal it says so', async () => {
  const { code, stdout, stderr } = await runProgram([process.execPath, cli, 'host'], { cwd })
  expect([code, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('must be a terminal'),
  })
})

test.each([
  ['words', ['notes'], /^host takes no target: its servers come from config files/],
  ['a command', ['--', 'node', 'server.js'], /^host takes no target: its servers come from config files/],
  ['-e', ['-e', 'A=b'], /^host: --env does not apply here; a server has its "env" in the config file$/],
  ['-H', ['-H', 'A: b'], /^host: --header does not apply here; a server has its "headers" in/],
  [
    '--protocol',
    ['--protocol', 'legacy'],
    /^host: --protocol does not apply here; a server has its "protocolVersion" in/,
  ],
  [
    '--bearer-env',
    ['--bearer-env', 'HOME'],
    /^host: --bearer-env does not apply here; a server has its "bearerTokenEnv" in/,
  ],
  [
    '--no-browser',
    ['--no-browser'],
    /^host: --no-browser does not apply here; host shows addresses and opens no browser$/,
  ],
  [
    '--no-browser beside --auth',
    ['--auth', '--no-browser'],
    /^host: --no-browser does not apply here; host shows addresses and opens no browser$/,
  ],
  ['--json', ['--json'], /^host: --json does not apply here; a script can use list, call, read and prompt$/],
  [
    '--log-level',
    ['--log-level', 'info'],
    /^host: --log-level does not apply here; "Servers" shows the output of servers/,
  ],
  ['--port', ['--port', '1'], /^host: --port does not apply here; "omniport help host" shows those that do$/],
  ['--host', ['--host', 'localhost'], /^host: --host does not apply here; "omniport help host" shows those that do$/],
])('it refuses %s', async (_name, words, message) => {
  const { io, stderr } = createMemoryIo({ cwd })
  expect(await run(['host', ...words], io)).toBe(1)
  const { error } = JSON.parse(stderr().join())
  expect([error.code, error.message]).toEqual(['usage', expect.stringMatching(message)])
})
