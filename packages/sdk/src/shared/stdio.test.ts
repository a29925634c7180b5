import { describe, expect, test } from 'vitest'
import { deserializeMessage, ReadBuffer, serializeMessage } from './stdio.js'

const note = { jsonrpc: '2.0', method: 'a' } as const
const line = `${JSON.stringify(note)}\n`

function append(buffer: ReadBuffer, ...texts: string[]) {
  for (const text of texts) buffer.append(Buffer.from(text))
}

describe('a buffer of lines', () => {
  test('gives the messages that are whole, however they were cut', () => {
    const buffer = new ReadBuffer()
    expect(buffer.readMessage()).toBeNull()
    append(buffer, line.slice(0, 3), line.slice(3, 8), `${line.slice(8)}${line}${line.slice(0, 5)}`)
    expect([buffer.readMessage(), buffer.readMessage(), buffer.readMessage()]).toEqual([note, note, null])
    append(buffer, line.slice(5))
    expect([buffer.readMessage(), buffer.readMessage()]).toEqual([note, null])
  })

  test('leaves a return before the end of a line out, and no other', () => {
    const buffer = new ReadBuffer()
    append(buffer, `${line.trim()}\r\n`, '{"jsonrpc":"2.0",\r"method":"a"}\n')
    expect([buffer.readMessage(), buffer.readMessage()]).toEqual([note, note])
  })

  test('is past a line that is no message', () => {
    const buffer = new ReadBuffer()
    append(buffer, `nothing\n{"no":1}\n${line}`)
    expect(() => buffer.readMessage()).toThrow(SyntaxError)
    expect(() => buffer.readMessage()).toThrow(expect.objectContaining({ name: 'ZodError' }))
    expect(buffer.readMessage()).toEqual(note)
  })

  test('holds so many bytes, and no more', () => {
    const size = line.length
    const full = new ReadBuffer({ maxBufferSize: size })
    append(full, line)
    expect(full.readMessage()).toEqual(note)
    append(full, line)
    expect(full.readMessage()).toEqual(note)
    const small = new ReadBuffer({ maxBufferSize: size - 1 })
    expect(() => append(small, line)).toThrow(new Error(`ReadBuffer exceeded maximum size of ${size - 1} bytes`))
    append(small, line.slice(0, 9))
    expect(() => append(small, line.slice(9))).toThrow(/^ReadBuffer exceeded maximum size of /)
    append(small, '\n')
    expect(() => small.readMessage()).toThrow(SyntaxError)
  })

  test('holds the lines that were not read', () => {
    const buffer = new ReadBuffer({ maxBufferSize: 2 * line.length })
    append(buffer, line, line)
    expect(() => append(buffer, 'x')).toThrow(/^ReadBuffer exceeded maximum size of /)
    expect(buffer.readMessage()).toBeNull()
  })

  test('holds 10 MiB by default', () => {
    const buffer = new ReadBuffer({})
    buffer.append(Buffer.alloc(10 * 1024 * 1024))
    expect(() => append(buffer, 'x')).toThrow(new Error('ReadBuffer exceeded maximum size of 10485760 bytes'))
  })

  test('can be cleared', () => {
    const buffer = new ReadBuffer({ maxBufferSize: 2 * line.length })
    append(buffer, line, line.slice(0, 5))
    buffer.clear()
    append(buffer, line)
    expect([buffer.readMessage(), buffer.readMessage()]).toEqual([note, null])
    append(buffer, line, line)
    buffer.readMessage()
    buffer.clear()
    append(buffer, line, line)
    expect([buffer.readMessage(), buffer.readMessage(), buffer.readMessage()]).toEqual([note, note, null])
  })
})

test('a message is a line', () => {
  expect(serializeMessage(note)).toBe(line)
  expect(deserializeMessage(line)).toEqual(note)
})
