import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { install, link, type Packed, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

const names = ['omniport', '@omniport/cli'] as const

describe('the published packages', () => {
  let folder = ''
  const packed = new Map<string, Packed>()
  const packageOf = (name: string) => packed.get(name) ?? { tarball: '', files: [] }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'))
    for (const name of names) packed.set(name, pack(name, folder))
    for (const name of names) install(name, packageOf(name), folder)
    link('zod', folder)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const { language, file, text } of codeBlocks(readDocument('README.md'))) {
      if (language === 'ts' && file !== undefined) writeFileSync(join(folder, file), text)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(names)('%s: has the licence, a readme and what was built, and nothing else', (name) => {
    const { files } = packageOf(name)
    expect(files.filter((file) => !file.startsWith('dist/'))).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(files.filter((file) => !/^(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts))$/.test(file))).toEqual([])
    expect(files.filter((file) => /\.test\.|fixtures|tsbuildinfo/.test(file))).toEqual([])
  })

  test.each(names)('%s: has no file whose source is gone (npm run clean)', (name) => {
    const source = `${root}/packages/${name.replace('@omniport/', '')}/src`
    const built = packageOf(name).files.filter((file) => file.endsWith('.d.ts'))
    const sources = built.map((file) => file.replace('dist', source).replace(/\.d\.ts$/, '.ts'))
    expect(sources.filter((file) => !existsSync(file))).toEqual([])
  })

  test.each(names)('%s: has the files that its package.json names', (name) => {
    const { bin = {}, exports = {} } = JSON.parse(
      readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
    )
    const named = [bin, exports].flatMap(leaves).map((path) => path.replace('./', ''))
    expect(named.filter((path) => !packageOf(name).files.includes(path))).toEqual([])
  })

  test.each(names)('%s: publint has nothing to say', (name) => {
    const { status, output } = tool('publint', ['run', packageOf(name).tarball, '--strict'])
    expect([output, status]).toEqual([expect.stringContaining('All good!'), 0])
  })

  test('omniport: its types are right for every way to import it', () => {
    const args = [packageOf('omniport').tarball, '--profile', 'esm-only', '--no-definitely-typed']
    const { status, output } = tool('attw', args)
    expect(status, output).toBe(0)
  })

  test.each([
    ['the client and the server of the readme', 'client.js', 'Hello Ada\n'],
    ['a server in memory', 'memory.js', '3.0\n'],
  ])('run where they are installed: %s', (_, file, stdout) => {
    expect(runProgram(file, [], folder)).toEqual({ status: 0, stdout, stderr: '' })
  })

  test('run where they are installed: the command of the readme', () => {
    const command = 'node_modules/@omniport/cli/dist/main.js'
    const { status, stdout } = runProgram(command, 'call hello name=Ada -- node server.js'.split(' '), folder)
    expect([JSON.parse(stdout).content, status]).toEqual([[{ type: 'text', text: 'Hello Ada' }], 0])
  })
})

/** The texts at the ends of a tree of objects. */
function leaves(tree: unknown): readonly string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(leaves)
}

function tool(name: string, args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', name), args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
