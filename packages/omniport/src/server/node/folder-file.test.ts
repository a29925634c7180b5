import { createHash } from 'node:crypto'
import { lstat, mkdtemp, realpath, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FolderFile } from './folder-file.js'

const digestOf = (content: string | Uint8Array) => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** A file of a new folder, and how it is now. */
async function setUp(content: string | Uint8Array = 'abc', name = 'a.txt') {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'file-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  const scan = async () => ({ path, stats: await lstat(path) })
  return { folder, path, scan, file: new FolderFile(await scan()) }
}

describe('a file', () => {
  test('is read, and described by its bytes', async () => {
    const { file } = await setUp('äbc', 'a.md')
    expect([file.mimeType, new TextDecoder().decode(await file.read())]).toEqual(['text/markdown', 'äbc'])
    expect(await file.describe()).toEqual({ digest: digestOf('äbc'), size: 4 })
    expect(file.describe()).toBe(file.describe())
  })

  test('is described in pieces, all of them', async () => {
    const bytes = Uint8Array.from({ length: 256 * 1024 + 3 }, (_, at) => at % 251)
    const { file } = await setUp(bytes)
    expect(await file.describe()).toEqual({ digest: digestOf(bytes), size: bytes.length })
    await expect((await setUp('')).file.describe()).resolves.toEqual({ digest: digestOf(''), size: 0 })
  })

  test('is the same until it changes', async () => {
    const { file, path, scan } = await setUp()
    const before = await scan()
    expect([file.isSame(before), file.isSame({ ...before, path: `${path}x` })]).toEqual([true, false])
    await utimes(path, 1, 1)
    expect(file.isSame(await scan())).toBe(false)
    for (const member of ['ino', 'size', 'mtimeMs', 'ctimeMs'] as const) {
      const stats = Object.assign(Object.create(before.stats), { [member]: before.stats[member] + 1 })
      expect([member, file.isSame({ path, stats })]).toEqual([member, false])
    }
  })
})

describe('a file that is gone', () => {
  test('is not found, and has no digest until it is there again', async () => {
    const { file, path } = await setUp()
    await rm(path)
    expect(await file.read()).toBeUndefined()
    await expect(file.describe()).rejects.toThrow(new Error(`${path} is gone`))
    await writeFile(path, 'new')
    expect(await file.describe()).toEqual({ digest: digestOf('new'), size: 3 })
  })
})

describe('a file that is not served', () => {
  test('is larger than 16 MiB', async () => {
    const { file, path } = await setUp()
    await truncate(path, 16 * 1024 * 1024)
    expect((await file.read())?.length).toBe(16 * 1024 * 1024)
    await truncate(path, 16 * 1024 * 1024 + 1)
    await expect(file.read()).rejects.toThrow(new Error(`${path} is larger than 16777216 bytes`))
    await expect(file.describe()).rejects.toThrow(new Error(`${path} is larger than 16777216 bytes`))
  })

  test('is reached through a link', async () => {
    const { folder, file, path } = await setUp()
    await rename(path, join(folder, 'b.txt'))
    await symlink(join(folder, 'b.txt'), path)
    await expect(file.read()).rejects.toThrow('is a symbolic link')
  })

  test('is in a folder that is a link now', async () => {
    const { folder } = await setUp()
    await symlink(folder, `${folder}-link`)
    onTestFinished(() => rm(`${folder}-link`))
    const path = join(`${folder}-link`, 'a.txt')
    const file = new FolderFile({ path, stats: await lstat(path) })
    await expect(file.read()).rejects.toThrow(new Error(`${path} is reached through a link`))
  })
})
