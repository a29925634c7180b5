import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isVersion, readManifest } from './read-manifest.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manifest-'))
})

afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))

const server = { type: 'node', entry_point: 'main.js', mcp_config: { command: 'node' } }
const manifest = {
  manifest_version: '0.3',
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  author: { name: 'Ada' },
  server,
}

async function problem(value: unknown, name = 'manifest.json'): Promise<string> {
  await write(name, value)
  return readManifest(folder).then(
    () => 'none',
    ({ code, message }) => `${code} ${message}`,
  )
}

describe('a manifest', () => {
  test('is taken as it is', async () => {
    await write('manifest.json', { ...manifest, more: [1] })
    await write('package.json', {})
    expect(await readManifest(folder)).toEqual({
      name: 'notes',
      version: '1.0.0',
      entryPoint: 'main.js',
      text: `${JSON.stringify({ ...manifest, more: [1] }, undefined, 2)}\n`,
      isMade: false,
    })
  })

  test('has the shortest path to its program', async () => {
    await write('manifest.json', { ...manifest, server: { ...server, entry_point: './lib/../lib//main.js' } })
    expect((await readManifest(folder)).entryPoint).toBe('lib/main.js')
  })

  const isOf = (text: string) => `usage pack: manifest.json: ${text}`
  const version = 'version must be one such as "1.0.0"'
  const named = 'name must have letters, digits, dots, dashes and underscores'
  const inside = 'server.entry_point must be a file of the folder (package.json: bin or main)'
  const described = 'description must say what the server does'
  const authored = 'author must be an object with a name'

  test.each([
    [{}, 'none'],
    [{ manifest_version: '0.1' }, 'none'],
    [{ manifest_version: '0.4' }, 'none'],
    [{ manifest_version: '0.5' }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ manifest_version: '0.0' }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ manifest_version: '10.1' }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ manifest_version: '0.10' }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ manifest_version: '0x1' }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ manifest_version: undefined }, isOf('manifest_version must be "0.1" to "0.4"')],
    [{ name: '@me/a b.c-d_1' }, 'none'],
    [{ name: '-a' }, isOf(named)],
    [{ name: 'a!' }, isOf(named)],
    [{ name: '' }, isOf(named)],
    [{ name: 7 }, isOf(named)],
    [{ version: '1.0' }, isOf(version)],
    [{ description: '' }, isOf(described)],
    [{ description: 7 }, isOf(described)],
    [{ description: undefined }, isOf(described)],
    [{ author: 'Ada' }, isOf(authored)],
    [{ author: {} }, isOf(authored)],
    [{ author: { name: 7 } }, isOf(authored)],
    [{ server: 'x' }, isOf('server must be an object')],
    [{ server: { ...server, type: 'python' } }, 'none'],
    [{ server: { ...server, type: 'binary' } }, 'none'],
    [{ server: { type: 'uv', entry_point: 'main.py' } }, 'none'],
    [{ server: { ...server, type: 'deno' } }, isOf('server.type must be node, python, binary or uv')],
    [{ server: { ...server, entry_point: '../main.js' } }, isOf(inside)],
    [{ server: { ...server, entry_point: 'a/../..' } }, isOf(inside)],
    [{ server: { ...server, entry_point: '/main.js' } }, isOf(inside)],
    [{ server: { ...server, entry_point: 'C:main.js' } }, isOf(inside)],
    [{ server: { ...server, entry_point: 'lib\\main.js' } }, isOf(inside)],
    [{ server: { ...server, entry_point: '..main.js' } }, 'none'],
    [{ server: { ...server, entry_point: 7 } }, isOf(inside)],
    [{ server: { ...server, mcp_config: {} } }, isOf('server.mcp_config must have a command')],
    [{ server: { ...server, mcp_config: { command: 7 } } }, isOf('server.mcp_config must have a command')],
    [{ server: { ...server, mcp_config: undefined } }, isOf('server.mcp_config must have a command')],
    [{ version: 'x', author: 7 }, isOf(`${version}; ${authored}`)],
  ])('with %j', async (members, expected) => {
    expect(await problem({ ...manifest, ...members })).toBe(expected)
  })

  test.each(['[]', '"x"', 'null', '{'])('that is %s is no object', async (text) => {
    const file = join(folder, 'manifest.json')
    await writeFile(file, text)
    await expect(readManifest(folder)).rejects.toMatchObject({
      code: 'usage',
      message: `pack: ${file} is no JSON object`,
    })
  })

  test('that is a folder cannot be read', async () => {
    await mkdir(join(folder, 'manifest.json'))
    await expect(readManifest(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  })

  test('is missing, and so is the package', async () => {
    await expect(readManifest(folder)).rejects.toMatchObject({
      code: 'usage',
      message: `pack: ${folder} has neither manifest.json nor package.json`,
    })
  })
})

describe('of a package', () => {
  const npmPackage = {
    name: '@you/notes',
    version: '1.2.3',
    description: 'Keeps notes',
    author: { name: 'Ada' },
    main: './main.js',
  }
  const made = async (members: object) => {
    await write('package.json', { ...npmPackage, ...members })
    const { text, isMade } = await readManifest(folder)
    return { ...JSON.parse(text), isMade }
  }

  test('a manifest is made', async () => {
    const more = {
      license: 'MIT',
      keywords: ['a'],
      homepage: 'https://a.example',
      repository: 'github:a/b',
      private: true,
    }
    expect(await made(more)).toEqual({
      manifest_version: '0.3',
      name: 'notes',
      version: '1.2.3',
      description: 'Keeps notes',
      author: { name: 'Ada' },
      server: {
        type: 'node',
        entry_point: 'main.js',
        mcp_config: { command: 'node', args: [`\${__dirname}/main.js`] },
      },
      ...{ license: 'MIT', keywords: ['a'], homepage: 'https://a.example' },
      repository: { type: 'git', url: 'github:a/b' },
      isMade: true,
    })
  })

  test.each([
    [{ bin: './cli.js' }, 'cli.js'],
    [{ bin: { x: 7, notes: 'bin/cli.js', other: 'b.js' } }, 'bin/cli.js'],
    [{ bin: {} }, 'main.js'],
    [{ bin: 7 }, 'main.js'],
  ])('with %j starts %s', async (members, entry) => {
    expect((await made(members)).server.entry_point).toBe(entry)
  })

  test.each([
    ['Ada', { name: 'Ada' }],
    ['Ada <ada@a.example>', { name: 'Ada', email: 'ada@a.example' }],
    ['Ada (https://a.example)', { name: 'Ada', url: 'https://a.example' }],
    ['Ada <ada@a.example> (https://a.example)', { name: 'Ada', email: 'ada@a.example', url: 'https://a.example' }],
    ['Ada <', { name: '' }],
    [
      { name: 'Ada', email: 'x' },
      { name: 'Ada', email: 'x' },
    ],
  ])('of %j', async (author, object) => {
    expect((await made({ author })).author).toEqual(object)
  })

  test('with a repository that is an object has its address', async () => {
    expect((await made({ repository: { type: 'svn', url: 'u' } })).repository).toEqual({ type: 'git', url: 'u' })
    expect(await made({ repository: { directory: 'x' } })).not.toHaveProperty('repository')
  })

  test('problems say that there is no manifest', async () => {
    expect(await problem({}, 'package.json')).toBe(
      'usage pack: package.json (there is no manifest.json): version must be one such as "1.0.0"; description must say what the server does; author must be an object with a name; server.entry_point must be a file of the folder (package.json: bin or main)',
    )
  })
})

test.each([
  ['1.0.0', true],
  ['10.20.30', true],
  ['1.0.0-rc.1', true],
  ['1.0.0-rc.1+b-2', true],
  ['1.0.0+5', true],
  ['1.0', false],
  ['v1.0.0', false],
  ['1.0.0.0', false],
  ['1.0.0-', false],
  ['1.0.0+', false],
  ['1.0.0 ', false],
  [1, false],
  [undefined, false],
])('%j is a version: %s', (version, expected) => {
  expect(isVersion(version)).toBe(expected)
})
