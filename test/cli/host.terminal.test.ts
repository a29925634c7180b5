import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { cli, runProgram } from './run-program.js'
import { hasTerminals, TerminalProgram } from './terminal.js'

const up = '\u001b[A'
const down = '\u001b[B'
const enter = '\r'
const interrupt = '\u0003'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
  const kitchen = { command: process.execPath, args: [join(root, 'examples/host/server.js')] }
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { kitchen } }))
})

afterEach(() => rm(cwd, { recursive: true }))

function host() {
  const env = { XDG_CONFIG_HOME: join(cwd, 'settings') }
  return new TerminalProgram([process.execPath, cli, 'host', '--config', join(cwd, 'mcp.json')], env)
}

// Only `script` of util-linux can make a terminal without a library for it.
describe.skipIf(!hasTerminals)('at a real terminal', () => {
  test('a tool is called, and the session quit', async () => {
    await using program = host()
    await program.at('What next', enter)
    await program.at('Deny always', up, up, up, enter)
    await program.at('Which tool', down, enter)
    await program.at('pancakes', enter)
    await program.at('What is sent', down, down, enter)
    await program.at('(a number) (optional)', '\u0015', '0', enter)
    await program.at('What is sent', enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('answered')
    await program.at('"seconds": 0')
    await program.at('Which tool', up, enter)
    await program.at('What next', up, enter)
    expect(await program.ended()).toBe(0)
  })

  test('Ctrl-C leaves what is innermost, and at last the session', async () => {
    await using program = host()
    await program.at('What next', enter)
    await program.at('Deny always', up, up, up, enter)
    await program.at('Which tool', enter)
    await program.at('How many you are', interrupt)
    await program.at('What is sent', interrupt)
    await program.at('Which tool', interrupt)
    await program.at('What next', interrupt)
    expect(await program.ended()).toBe(0)
  })

  test('Esc gives up a call while it runs', async () => {
    await using program = host()
    await program.at('What next', enter)
    await program.at('Deny always', up, up, up, enter)
    await program.at('Which tool', down, enter)
    await program.at('pancakes', enter)
    await program.at('What is sent', enter)
    await program.at('Allow always with exactly these arguments', enter)
    await program.at('washing', '\u001b')
    await program.at('Given up.')
    await program.at('Call it again', enter)
    await program.at('Which tool', '\u001b')
    await program.at('What next', '\u001b')
    expect(await program.ended()).toBe(0)
  })

  test('npm start opens a session with the examples', async () => {
    const start = join(dirname(cli), 'start.js')
    await using program = new TerminalProgram([process.execPath, start], { XDG_CONFIG_HOME: join(cwd, 'settings') })
    await program.at('Servers (0 of 2 ready)')
    await program.at('Quit', interrupt)
    expect(await program.ended()).toBe(0)
  })
})

test('without a terminal it says so', async () => {
  const { code, stdout, stderr } = await runProgram([process.execPath, cli, 'host'], { cwd })
  expect([code, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', message: expect.stringContaining('no terminal') })
})

test('it takes no words', async () => {
  const { code, stderr } = await runProgram([process.execPath, cli, 'host', 'notes'], { cwd })
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'usage'])
})
