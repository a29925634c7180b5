import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { lockFolder } from '../../../node/lock-folder.js'
import { bootName, listLogs, logPath, syncFolder, takeFolder } from './store-folder.js'

const clock = new VirtualRuntime()

describe('the folder', () => {
  test('is created for its user only, with those above it', async () => {
    const folder = join(newFolder(), 'a', 'b')
    const release = await takeFolder(folder, clock)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await release()
  })

  test('is taken from others where they could read it', async () => {
    const folder = join(newFolder(), 'a')
    mkdirSync(folder)
    chmodSync(folder, 0o750)
    const release = await takeFolder(folder, clock)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await release()
  })

  test('keeps a mode that is stricter', async () => {
    const folder = join(newFolder(), 'a')
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o1700)
    const release = await takeFolder(folder, clock)
    expect(statSync(folder).mode & 0o7777).toBe(0o1700)
    await release()
  })

  test('is locked where processes of other versions look for it', async () => {
    const folder = newFolder()
    const lock = lockFolder(join(folder, 'stores'), 'process')
    const isThere = [existsSync(lock)]
    const release = await takeFolder(folder, clock)
    isThere.push(existsSync(lock))
    await release()
    expect(isThere).toEqual([false, true])
  })

  test('is not that of another user', async () => {
    const folder = newFolder()
    const uid = vi.spyOn(process, 'getuid').mockReturnValue(statSync(folder).uid + 1)
    onTestFinished(() => uid.mockRestore())
    const taken = takeFolder(folder, clock)
    await expect(taken).rejects.toMatchObject({ code: 'invalid_config', message: `${folder} belongs to another user` })
  })

  test('is no link', async () => {
    const folder = newFolder()
    const link = join(folder, 'link')
    symlinkSync(newFolder(), link)
    const message = `${link} is not a folder, or a symbolic link`
    await expect(takeFolder(link, clock)).rejects.toMatchObject({ code: 'invalid_config', message })
  })

  test('is used by one at a time: another one waits five seconds for it', async () => {
    const folder = newFolder()
    const time = { now: 0 }
    const steps: number[] = []
    const waiting = {
      now: () => time.now,
      after: (ms: number, fn: () => void) => {
        time.now += ms
        steps.push(ms)
        setImmediate(fn)
        return () => {}
      },
    }
    const release = await takeFolder(folder, clock)
    const message = `the folder ${folder} is in use by another process: one process can use the stores in it`
    await expect(takeFolder(folder, waiting)).rejects.toMatchObject({ code: 'limit', message })
    expect(time.now).toBeGreaterThanOrEqual(5_000)
    expect(time.now).toBeLessThan(6_000)
    await release()
    const releaseAgain = await takeFolder(folder, clock)
    await releaseAgain()
  })
})

describe('the files of the stores', () => {
  test('have their generation in their names', () => {
    expect(logPath('f', 'log', 7)).toBe(join('f', 'log-000000000007.jsonl'))
    expect(logPath('f', 'snapshot', 123_456_789_012)).toBe(join('f', 'snapshot-123456789012.jsonl'))
  })

  test('are listed, oldest first, without what is none of them', async () => {
    const folder = newFolder()
    const names = [
      ...['snapshot-000000000002.jsonl', 'log-000000000010.jsonl', 'log-000000000002.jsonl'],
      ...['snapshot-000000000003.jsonl.tmp', 'log-000000000003.jsonl.tmp', 'log-1.jsonl', 'xlog-000000000001.jsonl'],
      ...['log-000000000001.jsonlx', 'secret', 'snapshot-000000000003.jsonl.tmpx', 'xsnapshot-000000000003.jsonl.tmp'],
    ]
    for (const name of names) writeFileSync(join(folder, name), '')
    expect(await listLogs(folder)).toEqual({
      logs: [
        { kind: 'log', generation: 2, path: join(folder, 'log-000000000002.jsonl') },
        { kind: 'log', generation: 10, path: join(folder, 'log-000000000010.jsonl') },
        { kind: 'snapshot', generation: 2, path: join(folder, 'snapshot-000000000002.jsonl') },
      ],
      unfinished: [join(folder, 'snapshot-000000000003.jsonl.tmp')],
    })
  })

  test('are synced with a folder that is there, and not without', async () => {
    expect(await syncFolder(newFolder())).toBeUndefined()
    await expect(syncFolder(join(newFolder(), 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('the time since the start of the machine', () => {
  test('has the same name each time, that of the system where it has one', async () => {
    const name = await bootName(clock)
    expect(name).toMatch(process.platform === 'linux' ? /^[0-9a-f-]{36}$/ : /^minute -?\d+$/)
    expect(await bootName(clock)).toBe(name)
  })

  test('is named as the system has it in a file, without the end of the line', async () => {
    const path = join(newFolder(), 'name')
    writeFileSync(path, 'the name\n')
    expect(await bootName(clock, path)).toBe('the name')
  })

  test('is named by the minute of the start where the system has no name', async () => {
    const time = { now: () => uptime() * 1_000 + 300_000, after: () => () => {} }
    expect(await bootName(time, join(newFolder(), 'missing'))).toBe('minute 5')
  })
})
