import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import { StreamWriter } from './stream-writer.js'

const message = { jsonrpc: '2.0', method: 'notifications/x', params: { a: [1] } } as const

/** A stream whose reader takes one message at a time, when the test says so. */
function open(outboxBytes = 0) {
  const written: unknown[] = []
  const log: unknown[] = []
  let take = () => {}
  let controller: WritableStreamDefaultController | undefined
  const writable = new WritableStream<unknown>({
    start: (given) => {
      controller = given
    },
    write: (chunk) => {
      written.push(chunk)
      return new Promise<void>((resolve) => {
        take = resolve
      })
    },
    close: () => void log.push('closed'),
    abort: (reason) => void log.push(['aborted', reason]),
  })
  const onProgress = () => void log.push('progress')
  const onError = (problem: unknown) => void log.push(['error', problem])
  const writer = new StreamWriter(writable, { outboxBytes, onProgress, onError })
  const takeNext = async () => {
    take()
    await settled(1)
  }
  return { writer, written, log, takeNext, fail: (problem: unknown) => controller?.error(problem) }
}

describe('a message', () => {
  test('is written as a copy, and waits until it is taken', async () => {
    const { writer, written, log, takeNext } = open()
    expect(writer.full).toBe(false)
    writer.send(message)
    await settled(1)
    expect([written, writer.full, log]).toEqual([[message], true, []])
    expect(written[0]).not.toBe(message)
    await takeNext()
    expect([writer.full, log]).toEqual([false, ['progress']])
  })

  test('fills the outbox beyond its limit only', () => {
    const bytes = jsonBytes(message)
    const [exact, less] = [open(bytes), open(bytes - 1)]
    for (const { writer } of [exact, less]) writer.send(message)
    expect([exact.writer.full, less.writer.full]).toEqual([false, true])
  })

  test('that JSON cannot carry is refused at once', () => {
    expect(() => open().writer.send({ jsonrpc: '2.0', id: 1, result: 1n })).toThrow(TypeError)
  })
})

describe('the end', () => {
  test('comes after what was sent, once, and nothing is sent after it', async () => {
    const { writer, written, log, takeNext } = open()
    writer.send(message)
    const closed = Promise.all([writer.close(), writer.close()])
    writer.send(message)
    await settled(1)
    await takeNext()
    await closed
    expect([written.length, log]).toEqual([1, ['closed', 'progress']])
  })

  test('by an abort drops what waits', async () => {
    const { writer, written, log } = open()
    writer.send(message)
    writer.send(message)
    await settled(1)
    writer.abort('enough')
    writer.send(message)
    await settled()
    expect([written.length, log]).toEqual([1, []])
    await writer.close()
  })

  test('of a stream that fails is told once', async () => {
    const { writer, log, fail } = open()
    fail('broken')
    await settled()
    writer.send(message)
    await settled()
    await writer.close()
    expect(log).toEqual([['error', 'broken']])
  })

  test('of a stream that fails while messages wait is told once', async () => {
    const { writer, log, fail, takeNext } = open()
    writer.send(message)
    writer.send(message)
    await settled(1)
    fail('broken')
    await takeNext()
    await settled()
    expect(log.filter((entry) => entry !== 'progress')).toEqual([['error', 'broken']])
  })
})
