import { expect, test } from 'vitest'
import { LazyAbortController } from './lazy-abort-controller.js'

const reason = new Error('enough')

test('aborts once, with the first reason: its signal and who listens', () => {
  const abort = new LazyAbortController()
  const received: unknown[] = []
  abort.listen((why) => received.push(why))
  const { signal } = abort
  expect([abort.aborted, signal.aborted]).toEqual([false, false])
  abort.throwIfAborted()
  abort.abort(reason)
  abort.abort(new Error('again'))
  expect([abort.aborted, abort.reason, signal.aborted, signal.reason, received]).toEqual([
    true,
    reason,
    true,
    reason,
    [reason],
  ])
  expect(() => abort.throwIfAborted()).toThrow(reason)
})

test('whoever comes late is told at once', () => {
  const abort = new LazyAbortController()
  abort.abort(reason)
  const received: unknown[] = []
  abort.listen((why) => received.push(why))
  expect([received, abort.signal.reason]).toEqual([[reason], reason])
})

test('the last of those who listen is told', () => {
  const abort = new LazyAbortController()
  const received: string[] = []
  abort.listen(() => received.push('first'))
  abort.listen(() => received.push('last'))
  abort.abort(reason)
  expect(received).toEqual(['last'])
})
