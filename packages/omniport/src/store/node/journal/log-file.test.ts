import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFaultyFiles, shortWrites } from '#test/file-store/support/faulty-files.js'
import { newFolder } from '#test/file-store/support/folders.js'
import { type FileOperations, realFiles, type WritableFile } from './file-operations.js'
import { LogFile } from './log-file.js'
import { readLog } from './read-log.js'

async function recordsOf(path: string): Promise<readonly unknown[]> {
  const records: unknown[] = []
  await readLog(path, (record) => records.push(record) > 0)
  return records
}

function newPath(): string {
  return join(newFolder(), 'log')
}

/** Files that note what is called. */
function noting(calls: string[]): FileOperations {
  return {
    ...realFiles,
    async open(path, flags, mode) {
      const file = await realFiles.open(path, flags, mode)
      const [sync, datasync, truncate] = [file.sync.bind(file), file.datasync.bind(file), file.truncate.bind(file)]
      const noted: Partial<WritableFile> = {
        sync: () => {
          calls.push('sync')
          return sync()
        },
        truncate: (size) => {
          calls.push('truncate')
          return truncate(size)
        },
        datasync: () => {
          calls.push('datasync')
          return datasync()
        },
      }
      return Object.assign(file, noted)
    },
  }
}

describe('a log', () => {
  test('has its header and what was appended, and knows its size', async () => {
    const path = newPath()
    const log = await LogFile.create({ files: realFiles, path, fsync: false }, '{"h":1}')
    await log.append(['[1]', '["é"]'])
    await log.append(['[3]'])
    await log.close()
    expect(await recordsOf(path)).toEqual([{ h: 1 }, [1], ['é'], [3]])
    expect(log.size).toBe(statSync(path).size)
  })

  test('is readable by its user only', async () => {
    const path = newPath()
    const log = await LogFile.create({ files: realFiles, path, fsync: false }, '{}')
    await log.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is never written over another', async () => {
    const path = newPath()
    writeFileSync(path, 'other')
    await expect(LogFile.create({ files: realFiles, path, fsync: false }, '{}')).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(readFileSync(path, 'utf8')).toBe('other')
  })

  test.each([
    [true, ['datasync', 'datasync', 'sync']],
    [false, ['sync']],
  ])('waits for the disk after each append where it must: %s', async (fsync, expected) => {
    const calls: string[] = []
    const log = await LogFile.create({ files: noting(calls), path: newPath(), fsync }, '{}')
    await log.append(['[1]'])
    await log.sync()
    await log.close()
    expect(calls).toEqual(expected)
  })

  test('is written in as many parts as the system takes', async () => {
    const path = newPath()
    const log = await LogFile.create({ files: shortWrites, path, fsync: false }, '{"header":true}')
    await log.append(['["a long record"]', '["another one"]'])
    await log.close()
    expect(await recordsOf(path)).toEqual([{ header: true }, ['a long record'], ['another one']])
  })

  test('knows when its file was removed', async () => {
    const path = newPath()
    const log = await LogFile.create({ files: realFiles, path, fsync: false }, '{}')
    expect(await log.isRemoved()).toBe(false)
    rmSync(path)
    expect(await log.isRemoved()).toBe(true)
    await log.close()
  })
})

describe('an append that fails', () => {
  test.each(['fails', 'fails halfway'] as const)('leaves no trace: %s', async (fault) => {
    const path = newPath()
    const { files, count, failAt } = createFaultyFiles()
    const log = await LogFile.create({ files, path, fsync: false }, '{}')
    const { size } = log
    failAt(count(), fault)
    await expect(log.append(['["lost"]'])).rejects.toMatchObject({ code: 'ENOSPC' })
    expect([log.size, statSync(path).size]).toEqual([size, size])
    await log.append(['["kept"]'])
    await log.close()
    expect(await recordsOf(path)).toEqual([{}, ['kept']])
  })

  test('is undone by the next one where it cannot be undone at once', async () => {
    const path = newPath()
    const { files, count, failAt } = createFaultyFiles()
    const log = await LogFile.create({ files, path, fsync: false }, '{}')
    failAt(count(), 'fails halfway', count() + 1)
    await expect(log.append(['["lost"]'])).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(statSync(path).size).toBeGreaterThan(log.size)
    await log.append(['["k"]'])
    await log.close()
    expect(await recordsOf(path)).toEqual([{}, ['k']])
  })

  test('refuses the next one as long as it cannot be undone', async () => {
    const { files, count, failAt } = createFaultyFiles()
    const log = await LogFile.create({ files, path: newPath(), fsync: false }, '{}')
    failAt(count(), 'fails halfway', count() + 2)
    await expect(log.append(['["lost"]'])).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(log.append(['["lost"]'])).rejects.toMatchObject({ code: 'ENOSPC' })
    await log.close()
  })

  test('is undone once: the next ones remove nothing', async () => {
    const calls: string[] = []
    const state = { isFull: false }
    const files: FileOperations = {
      ...realFiles,
      async open(path, flags, mode) {
        const file = await noting(calls).open(path, flags, mode)
        const write = file.write.bind(file)
        return Object.assign(file, {
          write: (...given: Parameters<typeof write>) =>
            state.isFull ? Promise.reject(new Error('full')) : write(...given),
        })
      },
    }
    const path = newPath()
    const log = await LogFile.create({ files, path, fsync: false }, '{}')
    state.isFull = true
    await expect(log.append(['[1]'])).rejects.toThrow(new Error('full'))
    state.isFull = false
    for (const record of ['[2]', '[3]']) await log.append([record])
    await log.close()
    expect([calls, await recordsOf(path)]).toEqual([['truncate'], [{}, [2], [3]]])
  })

  test('removes a file that has no header yet', async () => {
    const path = newPath()
    const { files, count, failAt } = createFaultyFiles()
    failAt(count() + 1, 'fails halfway')
    await expect(LogFile.create({ files, path, fsync: false }, '{}')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(existsSync(path)).toBe(false)
  })

  test('is one that writes nothing', async () => {
    const files: FileOperations = {
      ...realFiles,
      async open(path, flags, mode) {
        const file = await realFiles.open(path, flags, mode)
        return Object.assign(file, { write: async (buffer: Uint8Array) => ({ bytesWritten: 0, buffer }) })
      },
    }
    const created = LogFile.create({ files, path: newPath(), fsync: false }, '{}')
    await expect(created).rejects.toThrow(new Error('the system wrote nothing'))
  })
})
