import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberNames } from '../../packages/omniport/src/cli/completion/name-cache.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'
import { cli } from './run-program.js'

const tools = fileURLToPath(new URL('fixtures/tools.mjs', import.meta.url))

let folder = ''
let env: Record<string, string> = {}

/** A server in a config file that was listed before, and this command in the path. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'complete-'))
  env = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/omniport'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 })
  const mine = { command: process.execPath, args: [tools], description: 'My\u001b tools' }
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { mine } }))
  const inputSchema = { type: 'object' as const, properties: { a: {}, b: {}, 'c d': {} } }
  const offered = {
    tools: [
      { name: 'add', inputSchema },
      { name: 'also', inputSchema: { type: 'object' as const } },
      { name: '$(touch hacked)', inputSchema },
    ],
    prompts: [{ name: 'ask', arguments: [{ name: 'about' }] }],
    resources: [{ uri: 'notes://one', name: 'one' }],
  }
  await rememberNames({ type: 'word', word: 'mine' }, offered, { env })
})
afterAll(() => rmSync(folder, { recursive: true }))

async function complete(...words: readonly string[]) {
  const { io, stdout } = createMemoryIo({ cwd: folder, env })
  await run(['__complete', ...words], io)
  return stdout().split('\n').slice(0, -1)
}

const names = async (...words: readonly string[]) => (await complete(...words)).map((line) => line.split('\t')[0])

test.each([
  ['verbs', ['ca'], ['call']],
  ['verbs of help', ['help', 'tes'], ['test']],
  ['names of servers', ['list', 'm'], ['mine']],
  ['kinds', ['list', 'mine', 't'], ['tools', 'templates']],
  ['tools, and none that a shell would run', ['call', 'mine', ''], ['add', 'also']],
  ['arguments of a tool that are not given', ['call', 'mine', 'add', 'a=1', ''], ['b=']],
  ['prompts', ['prompt', 'mine', ''], ['ask']],
  ['arguments of prompts', ['prompt', 'mine', 'ask', ''], ['about=']],
  ['resources', ['read', 'mine', 'no'], ['notes://one']],
  ['options', ['serve', '--p'], ['--port']],
  ['values of options', ['list', '--protocol', '2025-0'], ['2025-03-26', '2025-06-18']],
  ['words after options', ['call', '--timeout', '5', 'mine', 'al'], ['also']],
  ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
  ['what config does', ['config', 're'], ['remove']],
  ['nothing for what is not known', ['call', 'other', ''], []],
  ['nothing for a verb that is not there', ['nope', ''], []],
  ['a whole line', ['--line', 'omniport call mine ad'], ['add']],
])('candidates: %s', async (_name, words, expected) => {
  expect(await names(...words)).toEqual(expected)
})

test('descriptions cannot steer a terminal', async () => {
  expect(await complete('list', 'mi')).toEqual(['mine\tMy tools'])
})

test('a long description says that it goes on', async () => {
  expect(await complete('list')).toEqual([
    'list\tall a server offers; or its tools, resources, templates, prompts or card; or the…',
    'listen\tprint each change that a server announces, and each update of the resources that…',
  ])
})

/** True if the program is there. */
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

function inShell(shell: string, script: string): string {
  const { stdout, stderr } = spawnSync(shell, ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return stdout + stderr
}

describe.skipIf(!has('bash'))('in bash (skipped where there is none)', () => {
  const complete = (line: string, words: readonly string[]) =>
    inShell(
      'bash',
      `source <(omniport completion bash); COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length}
       COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
       compopt() { :; }; _omniport; printf '%s\\n' "\${COMPREPLY[@]}"`,
    )

  test.each([
    ['a verb', 'omniport comp', ['omniport', 'comp'], 'complete\ncompletion\n'],
    ['a tool', 'omniport call mine a', ['omniport', 'call', 'mine', 'a'], 'add\nalso\n'],
    [
      'a word with a colon, which bash divides',
      'omniport read mine notes:',
      ['omniport', 'read', 'mine', 'notes', ':'],
      '://one\n',
    ],
  ])('%s', { timeout: 60_000 }, (_name, line, words, expected) => {
    expect(complete(line, words)).toBe(expected)
  })
})

describe.skipIf(!has('fish'))('in fish (skipped where there is none)', () => {
  test.each([
    [
      'a verb',
      'omniport comp',
      'complete\twhat a server suggests for an argument of a prompt or a template\ncompletion\tprint the completion script of a shell\n',
    ],
    ['a tool', 'omniport call mine a', 'add\nalso\n'],
    ['an argument', 'omniport call mine add ', 'a=\nb=\n'],
  ])('%s', { timeout: 60_000 }, (_name, line, expected) => {
    const found = inShell('fish', `omniport completion fish | source; complete -C '${line}'`)
    expect(found).toContain(expected)
  })
})

describe.skipIf(!has('zsh'))('in zsh (skipped where there is none)', () => {
  test('the script is understood, and asks for what stands there', { timeout: 60_000 }, () => {
    const script = `autoload -U compinit; compinit -u -D; source <(omniport completion zsh)
      compadd() { print -r -- "$@"; local name="\${@[-1]}"; print -rl -- "\${(@P)name}" }
      _files() { print files }
      words=(omniport call mine a); CURRENT=4; _omniport
      words=(omniport call mine add ''); CURRENT=5; _omniport
      words=(omniport call other ''); CURRENT=4; _omniport`
    const found = inShell('zsh', script)
    expect(found.split('\n').filter((line) => !line.startsWith('-'))).toEqual(['add', 'also', 'a=', 'b=', 'files', ''])
  })
})
