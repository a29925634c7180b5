import { describe, expect, test } from 'vitest'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { ByteSink } from '../requests/http-request.js'
import { EventStream } from './event-stream.js'
import { createCoalescingEventWriter } from './plain-response.js'
import { StreamSink } from './stream-sink.js'

/** A socket whose reader takes what it is told to. */
function createSink() {
  let onDrain = () => {}
  const calls: string[] = []
  const sink = {
    waiting: 0,
    taken: 0,
    text: '',
    write(chunk: string | Uint8Array) {
      sink.waiting += chunk.length
      sink.text += String(chunk)
    },
    onDrain(fn: () => void) {
      onDrain = fn
    },
    end: () => void calls.push('end'),
    destroy: () => void calls.push('destroy'),
  } satisfies ByteSink & { text: string }
  const take = (bytes: number) => {
    sink.waiting -= bytes
    sink.taken += bytes
    if (sink.waiting === 0) onDrain()
  }
  return { sink, calls, take }
}

function open(given: Partial<typeof defaultLimits> = {}) {
  const runtime = createHttpRuntime()
  const { sink, calls, take } = createSink()
  const callbacks: string[] = []
  const limits = { ...defaultLimits, outboxBytes: 100, stallMs: 1_000, commentMs: 400, ...given }
  const onCut = () => void callbacks.push('cut')
  const onOver = () => void callbacks.push('over')
  const stream = new EventStream({ sink, limits, runtime, onCut, onOver })
  return { stream, sink, calls, take, callbacks, runtime }
}

describe('an event stream', () => {
  test('writes events, and a comment whenever it was silent for commentMs', () => {
    const { stream, sink, runtime, take } = open({ outboxBytes: 1_000 })
    stream.write({ event: 'e', id: 'i', data: 'd', retry: 5 })
    runtime.advance(399)
    stream.write({ data: 'd' })
    runtime.advance(399)
    take(sink.waiting)
    expect(sink.text).toBe('event: e\nid: i\nretry: 5\ndata: d\n\ndata: d\n\n')
    runtime.advance(1)
    runtime.advance(400)
    expect(sink.text).toBe('event: e\nid: i\nretry: 5\ndata: d\n\ndata: d\n\n:\n\n:\n\n')
    take(sink.waiting)
    stream.end()
    expect(runtime.timers).toBe(0)
  })

  test('is cut when more waits than outboxBytes', () => {
    const { stream, calls, callbacks, runtime } = open()
    stream.write({ data: 'x'.repeat(50) })
    expect(calls).toEqual([])
    stream.write({ data: 'x'.repeat(50) })
    stream.write({ data: 'more' })
    expect([calls, callbacks, stream.ended, runtime.timers]).toEqual([['destroy'], ['over', 'cut'], true, 0])
  })

  test('may be of one event that is larger, and is cut when more comes before that was taken', () => {
    const { stream, sink, calls, callbacks, take } = open()
    const data = 'x'.repeat(1_000)
    stream.write({ data })
    expect([calls, sink.text]).toEqual([[], `data: ${data}\n\n`])
    take(sink.waiting)
    stream.write({ data })
    take(900)
    stream.write({ data: 'more' })
    expect([calls, callbacks]).toEqual([['destroy'], ['over', 'cut']])
  })

  test('is cut when its reader takes nothing for stallMs', () => {
    const { stream, calls, callbacks, runtime } = open({ commentMs: 10_000 })
    stream.write({ data: 'x' })
    runtime.advance(999)
    expect(calls).toEqual([])
    runtime.advance(1)
    expect([calls, callbacks, runtime.timers]).toEqual([['destroy'], ['over', 'cut'], 0])
  })

  test('is left to a reader that is slow but never stops, also when it was never caught up with', () => {
    const { stream, sink, calls, take, runtime } = open({ commentMs: 10_000 })
    for (let second = 0; second < 20; second += 1) {
      stream.write({ data: 'x' })
      runtime.advance(900)
      take(Math.min(8, sink.waiting - 1))
    }
    expect(calls).toEqual([])
    stream.abort()
  })

  test('that has ended is cut all the same when what is left is not taken', () => {
    const { stream, calls, callbacks, runtime } = open()
    stream.write({ data: 'x' })
    stream.end()
    expect([calls, callbacks]).toEqual([['end'], []])
    runtime.advance(1_000)
    expect([calls, callbacks, runtime.timers]).toEqual([['end', 'destroy'], ['over', 'cut'], 0])
  })

  test('is over when what is left was taken', () => {
    const { stream, sink, callbacks, take, runtime } = open()
    stream.write({ data: 'x' })
    stream.end()
    take(sink.waiting)
    expect([callbacks, runtime.timers]).toEqual([['over'], 0])
  })

  test('takes nothing after its connection is gone', async () => {
    const { stream, sink, calls, callbacks } = open()
    stream.abort()
    stream.abort()
    stream.write({ data: 'x' })
    stream.end()
    await stream.drained()
    expect([sink.text, calls, callbacks]).toEqual(['', ['destroy'], ['over']])
  })

  test('tells when everything was taken', async () => {
    const { stream, sink, take } = open()
    stream.write({ data: 'x' })
    let isDrained = false
    const drained = stream.drained().then(() => {
      isDrained = true
    })
    take(sink.waiting - 1)
    await Promise.resolve()
    expect(isDrained).toBe(false)
    take(1)
    await drained
    stream.end()
  })
})

describe('the notices of a subscription', () => {
  const notice = (uri: string) =>
    ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } }) as const

  test('are one of each kind and URI while the reader lags by half the outbox', async () => {
    const { stream, sink, take } = open({ outboxBytes: 1_000 })
    const writer = createCoalescingEventWriter(stream, 100)
    for (const uri of ['a', 'b', 'a', 'b', 'c', 'a']) writer.write(notice(uri))
    expect(sink.text.match(/"uri":"."/g)).toEqual(['"uri":"a"'])
    take(sink.waiting)
    await Promise.resolve()
    await Promise.resolve()
    expect(sink.text.match(/"uri":"."/g)).toEqual(['"uri":"a"', '"uri":"b"', '"uri":"a"', '"uri":"c"'])
    stream.abort()
  })

  test('are all sent where they are no changes, and after the changes that came before', () => {
    const { stream, sink } = open({ outboxBytes: 1_000 })
    const writer = createCoalescingEventWriter(stream, 100)
    const ofTask = (taskId: string) => ({ jsonrpc: '2.0', method: 'notifications/tasks', params: { taskId } }) as const
    for (const uri of ['a', 'b']) writer.write(notice(uri))
    for (const taskId of ['1', '2']) writer.write(ofTask(taskId))
    expect(sink.text.match(/"(uri|taskId)":"."/g)).toEqual(['"uri":"a"', '"uri":"b"', '"taskId":"1"', '"taskId":"2"'])
    stream.abort()
  })

  test('come before the result', () => {
    const { stream, sink } = open({ outboxBytes: 1_000 })
    const writer = createCoalescingEventWriter(stream, 100)
    for (const uri of ['a', 'b']) writer.write(notice(uri))
    writer.write({ jsonrpc: '2.0', id: 1, result: {} })
    writer.end()
    expect(sink.text.match(/"uri":"."|"id":1/g)).toEqual(['"uri":"a"', '"uri":"b"', '"id":1'])
    stream.abort()
  })
})

describe('the body of a web response', () => {
  test('counts what its reader has not taken', async () => {
    const sink = new StreamSink(() => {})
    let drained = 0
    sink.onDrain(() => {
      drained += 1
    })
    sink.write('abc')
    sink.write(new Uint8Array([1, 2]))
    expect([sink.waiting, sink.taken]).toEqual([5, 0])
    const reader = sink.readable.getReader()
    expect((await reader.read()).value).toEqual(new TextEncoder().encode('abc'))
    expect([sink.waiting, sink.taken, drained]).toEqual([2, 3, 0])
    await reader.read()
    expect([sink.waiting, sink.taken, drained]).toEqual([0, 5, 1])
    const next = reader.read()
    await settled(1)
    sink.write('d')
    expect([sink.waiting, sink.taken]).toEqual([0, 6])
    expect((await next).value).toEqual(new TextEncoder().encode('d'))
    sink.end()
    sink.write('late')
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  test('ends after what waits', async () => {
    const sink = new StreamSink(() => {})
    sink.write('a')
    sink.end()
    expect(await new Response(sink.readable).text()).toBe('a')
  })

  test('tells once that it is gone, whoever left', async () => {
    let gone = 0
    const cancelled = new StreamSink(() => {
      gone += 1
    })
    cancelled.write('x')
    await cancelled.readable.cancel()
    expect([gone, cancelled.waiting]).toEqual([1, 0])
    const destroyed = new StreamSink(() => {
      gone += 1
    })
    destroyed.destroy()
    await expect(destroyed.readable.getReader().read()).rejects.toMatchObject({ name: 'AbortError' })
    expect(gone).toBe(2)
  })
})
