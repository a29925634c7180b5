import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { findProgram } from './published-program.js'
import { runCommand } from './run-command.js'
import { findSdkCopies, replacement } from './sdk-copies.js'
import { findSdkInside } from './sdk-inside.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, content: string | object): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}

describe('the program of a package', () => {
  const find = async (name: string, manifest: object, bin?: string) => {
    await write(`node_modules/${name}/package.json`, { version: '1.2.3', ...manifest })
    return findProgram(folder, { name }, bin)
  }
  const at = (path: string) => ({ version: '1.2.3', path: join(folder, 'node_modules', path) })

  test.each([
    ['a', { bin: 'cli.js' }, undefined, 'a/cli.js'],
    ['@s/a', { bin: './bin/cli.js' }, undefined, '@s/a/bin/cli.js'],
    ['@s/a', { bin: { other: 'x.js' } }, undefined, '@s/a/x.js'],
    ['@s/a', { bin: { other: 'x.js', a: 'y.js' } }, undefined, '@s/a/y.js'],
    ['a', { bin: { other: 'x.js', a: 'y.js' } }, 'other', 'a/x.js'],
  ])('%s with %j and --bin %s', async (name, manifest, bin, path) => {
    expect(await find(name, manifest, bin)).toEqual(at(path))
  })

  test.each([
    [{}, undefined, 'run: a has no program to start'],
    [{ bin: {} }, 'x', 'run: a has no program to start'],
    [{ bin: { x: 'x.js', y: 'y.js' } }, undefined, 'run: a has several programs; say which with --bin: x, y'],
    [
      { bin: { start: 'x.js', y: 'y.js' } },
      'strat',
      'run: a has no program "strat"; did you mean "start"? It has start, y',
    ],
    [{ bin: { x: 'x.js' } }, 'toString', 'run: a has no program "toString". It has x'],
    [{ bin: '../b/cli.js' }, undefined, 'run: the program of a is outside of its package'],
    [{ bin: '../ab/cli.js' }, undefined, 'run: the program of a is outside of its package'],
    [{ bin: '.' }, undefined, 'run: the program of a is outside of its package'],
  ])('is missing with %j and --bin %s', async (manifest, bin, message) => {
    await expect(find('a', manifest, bin)).rejects.toMatchObject({ code: 'usage', message })
  })
})

describe('the copies of the SDK', () => {
  const sdk = (path: string, name: string, version?: string) =>
    write(`${path}/@modelcontextprotocol/sdk/package.json`, { name, ...(version && { version }) })

  test('are found wherever they are installed', async () => {
    await sdk('node_modules', replacement, '1.0.0')
    await sdk('node_modules/a/node_modules', 'own', '2.0.0')
    await sdk('node_modules/@s/b/node_modules', 'scoped')
    await sdk('node_modules/a/node_modules/c/node_modules', 'deep', '3.0.0')
    await sdk('node_modules/.pnpm/x@1/node_modules', 'stored', '4.0.0')
    await sdk('node_modules/d/lib', 'elsewhere', '5.0.0')
    await write('node_modules/file', '')
    const copies = await findSdkCopies(folder)
    const end = '/@modelcontextprotocol/sdk'
    expect(copies.map(({ path, name, version }) => `${path} ${name} ${version}`).sort()).toEqual([
      `node_modules/.pnpm/x@1/node_modules${end} stored 4.0.0`,
      `node_modules${end} @omniport/sdk 1.0.0`,
      `node_modules/@s/b/node_modules${end} scoped undefined`,
      `node_modules/a/node_modules${end} own 2.0.0`,
      `node_modules/a/node_modules/c/node_modules${end} deep 3.0.0`,
    ])
  })

  test('that are one by links are one', async () => {
    await sdk('node_modules/.pnpm/x@1/node_modules', 'stored', '4.0.0')
    await mkdir(join(folder, 'node_modules/@modelcontextprotocol'), { recursive: true })
    await symlink(
      join(folder, 'node_modules/.pnpm/x@1/node_modules/@modelcontextprotocol/sdk'),
      join(folder, 'node_modules/@modelcontextprotocol/sdk'),
    )
    expect(await findSdkCopies(folder)).toEqual([
      { path: 'node_modules/@modelcontextprotocol/sdk', name: 'stored', version: '4.0.0' },
    ])
  })

  test('may be none, or broken', async () => {
    expect(await findSdkCopies(folder)).toEqual([])
    await write('node_modules/@modelcontextprotocol/sdk/package.json', '{')
    expect(await findSdkCopies(folder)).toEqual([])
  })
})

describe('a package without the SDK beside it', () => {
  const inside = () => findSdkInside(folder, 'a')
  const text = '"MCP error " "A request handler for " "notifications/initialized"'

  test.each(['a/dist.js', 'a/deep/x.mjs', 'a/x.cjs'])('may have it in a file of its own: %s', async (path) => {
    await write(`node_modules/${path}`, text)
    expect(await inside()).toBe('built-in')
  })

  test.each([
    ['a/x.ts', text],
    ['a/node_modules/b/x.js', text],
    ['a/x.js', '"MCP error " "A request handler for "'],
    ['b/x.js', text],
  ])('does not have it in %s', async (path, content) => {
    await write(`node_modules/${path}`, content)
    expect(await inside()).toBe('unknown')
  })

  test.each([
    ['server', 'version-2'],
    ['core', 'version-2'],
    ['inspector', 'unknown'],
  ])('may use version 2: %s', async (name, expected) => {
    await write(`node_modules/@modelcontextprotocol/${name}/package.json`, '{}')
    expect(await inside()).toBe(expected)
  })
})

test.each([
  [[], 'run: give a package: omniport run <package> -- args…'],
  [['a', 'b'], 'run takes one package, got "b" as well; arguments of the server come after "--"'],
  [['a'], 'run: there is no process to run in'],
])('%j is wrong use', async (words, message) => {
  const { io } = createMemoryIo({ cwd: folder })
  const line = { words, args: [], flags: { sdk: 'x', env: [] } }
  await expect(runCommand(line, io)).rejects.toMatchObject({ code: 'usage', message })
})
