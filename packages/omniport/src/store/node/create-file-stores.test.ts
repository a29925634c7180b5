import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder, openStores } from '#test/file-store/support/folders.js'
import { createFileStores, realMachine } from './create-file-stores.js'
import { realFiles } from './journal/file-operations.js'

describe('options', () => {
  test.each<[string, unknown, object, string]>([
    ['no folder', '', {}, 'createFileStores: folder must be a path, got ""'],
    ['a folder that is no text', 5, {}, 'createFileStores: folder must be a path, got 5'],
    ['fsync', 'a', { fsync: 1 }, 'createFileStores: fsync must be true or false, got 1'],
    ['limits', 'a', { limits: 1 }, 'createFileStores: limits must be an object of limits, got 1'],
    ['no limits', 'a', { limits: null }, 'createFileStores: limits must be an object of limits, got null'],
    ['maxBytes of 0', 'a', { maxBytes: 0 }, 'createFileStores: maxBytes must be a positive number, got 0'],
    [
      'maxBytes that is no number',
      'a',
      { maxBytes: '1' },
      'createFileStores: maxBytes must be a positive number, got "1"',
    ],
    [
      'maxBytes that is NaN',
      'a',
      { maxBytes: Number.NaN },
      'createFileStores: maxBytes must be a positive number, got NaN',
    ],
    ['a logger', 'a', { logger: 1 }, 'createFileStores: logger must be a logger, got 1'],
    ['no logger', 'a', { logger: null }, 'createFileStores: logger must be a logger, got null'],
  ])('%s', async (_what, folder, options, message) => {
    await expect(createFileStores(folder as string, options)).rejects.toThrow(new TypeError(message))
  })

  test('a limit that is not known is named', async () => {
    await expect(createFileStores('a', { limits: { eventLogEvent: 1 } as never })).rejects.toThrow(
      /^createFileStores: limits: there is no option "eventLogEvent".* The options are eventLogEvents, eventLogBytes, eventLogMs$/,
    )
  })
})

test('the machine is the real one, and small logs are left alone', () => {
  expect(realMachine.leastLogBytes).toBe(4_194_304)
})

describe('stores in a folder', () => {
  test('have what was in them before', async () => {
    const folder = newFolder()
    const before = await openStores(folder)
    await before.sessions.create('a', { x: 1 }, 60_000)
    for (const id of ['t', 's']) await before.tasks.create(id, { owner: 'me' }, 60_000)
    await before.blobs.put('b', Uint8Array.of(1), 60_000)
    await before.inbox.put('i', 'message', 60_000)
    const eventId = await before.eventLog.append('e', { y: 1 })
    await before.close()
    const after = await openStores(folder)
    expect((await after.sessions.get('a'))?.value).toEqual({ x: 1 })
    expect(await after.tasks.list('me', undefined, 10)).toEqual(['t', 's'])
    expect(await after.blobs.get('b')).toEqual(Uint8Array.of(1))
    expect(await after.inbox.take('i', new AbortController().signal)).toBe('message')
    const nextId = await after.eventLog.append('e', 2)
    expect([eventId, nextId].map((id) => id.split('-')[1])).toEqual(['0', '1'])
    expect(after.secrets).toEqual(before.secrets)
  })

  test('are written under names that do not change, so that other versions read them', async () => {
    const folder = newFolder()
    const stores = await openStores(folder)
    await stores.sessions.create('a', 1, 60_000)
    await stores.tasks.create('b', 2, 60_000)
    const log = readFileSync(join(folder, 'log-000000000001.jsonl'), 'utf8')
    expect(log).toMatch(/ \["sessions","set","a",.* \["tasks","set","b",/s)
    await stores.close()
  })

  test('have a secret of 32 bytes, which only their user can read', async () => {
    const folder = newFolder()
    const { secrets } = await openStores(folder)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${secrets[0]}\n`)
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['too short', 'short'],
    ['too long', `${'a'.repeat(43)}${' '.repeat(1_000)}`],
    ['of other characters', `${'a'.repeat(42)}!`],
    ['one of two', `${'a'.repeat(43)}\n${'a'.repeat(43)}`],
  ])('are not opened with a secret that is %s, and the folder is free again', async (_what, text) => {
    const folder = newFolder()
    const path = join(folder, 'secret')
    writeFileSync(path, text)
    const message = `${path} is damaged: restore it, or remove it to have a new secret`
    await expect(createFileStores(folder)).rejects.toMatchObject({ code: 'invalid_config', message })
    writeFileSync(path, ` ${'a'.repeat(43)}\n`)
    expect((await openStores(folder)).secrets).toEqual(['a'.repeat(43)])
  })

  test('are closed once, and then another process may have the folder', async () => {
    const folder = newFolder()
    const stores = await openStores(folder)
    expect(stores.close()).toBe(stores.close())
    await stores.close()
    await expect(stores.sessions.create('a', 1, 1)).rejects.toMatchObject({ code: 'closed' })
    const others = await openStores(folder)
    expect(await others.sessions.get('a')).toBeUndefined()
  })

  test('share one bound for all but events', async () => {
    const stores = await openStores(newFolder(), { maxBytes: 1_000 })
    await stores.sessions.create('a', 'x'.repeat(600), 60_000)
    await expect(stores.blobs.put('b', new Uint8Array(400), 60_000)).rejects.toMatchObject({
      code: 'limit',
      message: 'stores: at most 1000 bytes are stored; raise maxBytes or try later',
    })
  })

  test('have the limits of each stream', async () => {
    const stores = await openStores(newFolder(), { limits: { eventLogEvents: 1 } })
    for (const event of [1, 2]) await stores.eventLog.append('e', event)
    const events = stores.eventLog.read('e', undefined, new AbortController().signal)[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ event: 2 })
    await events.return?.()
  })
})

describe('a write', () => {
  /** Files that count how often the disk is waited for. */
  function countingFiles() {
    const counted = { syncs: 0 }
    const open: typeof realFiles.open = async (...given) => {
      const file = await realFiles.open(...given)
      const datasync = file.datasync.bind(file)
      return Object.assign(file, {
        datasync: () => {
          counted.syncs += 1
          return datasync()
        },
      })
    }
    return { counted, files: { ...realFiles, open } }
  }

  test.each([
    ['is with the system unless told otherwise', {}, 0],
    ['is with the system', { fsync: false }, 0],
    ['is on the disk', { fsync: true }, 1],
  ])('%s', async (_where, options, expected) => {
    const { counted, files } = countingFiles()
    const stores = await openStores(newFolder(), { ...options, machine: { files } })
    counted.syncs = 0
    await stores.sessions.create('a', 1, 60_000)
    expect(counted.syncs).toBe(expected)
  })
})
