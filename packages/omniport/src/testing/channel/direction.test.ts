import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createDirection } from './direction.js'
import type { ChannelMessage, Fault } from './fault.js'

function setUp(faultOf: (message: unknown) => Fault | undefined = () => undefined) {
  const clock = new VirtualRuntime({ startMs: 0 })
  const passed: ChannelMessage[] = []
  const cuts: string[] = []
  const direction = createDirection('client', {
    pass: (message) => {
      passed.push(message)
      return faultOf(message.message)
    },
    cut: () => {
      cuts.push('cut')
      direction.fail(new Error('cut'))
    },
    clock,
  })
  const writer = direction.writable.getWriter()
  const read: unknown[] = []
  const reading = direction.readable.pipeTo(new WritableStream({ write: (message) => void read.push(message) }))
  reading.catch(() => {})
  return { clock, passed, cuts, direction, writer, read, reading }
}

describe('a direction', () => {
  test('passes messages as they are, in their order, and says whose they are', async () => {
    const { writer, read, passed, reading } = setUp()
    const message = { a: 1 }
    for (const each of [message, 2]) void writer.write(each)
    await writer.close()
    await reading
    expect([read, read[0] === message]).toEqual([[{ a: 1 }, 2], true])
    expect(passed).toEqual([
      { from: 'client', message: { a: 1 } },
      { from: 'client', message: 2 },
    ])
  })

  test('loses, repeats and changes a message', async () => {
    const faults = new Map<unknown, Fault>([
      ['lost', 'drop'],
      ['old', { message: 'new' }],
      ['nothing', { message: undefined }],
    ])
    const { writer, read, reading } = setUp((message) => (typeof message === 'object' ? 'repeat' : faults.get(message)))
    for (const message of ['a', 'lost', { twice: 1 }, 'old', 'nothing', 'b']) void writer.write(message)
    await writer.close()
    await reading
    expect(read).toEqual(['a', { twice: 1 }, { twice: 1 }, 'new', undefined, 'b'])
    expect(read[1]).not.toBe(read[2])
  })

  test('delivers a message late, and all that are behind it', async () => {
    const { clock, writer, read } = setUp((message) => (message === 'late' ? { delayMs: 100 } : undefined))
    for (const message of ['a', 'late', 'b']) void writer.write(message)
    await settled()
    expect(read).toEqual(['a'])
    await clock.advance(99)
    expect(read).toEqual(['a'])
    await clock.advance(1)
    expect(read).toEqual(['a', 'late', 'b'])
  })

  test('breaks at a message, which does not arrive', async () => {
    const { cuts, writer, read, reading } = setUp((message) => (message === 'last' ? 'cut' : undefined))
    void writer.write('a')
    void writer.write('last').catch(() => {})
    await expect(reading).rejects.toThrow('cut')
    expect([read, cuts]).toEqual([['a'], ['cut']])
  })

  test('fails with a reason, at both of its ends', async () => {
    const { direction, writer, reading } = setUp()
    const reason = new Error('gone')
    direction.fail(reason)
    await expect(reading).rejects.toBe(reason)
    await expect(writer.write('a')).rejects.toBe(reason)
  })

  test('lets a writer wait for whoever does not read', async () => {
    const { writable } = createDirection('server', {
      pass: () => undefined,
      cut: () => {},
      clock: new VirtualRuntime(),
    })
    const writer = writable.getWriter()
    let written = 0
    for (let count = 0; count < 40; count += 1) void writer.write(count).then(() => (written += 1))
    await settled()
    expect([written, writer.desiredSize]).toEqual([16, 16 - 24])
  })
})
