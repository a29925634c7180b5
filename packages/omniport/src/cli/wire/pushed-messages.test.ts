import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PushedMessages } from './pushed-messages.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function create() {
  const controller = new AbortController()
  const answers: unknown[] = []
  const pushed = new PushedMessages({ timeoutMs: 100, signal: controller.signal }, (message) => answers.push(message))
  return { pushed, answers, controller }
}

const response = { id: 1, result: {} }

describe('a reply', () => {
  test('is the response with the id, and what came before it', async () => {
    const { pushed } = create()
    const waiting = pushed.reply({ awaits: 1 })
    pushed.receive([{ method: 'progress' }, { id: 1, method: 'ping' }, { id: 2, result: {} }])
    pushed.receive([response])
    expect(await waiting).toEqual({
      ...{ messages: [{ method: 'progress' }, { id: 1, method: 'ping' }, { id: 2, result: {} }, response], response },
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('may be there already, until it is forgotten', async () => {
    const { pushed } = create()
    pushed.receive([response])
    expect((await pushed.reply({ awaits: 1 })).response).toBe(response)
    pushed.clear()
    const waiting = pushed.reply({ awaits: 1 })
    vi.advanceTimersByTime(100)
    expect(await waiting).toEqual({ messages: [], response: undefined })
  })

  test('is waited for so long', async () => {
    const { pushed } = create()
    let isOver = false
    const waiting = pushed.reply({ awaits: 1 }).then((reply) => {
      isOver = true
      return reply
    })
    await vi.advanceTimersByTimeAsync(99)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toEqual({ messages: [], response: undefined })
  })

  test('may be another message', async () => {
    const { pushed } = create()
    const waiting = pushed.reply({ awaits: 1, until: ({ method }) => method === 'done' })
    pushed.receive([{ method: 'other' }, { method: 'done' }])
    expect(await waiting).toEqual({ messages: [{ method: 'other' }, { method: 'done' }], response: undefined })
  })

  test('does not come after the end', async () => {
    const { pushed } = create()
    const waiting = pushed.reply({ awaits: 1 })
    expect(pushed.isEnded).toBe(false)
    pushed.end()
    expect([await waiting, pushed.isEnded]).toEqual([{ messages: [], response: undefined }, true])
  })

  test('is not waited for after an interruption', async () => {
    const { pushed, controller } = create()
    const waiting = pushed.reply({ awaits: 1 })
    const failing = expect(waiting).rejects.toThrow(new Error('stop'))
    controller.abort(new Error('stop'))
    await failing
    await expect(pushed.reply({ awaits: 1 })).rejects.toThrow(new Error('stop'))
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('requests of the server are answered: a ping, and no other', () => {
  const { pushed, answers } = create()
  pushed.receive([
    { id: 'a', method: 'ping' },
    { id: 0, method: 'roots/list' },
    { method: 'note' },
    { id: 5, result: {} },
  ])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 'a', result: {} },
    { jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found' } },
  ])
})
