import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileStores } from 'omniport/store/file'
import { describe, expect, test } from 'vitest'
import { copyFolder, logNames, newFolder, openStores } from './support/folders.js'

/** A process that opens stores, says so, and stays. */
const holder = `
import { createFileStores } from 'omniport/store/file'
const stores = await createFileStores(process.argv[1])
await stores.sessions.create('a', 'of another process', 60_000)
console.log('open')
setInterval(() => {}, 1_000)`

async function hold(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

describe('the folder of stores', () => {
  test('and its files are readable by their user only, whatever they were before', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    await openStores(folder)
    const modes = logNames(folder).map((name) => statSync(join(folder, name)).mode & 0o777)
    expect([statSync(folder).mode & 0o777, ...modes]).toEqual([0o700, 0o600, 0o600, 0o600])
    const created = join(newFolder(), 'a', 'b')
    await openStores(created)
    expect(statSync(created).mode & 0o777).toBe(0o700)
  })

  test('is refused while another process uses it, and free when that is dead', async () => {
    const folder = newFolder()
    const kill = await hold(folder)
    try {
      await expect(createFileStores(folder)).rejects.toMatchObject({
        code: 'limit',
        message: `the folder ${folder} is in use by another process: one process can use the stores in it`,
      })
    } finally {
      await kill()
    }
    const { sessions } = await openStores(folder)
    expect((await sessions.get('a'))?.value).toBe('of another process')
  })

  test('is free when its stores are closed', async () => {
    const folder = newFolder()
    const stores = await openStores(folder)
    const [closed, again] = [stores.close(), stores.close()]
    await Promise.all([closed, again])
    await expect(stores.sessions.create('a', 1, 1_000)).rejects.toMatchObject({ code: 'closed' })
    await openStores(folder)
  })

  test('that another process has taken over is not written to', async () => {
    const folder = newFolder()
    let now = Date.now()
    const clock = { now: () => now, after: () => () => {} }
    const stores = await openStores(folder, { machine: { clock } })
    const other = await openStores(copyFolder(folder))
    await other.close()
    const [log = ''] = logNames(folder).filter((name) => name.startsWith('log-'))
    const { rmSync } = await import('node:fs')
    rmSync(join(folder, log))
    now += 60_000
    await expect(stores.sessions.create('a', 1, 60_000)).rejects.toMatchObject({ data: { reason: 'store' } })
  })

  test.each<readonly [string, (folder: string) => string]>([
    [
      'a symbolic link',
      (folder) => {
        const link = join(folder, 'link')
        mkdirSync(join(folder, 'real'))
        symlinkSync(join(folder, 'real'), link)
        return link
      },
    ],
    [
      'a secret that is a symbolic link',
      (folder) => {
        symlinkSync('/dev/zero', join(folder, 'secret'))
        return folder
      },
    ],
    [
      'a secret that is none',
      (folder) => {
        writeFileSync(join(folder, 'secret'), 'short')
        return folder
      },
    ],
    [
      'a log that is a folder',
      (folder) => {
        mkdirSync(join(folder, 'snapshot-000000000001.jsonl'))
        return folder
      },
    ],
    [
      'a log without a snapshot',
      (folder) => {
        writeFileSync(join(folder, 'log-000000000001.jsonl'), '')
        return folder
      },
    ],
    [
      'a snapshot without its end',
      (folder) => {
        writeFileSync(join(folder, 'snapshot-000000000001.jsonl'), '')
        return folder
      },
    ],
  ])('that has %s is refused', async (_, prepare) => {
    await expect(openStores(prepare(newFolder()))).rejects.toMatchObject({ code: 'invalid_config' })
  })

  test('keeps files of others, and loses what an interrupted snapshot left', async () => {
    const folder = newFolder()
    for (const name of ['notes.txt', 'snapshot-000000000009.jsonl.tmp']) writeFileSync(join(folder, name), 'x')
    await openStores(folder)
    const names = ['log-000000000001.jsonl', 'notes.txt', 'secret', 'snapshot-000000000001.jsonl', 'stores.locks']
    expect(readdirSync(folder).sort()).toEqual(names)
    expect(lstatSync(join(folder, 'stores.locks')).isDirectory()).toBe(true)
  })
})

describe('options', () => {
  test.each<readonly [string, object, string]>([
    ['fsync', { fsync: 'yes' }, 'createFileStores: fsync must be true or false, got "yes"'],
    ['maxBytes', { maxBytes: 0 }, 'createFileStores: maxBytes must be a positive number, got 0'],
    ['limits', { limits: 1 }, 'createFileStores: limits must be an object of limits, got 1'],
    ['an unknown one', { sync: true }, 'createFileStores: there is no option "sync"'],
  ])('%s: a wrong one is a TypeError', async (_, options, message) => {
    await expect(createFileStores(newFolder(), options)).rejects.toThrow(message)
  })

  test('a folder without a name is a TypeError', async () => {
    await expect(createFileStores('')).rejects.toThrow('createFileStores: folder must be a path, got ""')
  })

  test('maxBytes: a record beyond it is a limit, and streams give way', async () => {
    const { sessions, eventLog } = await openStores(newFolder(), { maxBytes: 10_000 })
    expect(await sessions.create('a', 'x'.repeat(6_000), 60_000)).toBe(true)
    await expect(sessions.create('b', 'x'.repeat(6_000), 60_000)).rejects.toMatchObject({ code: 'limit' })
    await sessions.delete('a')
    expect(await sessions.create('b', 'x'.repeat(6_000), 60_000)).toBe(true)
    const first = await eventLog.append('one', 'x'.repeat(3_000))
    await eventLog.append('two', 'x'.repeat(3_000))
    await expect(
      eventLog.read('one', first, new AbortController().signal)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ code: 'limit' })
  })
})
