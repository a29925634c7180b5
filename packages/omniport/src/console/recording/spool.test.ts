import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Spool, type SpoolOptions } from './spool.js'

const opened: Spool[] = []

afterEach(() => {
  for (const spool of opened.splice(0)) spool.close()
})

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('omniport-console-'))

function open(options: SpoolOptions = {}) {
  const before = new Set(folders())
  const spool = new Spool(options)
  opened.push(spool)
  const [name = ''] = folders().filter((one) => !before.has(one))
  const path = join(tmpdir(), name)
  return { spool, path, files: () => readdirSync(path).sort() }
}

describe('a spool', () => {
  test('gives back what was put into it', () => {
    const { spool } = open()
    const texts = ['one\n', '', 'zwei ä\n']
    const positions = texts.map((text) => spool.append(text))
    expect(positions).toEqual([
      { segment: 1, offset: 0, length: 4 },
      { segment: 1, offset: 4, length: 0 },
      { segment: 1, offset: 4, length: 8 },
    ])
    expect(positions.map((position) => spool.read(position))).toEqual(texts)
    expect([spool.bytes, spool.firstSegment]).toEqual([12, 1])
  })

  test('is in a folder that nobody else can read, until it is closed', () => {
    const { spool, path, files } = open()
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(files()).toEqual(['1.jsonl'])
    expect(statSync(join(path, '1.jsonl')).mode & 0o777).toBe(0o600)
    const position = spool.append('x')
    spool.close()
    expect([existsSync(path), spool.read(position), spool.firstSegment]).toEqual([false, undefined, 0])
  })

  test('gathers 64 KiB before it writes, and what is read is written', () => {
    const { spool, path } = open()
    const onDisk = () => readFileSync(join(path, '1.jsonl'), 'utf8')
    const first = spool.append('a'.repeat(65_535))
    expect(onDisk()).toBe('')
    spool.append('b')
    expect(onDisk()).toBe(`${'a'.repeat(65_535)}b`)
    spool.append('c')
    expect([onDisk().length, spool.read(first)]).toEqual([65_536, 'a'.repeat(65_535)])
    expect(onDisk().slice(65_534)).toBe('abc')
  })
})

describe('segments', () => {
  test('are begun before they are too long', () => {
    const { spool, files } = open({ segmentBytes: 4 })
    const texts = ['ab', 'cd', 'e', 'longer', 'f']
    const positions = texts.map((text) => spool.append(text))
    expect(positions.map(({ segment, offset }) => [segment, offset])).toEqual([
      ...[
        [1, 0],
        [1, 2],
      ],
      ...[
        [2, 0],
        [3, 0],
        [4, 0],
      ],
    ])
    expect(positions.map((position) => spool.read(position))).toEqual(texts)
    expect(files()).toEqual(['1.jsonl', '2.jsonl', '3.jsonl', '4.jsonl'])
  })

  test('are deleted beyond a bound, the oldest first, and never the last', () => {
    const { spool, files } = open({ segmentBytes: 4, maxBytes: 8 })
    const [first, second, third] = ['aaaa', 'bbbb', 'cccc'].map((text) => spool.append(text))
    expect([spool.firstSegment, spool.bytes, files()]).toEqual([2, 8, ['2.jsonl', '3.jsonl']])
    expect([first, second, third].map((position) => position && spool.read(position))).toEqual([
      undefined,
      'bbbb',
      'cccc',
    ])
    const large = spool.append('x'.repeat(20))
    expect([spool.firstSegment, spool.bytes, spool.read(large)]).toEqual([4, 20, 'x'.repeat(20)])
  })

  test('are not deleted up to the bound', () => {
    const { spool } = open({ segmentBytes: 4, maxBytes: 8 })
    spool.append('aaaa')
    spool.append('bbbb')
    expect([spool.firstSegment, spool.bytes]).toEqual([1, 8])
  })
})
