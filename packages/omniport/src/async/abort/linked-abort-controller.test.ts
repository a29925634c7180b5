import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { LinkedAbortController } from './linked-abort-controller.js'

const reason = new Error('enough')

test('aborts with the first of the others, for its reason', () => {
  const [a, b] = [new AbortController(), new AbortController()]
  const { signal } = new LinkedAbortController(a.signal, undefined, b.signal)
  expect(signal.aborted).toBe(false)
  b.abort(reason)
  a.abort(new Error('too late'))
  expect(signal.reason).toBe(reason)
})

test('is aborted at once where one of the others is', () => {
  expect(new LinkedAbortController(AbortSignal.abort(reason)).signal.reason).toBe(reason)
})

test('leaves nothing with the others when it is unlinked, and hears no more of them', () => {
  const other = new AbortController()
  const linked = new LinkedAbortController(other.signal)
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(1)
  linked.unlink()
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(0)
  other.abort(reason)
  expect(linked.signal.aborted).toBe(false)
  linked.abort(reason)
  expect(linked.signal.reason).toBe(reason)
})

test('many that wait for one signal are one listener, of which no platform warns, and each is told or has left', () => {
  const other = new AbortController()
  const linked = Array.from({ length: 20 }, () => new LinkedAbortController(other.signal))
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(1)
  linked[3]?.unlink()
  linked[4]?.signal.addEventListener('abort', () => linked[5]?.unlink())
  other.abort(reason)
  expect(linked.flatMap(({ signal }, index) => (signal.aborted ? [] : [index]))).toEqual([3, 5])
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(0)
})
