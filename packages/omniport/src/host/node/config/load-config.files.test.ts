// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { LoadConfigOptions } from './config-options.js'
import { type ConfigFolder, createConfigFolder, loadFrom } from './fixtures/config-folder.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const load = (path?: string, options?: LoadConfigOptions) => loadFrom(folder, path, options)

describe('a file that cannot be read is an error which repeats nothing of it', () => {
  test.each([
    ['mcp.json', '{\n\n"mcpServers" }', 'mcp.json:3: not JSON: colon expected'],
    ['mcp.json', '{ "mcpServers": { "secret": tru } }', 'mcp.json:1: not JSON: invalid symbol'],
    ['mcp.json', '', 'mcp.json:1: not JSON: value expected'],
    ['mcp.json', '{ "mcpServers": {} } 1', 'mcp.json:1: not JSON: end of file expected'],
    ['mcp.json', '{ "mcpServers": {\n "a": "secret', 'mcp.json:2: not JSON: unexpected end of string'],
    [
      'mcp.json',
      '{ "a": {} }',
      'mcp.json: no servers found: expected one of mcpServers, servers, mcp_servers, mcp, extensions',
    ],
    ['mcp.json', '[]', 'mcp.json: no servers found: expected one of mcpServers, servers, mcp_servers, mcp, extensions'],
    ['mcp.json', '{\n"servers": [] }', 'mcp.json:2: must have an object of servers at servers'],
    ['mcp.json', `${']'.repeat(65)}${'['.repeat(65)}`, 'mcp.json: nests deeper than 64 levels'],
    [
      'mcp.json',
      `${'['.repeat(64)}${']'.repeat(64)}`,
      'mcp.json: no servers found: expected one of mcpServers, servers, mcp_servers, mcp, extensions',
    ],
    ['mcp.json', `${'['.repeat(65)}${']'.repeat(65)}`, 'mcp.json: nests deeper than 64 levels'],
    ['mcp.json', '['.repeat(1_000_000), 'mcp.json: nests deeper than 64 levels'],
    ['a.yaml', 'a: 1\n\tb: secret', 'a.yaml:2: not YAML: tab as indent'],
    ['a.yaml', 'mcpServers:\n  a: {}\n  a: {}', 'a.yaml:3: not YAML: duplicate key'],
    ['a.yml', `a: &a [x]\nb: [${'*a,'.repeat(101)}]`, 'a.yml: not YAML that can be read: too many aliases'],
    ['a.yaml', '['.repeat(100_000), 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', `${']'.repeat(100)}${'{'.repeat(65)}`, 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', '- '.repeat(100_000), 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', '? '.repeat(100_000), 'a.yaml: nests deeper than 64 levels'],
    [
      'a.yaml',
      Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      'a.yaml: nests deeper than 64 levels',
    ],
    ['a.yaml', `a:\n  b: ${'- '.repeat(100_000)}`, 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', `--- &a ${'- &b '.repeat(100_000)}`, 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', `x${': - '.repeat(100_000)}`, 'a.yaml: nests deeper than 64 levels'],
    ['a.yaml', `${'a: '.repeat(100_000)}`, 'a.yaml: nests deeper than 64 levels'],
    [
      'a.yaml',
      Array.from({ length: 250 }, (_, at) => `${' '.repeat(2 * at)}a:\n${' '.repeat(2 * at)}- b:`).join('\n'),
      'a.yaml: nests deeper than 64 levels',
    ],
    ['a.yaml', '- '.repeat(65), 'a.yaml: nests deeper than 64 levels'],
    ['a.toml', '[mcp_servers.a]\ncommand = secret', 'a.toml:2: not TOML: invalid value'],
    [
      'a.toml',
      `a = ${'['.repeat(65)}${']'.repeat(65)}`,
      'a.toml:1: not TOML: document contains excessively nested structures. aborting.',
    ],
    ['a.toml', `[${'a.'.repeat(70)}a]`, 'a.toml: nests deeper than 64 levels'],
  ])('%s: %#', async (file, text, message) => {
    folder.write(file, text)
    await expect(load(file)).rejects.toEqual(new OmniportError('invalid_config', message))
  })

  test('one that is not there', async () => {
    const message = 'no.json: cannot be read: there is no such file'
    await expect(load('no.json')).rejects.toEqual(new OmniportError('invalid_config', message))
  })

  test('a folder', async () => {
    mkdirSync(join(folder.cwd, 'mcp.json'))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: is not a regular file')
  })

  test('what is no text', async () => {
    writeFileSync(join(folder.cwd, 'mcp.json'), Uint8Array.of(0x7b, 0xff, 0x7d))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: cannot be read: it is not UTF-8')
  })

  test('one longer than 4 MiB', async () => {
    const text = '{ "mcpServers": {} }'
    folder.write('mcp.json', text.padEnd(4 * 1024 * 1024))
    expect((await load('mcp.json')).servers).toEqual({})
    folder.write('mcp.json', text.padEnd(4 * 1024 * 1024 + 1))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: is longer than 4 MiB')
  })

  test.each(['yaml', 'toml'])('%s longer than 512 Ki characters', async (format) => {
    const text = format === 'yaml' ? 'mcpServers: {}\n#' : '[mcp_servers]\n#'
    folder.write(`a.${format}`, text.padEnd(512 * 1024, 'x'))
    expect((await load(`a.${format}`)).servers).toEqual({})
    folder.write(`a.${format}`, text.padEnd(512 * 1024 + 1, 'x'))
    const message = `a.${format}: is longer than 512 Ki characters, the limit for ${format}`
    await expect(load(`a.${format}`)).rejects.toThrow(message)
  })

  test('brackets in texts do not nest', async () => {
    const text = '['.repeat(100)
    folder.write(
      'a.yaml',
      `mcpServers:\n  a: {command: c, args: ["${text}"]}\n  b:\n    command: ${'c'.concat(text)}\n    description: |\n      ${text}\n`,
    )
    folder.write('a.json', `{ "mcpServers": { "a": { "command": "${text}" } /* ${text} */ } } // ${text}`)
    expect(Object.keys((await load('a.yaml')).servers)).toEqual(['a', 'b'])
    expect(Object.keys((await load('a.json')).servers)).toEqual(['a'])
  })

  test('more than 1,000 servers', async () => {
    const of = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { command: 'c' }]))
    folder.write('mcp.json', JSON.stringify({ mcpServers: of(1_000) }))
    expect(Object.keys((await load('mcp.json')).servers)).toHaveLength(1_000)
    folder.write('mcp.json', JSON.stringify({ mcpServers: of(1_001) }))
    await expect(load('mcp.json')).rejects.toThrow('mcp.json: has more than 1000 servers')
  })

  test('the file is named as short as it is understood', async () => {
    folder.write('../x.json', '{')
    folder.write('../../y.json', '{')
    await expect(load('../x.json')).rejects.toThrow(/^~\/x\.json:1: /)
    await expect(load('../../y.json')).rejects.toThrow(join(folder.home, '../y.json:1: '))
  })
})
