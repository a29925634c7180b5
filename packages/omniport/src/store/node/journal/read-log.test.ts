import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { sealLine } from './log-line.js'
import { DamagedLog, readLog } from './read-log.js'

function seal(...texts: readonly string[]): string {
  let [sum, whole] = ['', '']
  for (const text of texts) {
    const sealed = sealLine(sum, text)
    sum = sealed.sum
    whole += sealed.line
  }
  return whole
}

function write(content: string): string {
  const path = join(newFolder(), 'log')
  writeFileSync(path, content)
  return path
}

async function read(path: string, understood: (record: unknown) => boolean = () => true) {
  const records: unknown[] = []
  const isComplete = await readLog(path, (record) => {
    records.push(record)
    return understood(record)
  })
  return { isComplete, records }
}

const advice = 'Restore the folder, or move it away to start with empty stores'

describe('records', () => {
  test('are read in their order', async () => {
    expect(await read(write(seal('{"a":1}', '["b"]')))).toEqual({ isComplete: true, records: [{ a: 1 }, ['b']] })
  })

  test('of an empty file are none', async () => {
    expect(await read(write(''))).toEqual({ isComplete: true, records: [] })
  })

  test('longer than what is read at once are whole, and so are those after them', async () => {
    const long = 'é'.repeat(400_000)
    const { isComplete, records } = await read(write(seal(JSON.stringify(long), '1', JSON.stringify(long), '2')))
    expect([isComplete, records.length, records[0] === long, records[1], records[3]]).toEqual([true, 4, true, 1, 2])
  })

  test('that are not finished are not read', async () => {
    expect(await read(write(`${seal('1')}${seal('2').slice(0, -1)}`))).toEqual({ isComplete: false, records: [1] })
  })
})

describe('a file is damaged', () => {
  test.each([
    ['by a line that has changed', seal('1', '2').replace(' 2\n', ' 3\n'), 'a checksum does not fit'],
    ['by a line that is missing', seal('1', '2').split('\n').slice(1).join('\n'), 'a checksum does not fit'],
    ['by what is no JSON', seal('{'), 'a record is not understood'],
    ['by an empty line', '\n', 'a checksum does not fit'],
  ])('%s', async (_how, content, problem) => {
    const path = write(content)
    const at = content === seal('1', '2').replace(' 2\n', ' 3\n') ? seal('1').length : 0
    const error = await read(path).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DamagedLog)
    expect(error).toMatchObject({
      code: 'invalid_config',
      message: `${path} is damaged at byte ${at}: ${problem}. ${advice}`,
    })
  })

  test('by a record that is not understood, at its byte', async () => {
    const path = write(seal('"é"', '2', '3'))
    const at = Buffer.byteLength(seal('"é"', '2'))
    await expect(read(path, (record) => record !== 3)).rejects.toThrow(
      `${path} is damaged at byte ${at}: a record is not understood. ${advice}`,
    )
  })
})

test('a line that is too long is damage, however it ends', async () => {
  const [first, second] = seal('1', '["long"]').split('\n')
  const path = write(`${first}\n${second}\n`)
  const bytes = second?.length ?? 0
  const records: unknown[] = []
  const onRecord = (record: unknown) => records.push(record) > 0
  expect(await readLog(path, onRecord, bytes)).toBe(true)
  expect(records).toEqual([1, ['long']])
  const message = `${path} is damaged at byte ${seal('1').length}: a line has more than ${bytes - 1} bytes. ${advice}`
  await expect(readLog(path, onRecord, bytes - 1)).rejects.toThrow(message)
  writeFileSync(path, `${first}\n${second}`)
  await expect(readLog(path, onRecord, bytes - 1)).rejects.toThrow(message)
})

test('a file that is missing is said to be', async () => {
  const path = join(newFolder(), 'log')
  await expect(read(path)).rejects.toMatchObject({ code: 'invalid_config', message: `${path} is missing` })
})

test('a link is not followed', async () => {
  const path = join(newFolder(), 'link')
  symlinkSync(write(seal('1')), path)
  await expect(read(path)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/^.*link: it is /),
  })
})
