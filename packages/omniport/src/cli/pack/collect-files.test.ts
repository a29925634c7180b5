import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectFiles } from './collect-files.js'

let outer: string
let folder: string

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'collect-'))
  folder = join(outer, 'work')
  await mkdir(folder)
})

afterEach(() => rm(outer, { recursive: true }))

async function write(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `of ${path}`)
  }
}

const collect = async () => (await collectFiles(folder)).map(({ path }) => path)

test('files come in the order of their paths, with what is in them', async () => {
  await write('b/d.js', 'b/c.js', 'a.js')
  await chmod(join(folder, 'b/c.js'), 0o755)
  expect(
    (await collectFiles(folder)).map(({ path, bytes, isExecutable }) => [path, String(bytes), isExecutable]),
  ).toEqual([
    ['a.js', 'of a.js', false],
    ['b/c.js', 'of b/c.js', true],
    ['b/d.js', 'of b/d.js', false],
  ])
})

test('what is secret, or of this machine, never comes along', async () => {
  await write(
    ...[
      '.git/config',
      '.npmrc',
      'a/.npmrc',
      '.env',
      '.env.local',
      'a/.env',
      '.DS_Store',
      '.cache/x',
      'old.mcpb',
      'npm.log',
    ],
    ...['node_modules/.bin/x', 'node_modules/a/node_modules/.bin/x', '.mcpbignore'],
    ...['.github/x', '.envrc', 'env', 'mcpb', 'a.logs', 'node_modules/.binary/x', 'log'],
  )
  expect(await collect()).toEqual(['.envrc', '.github/x', 'a.logs', 'env', 'log', 'mcpb', 'node_modules/.binary/x'])
})

describe('.mcpbignore', () => {
  test.each([
    ['a name at any depth', 'x.js', ['d/y.js', 'xajs', 'y.js']],
    ['a folder at any depth', 'd/', ['x.js', 'xajs', 'y.js']],
    ['a path', 'd/x.js', ['d/y.js', 'x.js', 'xajs', 'y.js']],
    ['a path from the root', '/x.js', ['d/x.js', 'd/y.js', 'xajs', 'y.js']],
    ['stars, which stop at a slash', '*.js', ['xajs']],
    ['a star in a path', 'd/*', ['x.js', 'xajs', 'y.js']],
    ['comments and empty lines', '# x.js\n\n  y.js  \n', ['d/x.js', 'x.js', 'xajs']],
    ['two stars, which are one', '**y.js', ['d/x.js', 'x.js', 'xajs']],
    ['the start of a name', 'x', ['d/x.js', 'd/y.js', 'x.js', 'xajs', 'y.js']],
    ['letters of expressions', 'x.js|y.js\n(\n[', ['d/x.js', 'd/y.js', 'x.js', 'xajs', 'y.js']],
  ])('has %s', async (_name, text, left) => {
    await write('x.js', 'y.js', 'xajs', 'd/x.js', 'd/y.js')
    await writeFile(join(folder, '.mcpbignore'), text)
    expect(await collect()).toEqual(left)
  })
})

describe('a link', () => {
  test('within the folder is what it leads to', async () => {
    await write('a/x.js', '..b/y.js')
    await symlink(join(folder, 'a'), join(folder, 'c'))
    await symlink(join(folder, '..b'), join(folder, 'd'))
    expect(await collect()).toEqual(['..b/y.js', 'a/x.js', 'c/x.js', 'd/y.js'])
  })

  test.each(['out.js', '.', 'work-2'])('that leads out is refused: %s', async (path) => {
    await writeFile(join(outer, 'out.js'), '')
    await mkdir(join(outer, 'work-2'))
    await symlink(join(outer, path), join(folder, 'link'))
    await expect(collect()).rejects.toMatchObject({
      code: 'usage',
      message: 'pack: link is a link that leads out of the folder',
    })
  })
})

test('at most 256 MiB are packed', async () => {
  await write('large.bin')
  await truncate(join(folder, 'large.bin'), 256 * 1024 * 1024 + 1)
  await expect(collect()).rejects.toMatchObject({
    code: 'usage',
    message: 'pack: the files have more than 256 MiB; name some in .mcpbignore',
  })
})
