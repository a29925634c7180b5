import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { StderrTail } from './stderr-tail.js'

const most = 64 * 1024

function open(withLines = true) {
  const lines: string[] = []
  const stream = new PassThrough()
  const onLine = withLines ? (line: string) => void lines.push(line) : undefined
  const tail = new StderrTail(stream, { onLine, secrets: [] })
  const write = async (text: string | Buffer) => {
    stream.write(text)
    await settled(1)
  }
  return { lines, stream, tail, write }
}

describe('lines', () => {
  test('come when they are whole, empty ones too', async () => {
    const { lines, write } = open()
    await write('a\n\nb')
    expect(lines).toEqual(['a', ''])
    await write('c\n')
    expect(lines).toEqual(['a', '', 'bc'])
  })

  test('that are very long come in parts', async () => {
    const { lines, write } = open()
    await write('x'.repeat(most))
    expect(lines).toEqual([])
    await write('x')
    await write('y\n')
    expect(lines.map((line) => line.length)).toEqual([most + 1, 1])
  })

  test('end with the stream, however it ends', async () => {
    const [ended, broken] = [open(), open()]
    await ended.write('a')
    await broken.write('b')
    ended.stream.end()
    broken.stream.destroy(new Error('EIO'))
    await settled()
    expect([ended.lines, broken.lines]).toEqual([['a'], ['b']])
  })

  test('that ended are not told again at the end', async () => {
    const { lines, stream, write } = open()
    await write('a\n')
    stream.end()
    await settled()
    expect(lines).toEqual(['a'])
  })

  test('have whole characters, however they come', async () => {
    const { lines, tail, stream, write } = open()
    const bytes = Buffer.from('\u20ac\n')
    await write(bytes.subarray(0, 1))
    await write(bytes.subarray(1))
    await write(bytes.subarray(0, 2))
    stream.end()
    await settled()
    expect([lines, tail.text]).toEqual([['\u20ac', '\ufffd'], '\u20ac\n\ufffd'])
  })
})

describe('the end of what was written', () => {
  test('is 64 Ki characters at most, also where nobody reads the lines', async () => {
    const { lines, tail, write } = open(false)
    await write(`a${'x'.repeat(most)}`)
    expect(tail.text).toBe('x'.repeat(most))
    for (let times = 0; times < 4; times += 1) await write(`${times}`.repeat(most / 2))
    expect(tail.text).toBe('2'.repeat(most / 2) + '3'.repeat(most / 2))
    expect(lines).toEqual([])
  })

  test('in short is its last 25 lines, without empty space after them', async () => {
    const { tail, write } = open()
    await write('a\n'.repeat(26))
    await write('b\n \n')
    expect(tail.summary).toBe(`${'a\n'.repeat(24)}b`)
  })

  test('is empty at first', () => {
    const { tail } = open()
    expect([tail.text, tail.summary]).toEqual(['', ''])
  })
})
