import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ResponseSink } from './response-sink.js'

/** A reply whose connection takes a write when the test says so. */
class HeldResponse extends EventEmitter {
  destroyed = false
  writableEnded = false
  readonly writes: Buffer[] = []
  readonly #taken: (() => void)[] = []

  write(part: Buffer, taken: () => void): void {
    this.writes.push(part)
    this.#taken.push(taken)
  }

  end(taken: () => void): void {
    this.writableEnded = true
    this.#taken.push(taken)
  }

  destroy(): void {
    this.destroyed = true
  }

  /** Takes the oldest write, or the end. */
  take(): void {
    this.#taken.shift()?.()
  }
}

function open() {
  const response = new HeldResponse()
  const sink = new ResponseSink(response as unknown as ServerResponse)
  const drained: number[] = []
  sink.onDrain(() => void drained.push(sink.taken))
  const lengths = () => response.writes.map(({ length }) => length)
  return { response, sink, drained, lengths }
}

const most = 64 * 1024

describe('what is written', () => {
  test('goes to the connection at once, and waits until it is taken', () => {
    const { response, sink, drained } = open()
    sink.write('gr\u00fcn')
    sink.write(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))
    expect(response.writes.map((bytes) => [...bytes])).toEqual([[...Buffer.from('gr\u00fcn')], [2, 3]])
    expect([sink.waiting, sink.taken, drained]).toEqual([7, 0, []])
    response.take()
    expect([sink.waiting, sink.taken, drained]).toEqual([2, 5, []])
    response.take()
    expect([sink.waiting, sink.taken, drained]).toEqual([0, 7, [7]])
  })

  test('fills the connection up to 64 KiB, and the rest follows when that was taken', () => {
    const { response, sink, lengths } = open()
    sink.write(new Uint8Array(most - 1))
    sink.write('a')
    sink.write('b')
    sink.write('c')
    expect([lengths(), sink.waiting]).toEqual([[most - 1, 1], most + 2])
    response.take()
    expect(lengths()).toEqual([most - 1, 1, 1, 1])
    expect(response.writes.map((bytes) => bytes.toString()).slice(1)).toEqual(['a', 'b', 'c'])
  })

  test('is cut where it is longer than that', () => {
    const { response, sink, lengths, drained } = open()
    const bytes = new Uint8Array(2 * most + 5).map((_, index) => index % 251)
    sink.write(bytes)
    expect(lengths()).toEqual([most])
    response.take()
    expect(lengths()).toEqual([most, most])
    response.take()
    expect([lengths(), drained]).toEqual([[most, most, 5], []])
    response.take()
    expect([drained, Buffer.concat(response.writes).equals(bytes)]).toEqual([[bytes.length], true])
  })

  test('stays in order behind what waits, though it would fit', () => {
    const { response, sink, lengths } = open()
    sink.write('x')
    sink.write(new Uint8Array(most + 1))
    sink.write('y')
    expect(lengths()).toEqual([1, most])
    response.take()
    response.take()
    expect([lengths(), response.writes.at(-1)?.toString()]).toEqual([[1, most, 1, 1], 'y'])
  })
})

describe('the end', () => {
  test('comes after all that was written, waits as a byte does, and comes once', () => {
    const { response, sink, drained } = open()
    sink.write(new Uint8Array(most + 1))
    sink.end()
    sink.end()
    sink.write('late')
    expect([response.writableEnded, sink.waiting]).toEqual([false, most + 2])
    response.take()
    expect([response.writableEnded, response.writes.length]).toEqual([true, 2])
    response.take()
    expect(drained).toEqual([])
    response.take()
    expect([drained, sink.waiting, sink.taken]).toEqual([[most + 2], 0, most + 2])
  })

  test('of a reply that is gone does nothing, and nothing is written to it', () => {
    const { response, sink } = open()
    response.destroyed = true
    sink.write('x')
    sink.end()
    expect([response.writes, response.writableEnded]).toEqual([[], false])
  })

  test('of a reply that others have ended is not told again', () => {
    const { response, sink } = open()
    response.writableEnded = true
    sink.end()
    response.take()
    expect(sink.taken).toBe(0)
  })
})

describe('a connection that is gone', () => {
  test('takes nothing more, and what is told late counts for nothing', () => {
    const { response, sink, drained } = open()
    sink.write(new Uint8Array(most + 1))
    response.emit('close')
    expect([sink.waiting, sink.taken, drained]).toEqual([0, 0, [0]])
    response.take()
    sink.write('x')
    expect([sink.waiting, sink.taken, drained, response.writes.length]).toEqual([0, 0, [0], 1])
  })

  test('with nothing that waits has nothing to tell, and its errors end no process', () => {
    const { response, drained } = open()
    response.emit('error', new Error('EPIPE'))
    response.emit('close')
    expect(drained).toEqual([])
  })

  test('by this side drops what waits', () => {
    const { response, sink } = open()
    sink.write(new Uint8Array(most + 1))
    sink.destroy()
    expect(response.destroyed).toBe(true)
    response.take()
    expect(response.writes).toHaveLength(1)
  })
})
