import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileUriExists } from './file-uri-exists.js'
import { openRegularFile } from './open-regular-file.js'
import { removeStaleTemporaryFiles } from './remove-stale-temporary-files.js'
import { replaceFile } from './replace-file.js'

let base = ''
const at = (name: string) => join(base, name)
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'files-'))
  writeFileSync(at('file'), 'text')
  mkdirSync(at('folder'))
  symlinkSync(at('file'), at('link'))
})
afterEach(() => rmSync(base, { recursive: true }))

describe('a file that is opened', () => {
  test('has its content and its size', async () => {
    const opened = await openRegularFile(at('file'))
    expect([opened?.stats.size, await opened?.handle.readFile('utf8')]).toEqual([4, 'text'])
    await opened?.handle.close()
  })

  test('may be missing', async () => {
    expect(await openRegularFile(at('gone'))).toBeUndefined()
  })

  test.each([
    ['a link', 'link', 'is a symbolic link'],
    ['a folder', 'folder', 'is not a regular file'],
    ['what is below a file', 'file/x', /^cannot be read: ENOTDIR/],
  ])('is not %s', async (_name, name, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message)
    await expect(openRegularFile(at(name))).rejects.toMatchObject({ name: 'FileProblem', message: expected })
  })
})

describe('a file that is replaced', () => {
  test('is new with the mode that is given', async () => {
    await replaceFile({ path: at('new'), mode: 0o600 }, 'new text')
    expect([readFileSync(at('new'), 'utf8'), statSync(at('new')).mode & 0o777]).toEqual(['new text', 0o600])
    expect(readdirSync(base).sort()).toEqual(['file', 'folder', 'link', 'new'])
  })

  test('keeps its own mode', async () => {
    chmodSync(at('file'), 0o640)
    await replaceFile({ path: at('file'), mode: 0o600, existingMode: 0o640 }, 'new text')
    expect([readFileSync(at('file'), 'utf8'), statSync(at('file')).mode & 0o777]).toEqual(['new text', 0o640])
  })

  test('is not what a link leads to', async () => {
    await replaceFile({ path: at('link'), mode: 0o600 }, 'new text')
    expect([lstatSync(at('link')).isSymbolicLink(), readFileSync(at('file'), 'utf8')]).toEqual([false, 'text'])
  })

  test('is left where that fails, with nothing beside it', async () => {
    await expect(replaceFile({ path: at('folder'), mode: 0o600 }, 'x')).rejects.toMatchObject({ syscall: 'rename' })
    expect(readdirSync(base).sort()).toEqual(['file', 'folder', 'link'])
  })
})

describe('temporary files', () => {
  const ending = '0123456789abcdef01.tmp'

  function write(name: string, ageMs: number): void {
    writeFileSync(at(name), '')
    const time = new Date(Date.now() - ageMs)
    utimesSync(at(name), time, time)
  }

  test('of the dead are removed beside their file, and nothing else', async () => {
    write(`file.${ending}`, 61_000)
    const others = [`other.${ending}`, `file.x${ending}`, 'file.tmp', `file.${ending}.old`, `file${ending}`]
    for (const name of others) write(name, 61_000)
    write('file.1123456789abcdef01.tmp', 30_000)
    mkdirSync(at('file.2123456789abcdef01.tmp'))
    utimesSync(at('file.2123456789abcdef01.tmp'), 0, 0)
    await removeStaleTemporaryFiles(at('file'))
    const rest = ['file', 'folder', 'link', ...others, 'file.1123456789abcdef01.tmp', 'file.2123456789abcdef01.tmp']
    expect(readdirSync(base).sort()).toEqual(rest.sort())
  })

  test('are not looked for in a folder that is gone', async () => {
    expect(await removeStaleTemporaryFiles(at('gone/file'))).toBeUndefined()
  })
})

test.each([
  ['a file', () => pathToFileURL(at('file')).href, true],
  ['a folder', () => pathToFileURL(at('folder')).href, true],
  ['a link to a file', () => pathToFileURL(at('link')).href, true],
  ['a device', () => 'file:///dev/null', false],
  ['nothing', () => pathToFileURL(at('gone')).href, false],
  ['another scheme', () => 'https://a.example/', false],
  ['no URI', () => 'file', false],
])('%s: does the URI lead to a file?', async (_name, uri, isThere) => {
  expect(await fileUriExists(uri())).toBe(isThere)
})
