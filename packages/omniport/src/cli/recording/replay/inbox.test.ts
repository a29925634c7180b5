import { describe, expect, test } from 'vitest'
import { Inbox } from './inbox.js'

const longMs = 60_000

describe('an answer', () => {
  test('is taken by the id of its request with its type, once', async () => {
    const inbox = new Inbox()
    inbox.receive({ id: 1, result: { a: 1 } })
    inbox.receive({ id: '1', error: {} })
    expect(await inbox.answer('1', longMs)).toEqual({ id: '1', error: {} })
    expect(await inbox.answer(1, longMs)).toEqual({ id: 1, result: { a: 1 } })
    expect(await inbox.answer(1, 0)).toBe(undefined)
  })

  test('may come later, in a batch', async () => {
    const inbox = new Inbox()
    const waiting = inbox.answer(2, longMs)
    inbox.receive({ id: 3, result: {} })
    inbox.receive([{ method: 'a' }, { id: 2, result: {} }])
    expect(await waiting).toEqual({ id: 2, result: {} })
  })
})

describe('a request', () => {
  test('is taken by its method, in order', async () => {
    const inbox = new Inbox()
    inbox.receive({ id: 1, method: 'a' })
    inbox.receive({ id: 2, method: 'b' })
    inbox.receive({ id: 3, method: 'a' })
    expect([await inbox.request('a', longMs), await inbox.request('a', longMs)]).toEqual([
      { id: 1, method: 'a' },
      { id: 3, method: 'a' },
    ])
    expect(await inbox.request('a', 0)).toBe(undefined)
  })
})

describe('a notification', () => {
  test('is counted by its method, whether it came before or comes later', async () => {
    const inbox = new Inbox()
    inbox.receive({ method: 'a' })
    inbox.receive({ method: 'a' })
    inbox.receive({ method: 'b' })
    expect([await inbox.notification('a', longMs), await inbox.notification('a', longMs)]).toEqual([true, true])
    expect(await inbox.notification('a', 0)).toBe(false)
    const waiting = inbox.notification('a', longMs)
    inbox.receive({ method: 'a' })
    expect([await waiting, await inbox.notification('a', 0)]).toEqual([true, false])
  })

  test('is no request, and no answer', async () => {
    const inbox = new Inbox()
    inbox.receive({ method: 'a' })
    expect([await inbox.request('a', 0), await inbox.answer(undefined, 0)]).toEqual([undefined, undefined])
  })
})

test('nobody waits any longer when all is over', async () => {
  const inbox = new Inbox()
  const waiting = [inbox.answer(1, longMs), inbox.request('a', longMs)]
  const notified = inbox.notification('a', longMs)
  inbox.end()
  expect([await Promise.all(waiting), await notified]).toEqual([[undefined, undefined], false])
  expect(await inbox.answer(1, longMs)).toBe(undefined)
})

test('what came before the end is still taken', async () => {
  const inbox = new Inbox()
  inbox.receive({ id: 1, result: {} })
  inbox.end()
  expect(await inbox.answer(1, longMs)).toEqual({ id: 1, result: {} })
})
