import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { onAbort } from './on-abort.js'

test('many that wait for one signal are one listener, of which no platform warns, until the last has left', () => {
  const { signal } = new AbortController()
  const leaves = Array.from({ length: 20 }, () => onAbort(signal, () => {}))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  for (const leave of leaves.slice(1)) leave()
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  leaves[0]?.()
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('all are told once, in their order, but for those who have left', () => {
  const controller = new AbortController()
  const { signal } = controller
  const notified: string[] = []
  onAbort(signal, () => {
    notified.push('first')
    leaveThird()
  })
  const leaveSecond = onAbort(signal, () => notified.push('second'))
  const leaveThird = onAbort(signal, () => notified.push('third'))
  onAbort(signal, () => notified.push(String(signal.reason)))
  leaveSecond()
  leaveSecond()
  controller.abort('enough')
  expect(notified).toEqual(['first', 'enough'])
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  leaveThird()
})

test('the same function twice is two that wait', () => {
  const controller = new AbortController()
  let count = 0
  const onAborted = () => {
    count += 1
  }
  const leave = onAbort(controller.signal, onAborted)
  onAbort(controller.signal, onAborted)
  leave()
  controller.abort()
  expect(count).toBe(1)
})

test('who comes after all have left is told, whatever those who left do again', () => {
  const controller = new AbortController()
  const leave = onAbort(controller.signal, () => {})
  leave()
  let isNotified = false
  onAbort(controller.signal, () => {
    isNotified = true
  })
  leave()
  controller.abort()
  expect(isNotified).toBe(true)
})

test('a signal that has aborted tells nobody', () => {
  let isNotified = false
  const signal = AbortSignal.abort()
  onAbort(signal, () => {
    isNotified = true
  })()
  expect([isNotified, getEventListeners(signal, 'abort')]).toEqual([false, []])
})
