import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withFileLock } from './file-lock.js'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'lock-order-')))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  rmSync(base, { recursive: true })
})

const left = () => readdirSync(base).sort()
const options = { pollMs: 1 }

/** A file of another machine, or of a process with that owner. */
function leave(name: string, writtenAt = Date.now()): string {
  const path = join(base, name)
  writeFileSync(path, '')
  utimesSync(path, new Date(writtenAt), new Date(writtenAt))
  return path
}

/** Asks for the lock, and waits until the own file begins like `ticket`. */
async function ask(ticket: string, more: { readonly signal?: AbortSignal; readonly staleMs?: number } = {}) {
  const seen = { isRunning: false }
  const run = async () => {
    seen.isRunning = true
    return 'done'
  }
  const before = left()
  const done = withFileLock(base, run, { ...options, ...more })
  done.catch(() => {})
  await vi.waitFor(() => {
    expect(left().filter((name) => !before.includes(name))).toEqual([expect.stringMatching(ticket)])
  })
  return { done, seen }
}

/** Lets those who wait look several times. */
async function looks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

/** The owner of this process's own files, with another process id. */
async function ownerWithPid(pid: number): Promise<string> {
  const own = await withFileLock(base, async () => left()[0] ?? '', options)
  return own.replace(/^1\.\d+-/, `${pid}-`)
}

describe('the number of a ticket', () => {
  test.each([
    ['several digits', '10.1-ffff-0123', /^11\./],
    ['twelve digits', '123456789012.1-ffff-0123', /^123456789013\./],
  ])('may have %s', async (_name, name, own) => {
    const path = leave(name)
    const { done, seen } = await ask(own.source)
    await looks()
    expect(seen.isRunning).toBe(false)
    rmSync(path)
    expect(await done).toBe('done')
  })

  test.each([
    'x7.1-ffff-0123',
    '1234567890123.1-ffff-0123',
    '7.1-ffff-0123x',
    '7.x-ffff-0123',
    '7.1-ffffg-0123',
    '.1-ffff-0123',
    'xdrawing.1-ffff-0123',
  ])('is not in %s, which is left alone', async (name) => {
    leave(name, 0)
    const own = await withFileLock(base, async () => left().filter((other) => other !== name), options)
    expect(own).toEqual([expect.stringMatching(/^1\.\d+-/)])
    expect(left()).toEqual([name])
  })
})

describe('of two tickets with one number', () => {
  const draw = async (other: string) => {
    const mark = leave('drawing.1-ffff-0123')
    const { done, seen } = await ask('^1\\.')
    const path = leave(`1.${other}`)
    rmSync(mark)
    return { done, seen, path }
  }

  test('the one with the lesser name comes first', async () => {
    const { done, seen, path } = await draw('0-ffff-0123')
    await looks()
    expect(seen.isRunning).toBe(false)
    rmSync(path)
    expect(await done).toBe('done')
  })

  test('the one with the greater name comes later', async () => {
    const { done, path } = await draw('99999999-ffff-0123')
    expect(await done).toBe('done')
    expect(statSync(path).isFile()).toBe(true)
  })
})

test('one that begins to draw later is not waited for', async () => {
  const early = leave('drawing.1-ffff-0123')
  const { done } = await ask('^1\\.')
  leave('drawing.2-ffff-0123')
  rmSync(early)
  expect(await done).toBe('done')
})

describe('a signal that aborts', () => {
  const reason = new Error('enough')

  test('ends the wait for one that draws', async () => {
    leave('drawing.1-ffff-0123')
    const abort = new AbortController()
    const { done, seen } = await ask('^1\\.', { signal: abort.signal })
    abort.abort(reason)
    await expect(done).rejects.toBe(reason)
    expect([seen.isRunning, left()]).toEqual([false, ['drawing.1-ffff-0123']])
  })

  test('while the number is drawn is heard before the work begins', async () => {
    const abort = new AbortController()
    const run = vi.fn(async () => 'done')
    const done = withFileLock(base, run, { ...options, signal: abort.signal })
    abort.abort(reason)
    await expect(done).rejects.toBe(reason)
    expect([run.mock.calls, left()]).toEqual([[], []])
  })
})

describe('a holder counts as dead', () => {
  const now = Date.UTC(2020, 0, 1)

  test.each([
    ['after 30 s without a heartbeat', {}, 30_000],
    ['after the time that is given', { staleMs: 2_000 }, 2_000],
  ])('%s, and no earlier', async (_name, more, ageMs) => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
    const path = leave('7.1-ffff-0123', now - ageMs)
    const { done, seen } = await ask('^8\\.', more)
    await looks()
    expect(seen.isRunning).toBe(false)
    clock.mockReturnValue(now + 1)
    expect(await done).toBe('done')
    expect(() => statSync(path)).toThrow('ENOENT')
  })

  test('not where its process belongs to another user', async () => {
    const path = leave(`7.${await ownerWithPid(4_194_305)}`)
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    })
    const { done, seen } = await ask('^8\\.')
    await looks()
    expect([seen.isRunning, kill.mock.calls[0]]).toEqual([false, [4_194_305, 0]])
    rmSync(path)
    expect(await done).toBe('done')
  })

  test('not where its process is of another machine', async () => {
    const path = leave('7.4194305-ffff-0123')
    const { done, seen } = await ask('^8\\.')
    await looks()
    expect(seen.isRunning).toBe(false)
    rmSync(path)
    expect(await done).toBe('done')
  })
})

describe('the heartbeat of a holder', () => {
  const now = Date.UTC(2020, 0, 1)
  const mtimeOf = (path: string) => statSync(path).mtimeMs

  /** Waits for what the disk does. `vi.waitFor` would move the time on while it waits. */
  async function until(isDone: () => boolean): Promise<void> {
    const end = performance.now() + 10_000
    while (!isDone() && performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
  }

  test.each([
    ['every 5 s', {}, 5_000],
    ['six times in the time after which it counts as dead', { staleMs: 6_000 }, 1_000],
  ])('beats %s, until the work ends', async (_name, more, everyMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now })
    await withFileLock(
      base,
      async () => {
        const path = join(base, left()[0] ?? '')
        const created = mtimeOf(path)
        vi.advanceTimersByTime(everyMs - 1)
        expect(mtimeOf(path)).toBe(created)
        vi.advanceTimersByTime(1)
        await until(() => mtimeOf(path) !== created)
        expect([mtimeOf(path), statSync(path).atimeMs]).toEqual([now + everyMs, now + everyMs])
        await until(() => vi.getTimerCount() > 0)
        expect(vi.getTimerCount()).toBe(1)
      },
      more,
    )
    expect(vi.getTimerCount()).toBe(0)
  })

  test('goes on though its file is gone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now })
    const work = async () => {
      rmSync(join(base, left()[0] ?? ''))
      vi.advanceTimersByTime(5_000)
      await until(() => vi.getTimerCount() > 0)
      return vi.getTimerCount()
    }
    expect([await withFileLock(base, work), left()]).toEqual([1, []])
  })
})

test('a folder that is there is used as it is', async () => {
  mkdirSync(join(base, 'a'), { mode: 0o755 })
  expect(await withFileLock(join(base, 'a'), async () => 'done', options)).toBe('done')
  expect(statSync(join(base, 'a')).mode & 0o777).toBe(0o755)
})
