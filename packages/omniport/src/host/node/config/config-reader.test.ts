import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { configLocations } from '../../config/find/config-locations.js'
import { toConfigEnvironment } from './config-environment.js'
import { ConfigReader } from './config-reader.js'
import { type ConfigFolder, createConfigFolder } from './fixtures/config-folder.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

function readerOf(file?: string): ConfigReader {
  const { cwd, home } = folder
  return new ConfigReader(file, toConfigEnvironment('test', { cwd, home, env: {}, platform: 'linux' }))
}

const text = (...commands: readonly string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(commands.map((command) => [command, { command }])) })

/** The names of the servers, and what is wrong. */
async function read(reader: ConfigReader) {
  const { config, broken } = await reader.read()
  const messagesOf = (problems: readonly { readonly message: string }[]) => problems.map(({ message }) => message)
  return { servers: Object.keys(config.servers), problems: messagesOf(config.problems), broken: messagesOf(broken) }
}

const good = (...servers: readonly string[]) => ({ servers, problems: [], broken: [] })

describe('the files that it depends on', () => {
  test('are the one that is given', () => {
    expect(readerOf('x/mcp.json').paths).toEqual([join(folder.cwd, 'x/mcp.json')])
    expect(readerOf('/x/mcp.json').paths).toEqual(['/x/mcp.json'])
  })

  test('are all that there may be', () => {
    const { cwd, home } = folder
    const all = configLocations({ cwd, home, env: {}, platform: 'linux' })
    expect(readerOf().paths).toEqual(all.map(({ file }) => file))
  })

  test('are those of variables too, while they are named', async () => {
    folder.write('.env', 'A=1')
    folder.write('mcp.json', JSON.stringify({ mcpServers: { a: { command: 'c', envFile: '.env' } } }))
    const reader = readerOf('mcp.json')
    await reader.read()
    expect(reader.paths).toEqual(['mcp.json', '.env'].map((file) => join(folder.cwd, file)))
    folder.write('mcp.json', text('a'))
    await reader.read()
    expect(reader.paths).toEqual([join(folder.cwd, 'mcp.json')])
  })
})

describe('a file that becomes unreadable', () => {
  const [one, other] = ['mcp.json:1: not JSON: value expected', 'mcp.json:1: not JSON: close brace expected']

  test('keeps what it had, and is reported once for each thing that is wrong', async () => {
    folder.write('mcp.json', text('a'))
    const reader = readerOf('mcp.json')
    expect(await read(reader)).toEqual(good('a'))
    folder.write('mcp.json', '')
    expect(await read(reader)).toEqual({ ...good('a'), broken: [one] })
    expect(await read(reader)).toEqual(good('a'))
    folder.write('mcp.json', '{')
    expect(await read(reader)).toEqual({ ...good('a'), broken: [other] })
  })

  test('is reported again, once it was whole in between', async () => {
    folder.write('mcp.json', text('a'))
    const reader = readerOf('mcp.json')
    await read(reader)
    folder.write('mcp.json', '')
    await read(reader)
    folder.write('mcp.json', text('b'))
    expect(await read(reader)).toEqual(good('b'))
    folder.write('mcp.json', '')
    expect(await read(reader)).toEqual({ ...good('b'), broken: [one] })
  })

  test('and never could be read, is an error where it was given', async () => {
    const reader = readerOf('mcp.json')
    const missing = new OmniportError('invalid_config', 'mcp.json: cannot be read: there is no such file')
    await expect(reader.read()).rejects.toThrow(missing)
    folder.write('mcp.json', text('a'))
    expect(await read(reader)).toEqual(good('a'))
  })

  test('and has lost its servers, keeps them where it was given', async () => {
    folder.write('mcp.json', text('a'))
    const reader = readerOf('mcp.json')
    await read(reader)
    folder.write('mcp.json', '{}')
    const [problem] = (await read(reader)).broken
    expect(problem).toBe(
      'mcp.json: no servers found: expected one of mcpServers, servers, mcp_servers, mcp, extensions',
    )
  })
})

describe('a file that was found', () => {
  test('and never could be read is a problem each time', async () => {
    folder.write('mcp.json', '{')
    folder.write('.mcp.json', text('a'))
    const reader = readerOf()
    const expected = { ...good('a'), problems: ['mcp.json:1: not JSON: close brace expected'] }
    expect([await read(reader), await read(reader)]).toEqual([expected, expected])
    const { config } = await reader.read()
    expect(config.problems.map(({ file }) => file)).toEqual([join(folder.cwd, 'mcp.json')])
  })

  test('and is removed is as if it had never been there', async () => {
    folder.write('mcp.json', text('a'))
    const reader = readerOf()
    expect(await read(reader)).toEqual(good('a'))
    rmSync(join(folder.cwd, 'mcp.json'))
    expect(await read(reader)).toEqual(good())
    folder.write('mcp.json', '')
    expect(await read(reader)).toEqual({ ...good(), problems: ['mcp.json:1: not JSON: value expected'] })
  })

  test('may be without servers, and is then broken, not a problem', async () => {
    folder.write('mcp.json', '{}')
    const reader = readerOf()
    expect(await read(reader)).toEqual(good())
    folder.write('mcp.json', '{')
    expect(await read(reader)).toEqual({ ...good(), broken: ['mcp.json:1: not JSON: close brace expected'] })
  })
})

test('a path may begin at the home of the person, or have a tilde elsewhere', async () => {
  const paths = ['~', '~/x', '~x', 'a~/b', '~\\x']
  const servers = Object.fromEntries(paths.map((cwd) => [cwd, { command: 'c', cwd }]))
  folder.write('mcp.json', JSON.stringify({ servers }))
  const { config } = await readerOf('mcp.json').read()
  const folders = Object.values(config.servers).map(({ target }) => (target as { readonly cwd?: string }).cwd)
  const { cwd, home } = folder
  expect(folders).toEqual([home, join(home, 'x'), join(cwd, '~x'), join(cwd, 'a~/b'), `${home}\\x`])
})

test.each([
  ['whose folder is a file', 'file/mcp.json', 'cannot be read: there is no such file'],
  ['that leads to itself', 'loop.json', 'cannot be read: ELOOP'],
])('a file %s is not read, and the reason is told', async (_, file, problem) => {
  folder.write('file', 'x')
  symlinkSync('loop.json', join(folder.cwd, 'loop.json'))
  const expected = new OmniportError('invalid_config', `${file}: ${problem}`)
  await expect(readerOf(file).read()).rejects.toThrow(expected)
})

test('a spread of a config leaves its files out', async () => {
  const file = folder.write('mcp.json', text('a'))
  const { config } = await readerOf('mcp.json').read()
  expect([config.files, Object.keys({ ...config })]).toEqual([[file], ['servers', 'problems']])
})
