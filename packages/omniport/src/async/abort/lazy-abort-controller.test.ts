import { expect, test } from 'vitest'
import { LazyAbortController } from './lazy-abort-controller.js'

const reason = new Error('enough')

test('aborts once, with the first reason: its signal and who listens', () => {
  const abort = new LazyAbortController()
  const heard: unknown[] = []
  abort.listen((why) => heard.push(why))
  const { signal } = abort
  expect([abort.aborted, signal.aborted]).toEqual([false, false])
  abort.throwIfAborted()
  abort.abort(reason)
  abort.abort(new Error('again'))
  expect([abort.aborted, abort.reason, signal.aborted, signal.reason, heard]).toEqual([
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
  const heard: unknown[] = []
  abort.listen((why) => heard.push(why))
  expect([heard, abort.signal.reason]).toEqual([[reason], reason])
})

test('the last of those who listen is told', () => {
  const abort = new LazyAbortController()
  const heard: string[] = []
  abort.listen(() => heard.push('first'))
  abort.listen(() => heard.push('last'))
  abort.abort(reason)
  expect(heard).toEqual(['last'])
})
