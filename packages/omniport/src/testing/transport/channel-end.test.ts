import { describe, expect, test } from 'vitest'
import { ChannelEnd } from './channel-end.js'
import { within } from './within.js'

/** An end of a channel, and the other side of its streams. */
function setUp({ stepMs = 1_000 } = {}) {
  const [incoming, outgoing] = [new TransformStream<unknown, unknown>(), new TransformStream<unknown, unknown>()]
  const end = new ChannelEnd('client', { readable: incoming.readable, writable: outgoing.writable }, { stepMs })
  return { end, writer: incoming.writable.getWriter(), reader: outgoing.readable.getReader() }
}

describe('an end of a channel', () => {
  test('writes messages, and then closes', async () => {
    const { end, reader } = setUp()
    void end.write(1)
    void end.write(2)
    const closed = end.close()
    expect([await reader.read(), await reader.read(), await reader.read()]).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
      { done: true, value: undefined },
    ])
    expect([await closed, end.name]).toEqual([undefined, 'client'])
  })

  test('reads messages until they end', async () => {
    const { end, writer } = setUp()
    for (const message of ['a', 'b', 'c', 'd']) void writer.write(message)
    void writer.close()
    expect(await end.read()).toEqual({ message: 'a' })
    expect([await end.readMany(0), await end.readMany(1), await end.readAll(), await end.read()]).toEqual([
      [],
      ['b'],
      ['c', 'd'],
      'end',
    ])
  })

  test('reads a failure as the end', async () => {
    const { end, writer } = setUp()
    const read = end.readMany(5)
    await writer.write('a')
    await writer.abort(new Error('lost'))
    expect(await read).toEqual(['a'])
  })

  test('says what it has waited for too long', async () => {
    const { end } = setUp({ stepMs: 5 })
    await expect(end.read()).rejects.toThrow(new Error('Waited 5 ms for the client to read a message'))
    void end.write('nobody reads this')
    await expect(end.close()).rejects.toThrow(new Error('Waited 5 ms for the client to close its writable'))
  })

  test('tells who waits that a write has failed, and nobody else', async () => {
    const { end, reader } = setUp()
    const written = end.write('a')
    await reader.cancel(new Error('no'))
    await expect(end.write('b')).rejects.toThrow('no')
    await expect(written).rejects.toThrow('no')
  })

  test('gives up both streams, also where they do not move', async () => {
    const { end, reader } = setUp({ stepMs: 5 })
    void end.write('nobody reads this')
    await end.leave()
    await expect(reader.read()).rejects.toThrow(new Error('The check is over'))
  })

  test('does not wait longer than a step to give up', async () => {
    const never = () => new Promise<void>(() => {})
    const readable = new ReadableStream<unknown>({ cancel: never })
    const writable = new WritableStream<unknown>({ abort: never })
    expect(await new ChannelEnd('server', { readable, writable }, { stepMs: 5 }).leave()).toBeUndefined()
  })
})

describe('what is waited for', () => {
  test('settles as it does', async () => {
    const reason = new Error('no')
    expect(await within(1_000, Promise.resolve(5), 'five')).toBe(5)
    await expect(within(1_000, Promise.reject(reason), 'five')).rejects.toBe(reason)
  })

  test('is named where it takes too long', async () => {
    await expect(within(3, new Promise(() => {}), 'Godot')).rejects.toThrow(new Error('Waited 3 ms for Godot'))
  })
})
