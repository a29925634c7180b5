import process from 'node:process'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { settled } from '../../test/pipe.js'
import { StdioOutput } from './stdio-output.js'

/** A stream that keeps what is written; it takes the next only when it may. */
function create(highWaterMark = 1_000_000) {
  const chunks: string[] = []
  const waiting: (() => void)[] = []
  const stream = new Writable({
    highWaterMark,
    write(chunk, _, done) {
      chunks.push(String(chunk))
      waiting.push(done)
    },
  })
  const take = () => {
    for (const done of waiting.splice(0)) done()
  }
  return { output: new StdioOutput(stream), chunks, take }
}

const note = (method: string) => ({ jsonrpc: '2.0', method }) as const
const line = (method: string) => `${JSON.stringify(note(method))}\n`

describe('messages of one turn', () => {
  test('are one write', async () => {
    const { output, chunks, take } = create()
    const writing = [output.write(note('a')), output.write(note('b'))]
    expect(chunks).toEqual([])
    await Promise.all(writing)
    expect(chunks).toEqual([line('a') + line('b')])
    take()
    await output.write(note('c'))
    expect(chunks).toEqual([line('a') + line('b'), line('c')])
  })

  test('that are long are written for themselves', async () => {
    const { output, chunks, take } = create()
    const overhead = line('').length
    const [long, longer] = ['x'.repeat(64 * 1024 - overhead), 'x'.repeat(64 * 1024 - overhead + 1)]
    const first = output.write(note(long))
    expect(chunks).toEqual([])
    await first
    take()
    const second = output.write(note(longer))
    expect(chunks.map(({ length }) => length)).toEqual([65_536, 65_537])
    await second
    expect(chunks).toHaveLength(2)
  })
})

test('a write is over when the stream has room', async () => {
  const { output, take } = create(1)
  let isOver = false
  const writing = output.write(note('a')).then(() => {
    isOver = true
  })
  await settled()
  expect(isOver).toBe(false)
  take()
  await writing
  expect(isOver).toBe(true)
})

describe('the end', () => {
  test('writes what waits', () => {
    const { output, chunks } = create()
    void output.write(note('a'))
    output.close()
    expect(chunks).toEqual([line('a')])
    output.close()
    expect(chunks).toHaveLength(1)
  })

  test('of the process too, while it is open', () => {
    const { output, chunks } = create()
    const count = process.listenerCount('exit')
    output.open()
    expect(process.listenerCount('exit')).toBe(count + 1)
    void output.write(note('a'))
    const flush = process.listeners('exit').at(-1) as () => void
    flush()
    expect(chunks).toEqual([line('a')])
    output.close()
    expect(process.listenerCount('exit')).toBe(count)
  })
})
