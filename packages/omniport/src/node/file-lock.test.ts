import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withFileLock } from './file-lock.js'
import { lockFolder } from './lock-folder.js'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'lock-')))
})
afterEach(() => rmSync(base, { recursive: true }))

const folder = () => join(base, 'a', 'lock')
const left = () => readdirSync(folder())
const options = { pollMs: 1 }

/** Work that ends when it is told to. */
function work(log: string[], name: string) {
  let end = () => {}
  const run = () =>
    new Promise<string>((resolve) => {
      log.push(name)
      end = () => resolve(name)
    })
  return { run, end: () => end() }
}

/** A ticket of another machine, which is alive as long as it has a heartbeat. */
function writeTicket(number: number | 'drawing', ageMs = 0): string {
  mkdirSync(folder(), { recursive: true })
  const path = join(folder(), `${number}.1-ffff-0123`)
  writeFileSync(path, '')
  const time = new Date(Date.now() - ageMs)
  utimesSync(path, time, time)
  return path
}

describe('the lock of a folder', () => {
  test('is had by one at a time, in the order of the requests, and leaves no files', async () => {
    const log: string[] = []
    const [a, b] = [work(log, 'a'), work(log, 'b')]
    const first = withFileLock(folder(), a.run, options)
    await vi.waitFor(() => expect(log).toEqual(['a']))
    const second = withFileLock(folder(), b.run, options)
    await vi.waitFor(() => expect(left().filter((name) => /^\d+\./.test(name))).toHaveLength(2))
    expect(log).toEqual(['a'])
    a.end()
    await vi.waitFor(() => expect(log).toEqual(['a', 'b']))
    b.end()
    expect([await first, await second, left()]).toEqual(['a', 'b', []])
  })

  test('is given back by work that fails', async () => {
    const failing = () => Promise.reject(new Error('broken'))
    await expect(withFileLock(folder(), failing, options)).rejects.toThrow('broken')
    expect(left()).toEqual([])
    expect(await withFileLock(folder(), async () => 'done', options)).toBe('done')
  })

  test('has files that are for its user alone, and a ticket with a number', async () => {
    const look = async () => {
      const names = left()
      return { names, modes: [folder(), join(folder(), names[0] ?? '')].map((path) => statSync(path).mode & 0o777) }
    }
    const { names, modes } = await withFileLock(folder(), look, options)
    expect(names).toEqual([expect.stringMatching(new RegExp(`^1\\.${process.pid}-[0-9a-f]{32}-[0-9a-f]{18}$`))])
    expect(modes).toEqual([0o700, 0o600])
  })

  test('names the machine and its container, where process ids mean something', async () => {
    const namespace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : ''
    const host = createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 32)
    const [, own] = await withFileLock(folder(), async () => (left()[0] ?? '').split('-'), options)
    expect(own).toBe(host)
  })

  test('waits for a lower number of another machine, and not for files of another kind', async () => {
    const path = writeTicket(7)
    for (const name of ['note.txt', '0x1.1-ffff-0123', '1.1-ffff-0123.tmp']) writeFileSync(join(folder(), name), '')
    let isRunning = false
    const done = withFileLock(
      folder(),
      async () => {
        isRunning = true
      },
      options,
    )
    await vi.waitFor(() => expect(left().some((name) => name.startsWith('8.'))).toBe(true))
    expect(isRunning).toBe(false)
    rmSync(path)
    await done
    expect(left().sort()).toEqual(['0x1.1-ffff-0123', '1.1-ffff-0123.tmp', 'note.txt'])
  })

  test('waits for one that draws its number', async () => {
    const path = writeTicket('drawing')
    let isRunning = false
    const done = withFileLock(
      folder(),
      async () => {
        isRunning = true
      },
      options,
    )
    await vi.waitFor(() => expect(left().some((name) => name.startsWith('1.'))).toBe(true))
    expect(isRunning).toBe(false)
    rmSync(path)
    await done
    expect(isRunning).toBe(true)
  })

  test('does not wait for a machine without a heartbeat, whose ticket is removed', async () => {
    writeTicket(7, 31_000)
    expect([await withFileLock(folder(), async () => left().length, options), left()]).toEqual([1, []])
    writeTicket(7, 2_000)
    expect(await withFileLock(folder(), async () => 'done', { ...options, staleMs: 1_000 })).toBe('done')
  })

  test('does not wait for a process of this machine that is gone', async () => {
    await withFileLock(
      folder(),
      async () => {
        const [own = ''] = left()
        const gone = own.replace(/^1\.\d+-/, '1.4194305-').replace(/[0-9a-f]{18}$/, '00')
        writeFileSync(join(folder(), gone), '')
      },
      options,
    )
    expect(left()).toHaveLength(1)
    expect([await withFileLock(folder(), async () => 'done', options), left()]).toEqual(['done', []])
  })

  test('is not waited for once the signal aborts', async () => {
    writeTicket(7)
    const abort = new AbortController()
    const done = withFileLock(folder(), async () => 'done', { ...options, signal: abort.signal })
    await vi.waitFor(() => expect(left()).toHaveLength(2))
    abort.abort(new Error('enough'))
    await expect(done).rejects.toThrow('enough')
    expect(left()).toEqual(['7.1-ffff-0123'])
  })

  test('is not asked for where the signal has aborted', async () => {
    const signal = AbortSignal.abort(new Error('before'))
    await expect(withFileLock(folder(), async () => 'done', { signal })).rejects.toThrow('before')
    expect(readdirSync(base)).toEqual([])
  })
})

describe('a symbolic link', () => {
  test('is no folder of a lock', async () => {
    mkdirSync(join(base, 'real'))
    symlinkSync(join(base, 'real'), join(base, 'link'))
    const path = join(base, 'link')
    await expect(withFileLock(path, async () => 'done', options)).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${path} is a symbolic link, so it cannot be the folder of a lock`,
    })
    expect(readdirSync(join(base, 'real'))).toEqual([])
  })

  test('is no folder of locks of a file, and may be any other above', async () => {
    mkdirSync(join(base, 'real'))
    symlinkSync(join(base, 'real'), join(base, 'b.json.locks'))
    symlinkSync(join(base, 'real'), join(base, 'other'))
    const refused = withFileLock(lockFolder(join(base, 'b.json'), 'x'), async () => 'done', options)
    await expect(refused).rejects.toMatchObject({ code: 'invalid_config' })
    expect(await withFileLock(join(base, 'other', 'x'), async () => 'done', options)).toBe('done')
  })
})

test('the folder of the lock of a file stands beside it, and has no part of a name', () => {
  const digest = createHash('sha256').update('../x').digest('hex').slice(0, 32)
  expect(lockFolder('/a/b.json', '../x')).toBe(join('/a/b.json.locks', digest))
})
