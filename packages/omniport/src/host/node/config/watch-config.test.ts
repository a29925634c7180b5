// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../config/config.js'
import { type ConfigFolder, createConfigFolder } from './fixtures/config-folder.js'
import { type WatchConfigOptions, watchConfig } from './watch-config.js'

let folder: ConfigFolder
let stop: AbortController
let errors: string[]
let resolveReported: () => void

beforeEach(() => {
  folder = createConfigFolder()
  stop = new AbortController()
  errors = []
  resolveReported = () => {}
})

afterEach(() => {
  stop.abort()
  folder.remove()
})

function watch(path?: string, options: WatchConfigOptions = {}): AsyncGenerator<Config, void, undefined> {
  const { cwd, home } = folder
  const onError = ({ message }: Error) => {
    errors.push(message)
    resolveReported()
  }
  return watchConfig(path, { cwd, home, env: {}, platform: 'linux', signal: stop.signal, onError, ...options })
}

const text = (...commands: readonly string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(commands.map((command) => [command, { command }])) })

/** The names of the servers in the next config; undefined at the end. */
async function next(configs: AsyncGenerator<Config, void, undefined>): Promise<readonly string[] | undefined> {
  const { value } = await configs.next()
  return value === undefined ? undefined : Object.keys(value.servers)
}

test('the config comes at once, and again after each change', async () => {
  folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  expect(await next(configs)).toEqual(['a'])
  const changed = next(configs)
  folder.write('mcp.json', text('a', 'b'))
  expect(await changed).toEqual(['a', 'b'])
  // Between two calls as well.
  folder.write('mcp.json', text('c'))
  expect(await next(configs)).toEqual(['c'])
})

test('an editor may put another file in the place of one', async () => {
  folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  await next(configs)
  for (const name of ['b', 'c']) {
    const changed = next(configs)
    renameSync(folder.write('mcp.json.tmp', text(name)), join(folder.cwd, 'mcp.json'))
    expect(await changed).toEqual([name])
  }
})

test('what makes no difference is not told', async () => {
  const file = folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  await next(configs)
  const changed = next(configs)
  utimesSync(file, 1, 1)
  folder.write('mcp.json', `${text('a')} // as before`)
  folder.write('other.json', text('x'))
  folder.write('mcp.json', text('b'))
  expect(await changed).toEqual(['b'])
})

test('a broken file is told, and what it last held stays', async () => {
  folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  await next(configs)
  const changed = next(configs)
  const reported = new Promise<void>((resolve) => {
    resolveReported = resolve
  })
  folder.write('mcp.json', '{ "mcpServers": { "b"')
  await reported
  folder.write('mcp.json', text('c'))
  expect(await changed).toEqual(['c'])
  expect(errors).toEqual(['mcp.json:1: not JSON: colon expected'])
})

test('so is one that is gone', async () => {
  const file = folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  await next(configs)
  const changed = next(configs)
  const reported = new Promise<void>((resolve) => {
    resolveReported = resolve
  })
  unlinkSync(file)
  await reported
  folder.write('mcp.json', text('b'))
  expect(await changed).toEqual(['b'])
  expect(errors).toEqual(['mcp.json: cannot be read: there is no such file'])
})

test('a file that is broken at first is an error', async () => {
  folder.write('mcp.json', '{')
  await expect(next(watch('mcp.json'))).rejects.toThrow('mcp.json:1: not JSON: close brace expected')
})

test('without a path, files and folders come and go; a broken one does not take the others with it', async () => {
  folder.write('mcp.json', text('a'))
  const configs = watch()
  expect(await next(configs)).toEqual(['a'])
  let changed = next(configs)
  folder.write('.vscode/mcp.json', text('b'))
  expect(await changed).toEqual(['a', 'b'])
  changed = next(configs)
  folder.write('../.cursor/mcp.json', text('c'))
  expect(await changed).toEqual(['a', 'b', 'c'])
  folder.write('.vscode/mcp.json', '{')
  folder.write('mcp.json', text('d'))
  expect(await next(configs)).toEqual(['d', 'b', 'c'])
  changed = next(configs)
  rmSync(join(folder.cwd, '.vscode'), { recursive: true })
  expect(await changed).toEqual(['d', 'c'])
  changed = next(configs)
  folder.write('.vscode/mcp.json', text('e'))
  expect(await changed).toEqual(['d', 'e', 'c'])
  expect(errors).toEqual(['.vscode/mcp.json:1: not JSON: close brace expected'])
})

test('a file of variables counts as well', async () => {
  folder.write('mcp.json', '{ "mcpServers": { "a": { "command": "a", "envFile": "env/.env" } } }')
  folder.write('env/.env', 'A=1')
  const configs = watch('mcp.json')
  await configs.next()
  const changed = configs.next()
  folder.write('env/.env', 'A=2')
  expect((await changed).value?.servers['a']?.target).toEqual({ command: 'a', args: [], env: { A: '2' } })
})

test('a link counts as what it leads to', async () => {
  mkdirSync(join(folder.cwd, 'one'))
  writeFileSync(join(folder.cwd, 'one/real.json'), text('a'))
  symlinkSync('one/real.json', join(folder.cwd, 'mcp.json'))
  const configs = watch('mcp.json')
  await next(configs)
  const changed = next(configs)
  writeFileSync(join(folder.cwd, 'one/real.json'), text('b'))
  expect(await changed).toEqual(['b'])
})

test('inputs are asked for once', async () => {
  const entry = (command: string) => `{ "servers": { "a": { "command": "${command}", "args": ["\${input:k}"] } },
    "inputs": [{ "id": "k", "type": "promptString" }] }`
  folder.write('mcp.json', entry('a'))
  const asked: string[] = []
  const configs = watch('mcp.json', { input: () => `${asked.push('k')}` })
  await configs.next()
  const changed = configs.next()
  folder.write('mcp.json', entry('b'))
  expect((await changed).value?.servers['a']?.target).toEqual({ command: 'b', args: ['1'], env: {} })
  expect(asked).toEqual(['k'])
})

test('the signal ends it, before, while and after it waits', async () => {
  folder.write('mcp.json', text('a'))
  const configs = watch('mcp.json')
  await next(configs)
  const waiting = next(configs)
  stop.abort()
  expect(await waiting).toBe(undefined)
  expect(await next(configs)).toBe(undefined)
  expect(await next(watch('mcp.json'))).toBe(undefined)
})

test('leaving the loop ends it', async () => {
  folder.write('mcp.json', text('a'))
  const seen: string[][] = []
  for await (const { servers } of watch('mcp.json')) {
    seen.push(Object.keys(servers))
    break
  }
  expect(seen).toEqual([['a']])
})
