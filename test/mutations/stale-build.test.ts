import { cpSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChangedSources, forgetDigests, isBuilt, readSources, writeDigests } from '../../scripts/source-digests.mjs'
import { toProblem } from '../support/stale-build.js'

let root: string
const source = 'packages/one/src/a.ts'
const built = 'packages/one/dist/entries/a.js'

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stale-build-'))
  mkdirSync(join(root, 'packages/one/src/fixtures'), { recursive: true })
  mkdirSync(join(root, 'examples'))
  write(source, 'one')
  write('packages/one/src/b.ts', 'two')
  mkdirSync(join(root, 'packages/one/dist/entries'), { recursive: true })
  mkdirSync(join(root, 'packages/omniport/src'), { recursive: true })
  mkdirSync(join(root, 'scripts/later'), { recursive: true })
  write(built, 'made')
  writeDigests(root, readSources(root))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text)
}

describe('the sources of a build', () => {
  test.each([
    ['nothing', () => {}, []],
    ['only the time of a file', () => utimesSync(join(root, source), 1, 1), []],
    ['a test', () => write('packages/one/src/a.test.ts', 'test'), []],
    ['a fixture', () => write('packages/one/src/fixtures/c.ts', 'three'), []],
    ['a text of the same length', () => write(source, 'two'), [source]],
    ['a text of another length', () => write(source, 'three'), [source]],
    ['a new file', () => write('packages/one/src/c.ts', 'three'), ['packages/one/src/c.ts']],
    ['a file that is gone', () => unlinkSync(join(root, source)), [source]],
    ['a text', () => write('packages/one/README.md', 'text'), []],
    ['what a package says of itself', () => write('packages/one/package.json', '{}'), ['packages/one/package.json']],
    ['a script', () => write('scripts/build.mjs', ''), ['scripts/build.mjs']],
    ['one in a folder', () => write('scripts/later/other.mjs', ''), []],
    ['what is installed', () => write('package-lock.json', '{}'), ['package-lock.json']],
    ['options of the compiler', () => write('tsconfig.base.json', '{}'), ['tsconfig.base.json']],
  ])('are compared with those that are there: %s', (_name, change, expected) => {
    change()
    expect(findChangedSources(root)).toEqual(expected)
  })

  test('are the same in a copy of the tree, which has other times', () => {
    const copy = `${root}-copy`
    cpSync(root, copy, { recursive: true })
    expect(findChangedSources(copy)).toEqual([])
    rmSync(copy, { recursive: true })
  })

  test('are unknown while a build has not ended', () => {
    forgetDigests(root)
    expect(findChangedSources(root)).toBeUndefined()
  })
})

describe('a build', () => {
  test('is not made again of the same sources', () => {
    expect(isBuilt(root)).toBe(true)
    write('packages/one/dist/another.js', 'made by somebody else')
    expect(isBuilt(root)).toBe(true)
  })

  test.each([
    ['a source changed', () => write(source, 'two')],
    ['the last one has not ended', () => forgetDigests(root)],
    ['one of its files is gone', () => unlinkSync(join(root, built))],
    ['one of its files has another length', () => write(built, 'changed')],
    ['a package is gone', () => rmSync(join(root, 'packages/one/dist'), { recursive: true })],
  ])('is made where %s', (_name, change) => {
    change()
    expect(isBuilt(root)).toBe(false)
  })
})

test.each([
  ['no build', undefined, 'Nothing is built: npm run build'],
  ['a fresh build', [], ''],
  ['one change', ['a.ts'], 'The build is not that of the sources: a.ts changed after it: npm run build'],
  [
    'three changes',
    ['a.ts', 'b.ts', 'c.ts'],
    'The build is not that of the sources: a.ts and 2 others changed after it: npm run build',
  ],
])('the problem with %s is said, and what to do', (_name, changed, expected) => {
  expect(toProblem(changed)).toBe(expected)
})
