import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, changeConfigFile, createConfigFile, readConfigFile } from './config-file.js'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'))
  file = join(folder, 'mcp.json')
})

afterEach(() => rm(folder, { recursive: true }))

test('what another program writes meanwhile is not lost: the edit is made again', async () => {
  await writeFile(file, 'one')
  const seen: string[] = []
  const changed = await changeConfigFile(file, (text) => {
    seen.push(text)
    if (seen.length === 1) writeFileSync(file, 'two')
    return `${text} edited`
  })
  expect([changed, seen, await readFile(file, 'utf8')]).toEqual([true, ['one', 'two'], 'two edited'])
  expect(await readdir(folder)).toEqual(['mcp.json'])
})

test('a file that changes all the time is left alone', async () => {
  await writeFile(file, 'one')
  let edits = 0
  const changing = changeConfigFile(file, (text) => {
    edits += 1
    writeFileSync(file, `write ${edits}`)
    return `${text} edited`
  })
  await expect(changing).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/all the time/),
  })
  expect([edits, await readFile(file, 'utf8'), await readdir(folder)]).toEqual([10, 'write 10', ['mcp.json']])
})

test('an edit that fails writes nothing', async () => {
  await writeFile(file, 'one')
  const failing = changeConfigFile(file, () => {
    throw new TypeError('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['one', ['mcp.json']])
})

test('a file that is not there is an error', async () => {
  await expect(readConfigFile(file)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/cannot be read/),
  })
})

test('a file is created with its folders, whole, and not over another one', async () => {
  const created = join(dirname(file), 'new/deep/mcp.json')
  await createConfigFile(created, '{}')
  expect([await readFile(created, 'utf8'), await readdir(dirname(created))]).toEqual(['{}', ['mcp.json']])
  await expect(createConfigFile(created, '[]')).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/mcp\.json: cannot be written/),
  })
  expect([await readFile(created, 'utf8'), await readdir(dirname(created))]).toEqual(['{}', ['mcp.json']])
})

test('backups do not replace each other', async () => {
  await writeFile(file, 'one')
  expect([await backUp(file, 'before-tap'), await backUp(file, 'before-tap')]).toEqual([
    `${file}.before-tap`,
    `${file}.before-tap-2`,
  ])
})
