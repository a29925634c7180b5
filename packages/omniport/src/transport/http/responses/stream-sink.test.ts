import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { StreamSink } from './stream-sink.js'

function open() {
  const log: string[] = []
  const sink = new StreamSink(() => log.push('abandoned'))
  sink.onDrain(() => log.push('drained'))
  const reader = sink.readable.getReader()
  const decoder = new TextDecoder()
  const read = async () => {
    const { done, value } = await reader.read()
    return done ? 'the end' : decoder.decode(value)
  }
  return { sink, log, reader, read }
}

describe('what is written', () => {
  test('waits until it is read, chunk by chunk', async () => {
    const { sink, log, read } = open()
    sink.write('gr\u00fcn')
    sink.write(new Uint8Array([97, 98]))
    await settled()
    expect([sink.waiting, sink.taken]).toEqual([7, 0])
    expect(await read()).toBe('gr\u00fcn')
    expect([sink.waiting, sink.taken, log]).toEqual([2, 5, []])
    expect(await read()).toBe('ab')
    expect([sink.waiting, sink.taken, log]).toEqual([0, 7, ['drained']])
  })

  test('goes at once to a reader that waits, one chunk for each read', async () => {
    const { sink, log, read } = open()
    const reading = read()
    await settled()
    sink.write('a')
    sink.write('b')
    expect([sink.waiting, sink.taken]).toEqual([1, 1])
    expect([await reading, await read()]).toEqual(['a', 'b'])
    expect([sink.waiting, sink.taken, log]).toEqual([0, 2, ['drained']])
  })

  test('is copied: its memory may be used again', async () => {
    const { sink, read } = open()
    const bytes = new Uint8Array([97])
    sink.write(bytes)
    bytes[0] = 98
    expect(await read()).toBe('a')
  })
})

describe('the end', () => {
  test('comes after what waits', async () => {
    const { sink, log, read } = open()
    sink.write('a')
    sink.write('b')
    sink.end()
    sink.write('too late')
    expect([await read(), await read(), await read()]).toEqual(['a', 'b', 'the end'])
    expect([sink.taken, log]).toEqual([2, ['drained']])
  })

  test('comes at once where nothing waits, also twice', async () => {
    const { sink, log, read } = open()
    const reading = read()
    sink.end()
    sink.end()
    expect([await reading, log]).toEqual(['the end', []])
  })
})

describe('a reader that leaves', () => {
  test('is told, and nothing waits for it any more', async () => {
    const { sink, log, reader } = open()
    sink.write('a')
    await reader.cancel()
    expect([sink.waiting, log]).toEqual([0, ['abandoned']])
    sink.write('b')
    sink.end()
    expect([sink.waiting, sink.taken, log]).toEqual([0, 0, ['abandoned']])
  })

  test('because the stream is destroyed gets an error', async () => {
    const { sink, log, read } = open()
    sink.write('a')
    sink.destroy()
    expect([sink.waiting, log]).toEqual([0, ['abandoned']])
    await expect(read()).rejects.toThrow(new DOMException('The stream was closed', 'AbortError'))
    sink.write('b')
    expect(sink.waiting).toBe(0)
  })
})
