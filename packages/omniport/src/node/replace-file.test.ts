import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './replace-file.js'

let base = ''
const umask = process.umask()
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'replace-'))
})
afterEach(() => rmSync(base, { recursive: true }))

const path = () => join(base, 'file')
const modeOf = () => statSync(path()).mode & 0o777

test('a new file has the mode that is given, less what is taken from all', async () => {
  await replaceFile({ path: path(), mode: 0o666 }, 'new')
  expect([readFileSync(path(), 'utf8'), modeOf()]).toEqual(['new', 0o666 & ~umask])
})

test('an existing file has its own mode, whatever is taken from others', async () => {
  writeFileSync(path(), 'old')
  chmodSync(path(), 0o622)
  await replaceFile({ path: path(), mode: 0o600, existingMode: 0o622 }, 'new')
  expect([readFileSync(path(), 'utf8'), modeOf()]).toEqual(['new', 0o622])
})

test('where the folder is gone nothing is written', async () => {
  const missing = join(base, 'gone', 'file')
  await expect(replaceFile({ path: missing, mode: 0o600 }, 'x')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(readdirSync(base)).toEqual([])
})
