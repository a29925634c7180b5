import { writeFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
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

test('an edit that changes nothing leaves the file as it is', async () => {
  await writeFile(file, 'one')
  const { ino } = await stat(file)
  expect(await changeConfigFile(file, (text) => text)).toBe(false)
  expect([(await stat(file)).ino, await readFile(file, 'utf8'), await readdir(folder)]).toEqual([
    ...[ino, 'one', ['mcp.json']],
  ])
})

test.runIf(process.platform !== 'win32')(
  'a changed file has the rights that it had, and stays where a link leads',
  async () => {
    await writeFile(file, 'one')
    await chmod(file, 0o640)
    const linked = join(folder, 'linked.json')
    await symlink(file, linked)
    expect(await changeConfigFile(linked, () => 'two')).toBe(true)
    expect([(await stat(file)).mode & 0o7777, await readFile(file, 'utf8')]).toEqual([0o640, 'two'])
    expect(await readdir(folder)).toEqual(['linked.json', 'mcp.json'])
  },
)

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
    message: `${file} is being changed by another program all the time; nothing was written`,
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
    message: expect.stringMatching(/mcp\.json: cannot be read: ENOENT/),
    cause: expect.objectContaining({ code: 'ENOENT' }),
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

test.runIf(process.platform !== 'win32')('a created file can be read by its user alone', async () => {
  await createConfigFile(file, '{}')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a third backup is another one still, and each has the text of its time', async () => {
  const copies: string[] = []
  for (const text of ['one', 'two', 'three']) {
    await writeFile(file, text)
    copies.push(await backUp(file, 'old'))
  }
  expect(copies).toEqual([`${file}.old`, `${file}.old-2`, `${file}.old-3`])
  expect(await Promise.all(copies.map((copy) => readFile(copy, 'utf8')))).toEqual(['one', 'two', 'three'])
})

test('a file that is not there has no backup', async () => {
  await expect(backUp(file, 'old')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(folder)).toEqual([])
})
