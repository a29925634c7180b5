import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { PriorityMutex } from './priority-mutex.js'

/** A lock, and the names of who got it. */
function create() {
  const mutex = new PriorityMutex()
  const order: string[] = []
  const acquire = async (name: string, { isUrgent = false, signal = new AbortController().signal } = {}) => {
    const release = await mutex.acquire({ isUrgent, signal })
    order.push(name)
    return release
  }
  return { mutex, order, acquire }
}

test('the first gets it at once, others in their order', async () => {
  const { order, acquire } = create()
  const release = await acquire('a')
  const [second, third] = [acquire('b'), acquire('c')]
  await settled()
  expect(order).toEqual(['a'])
  release()
  await settled()
  expect(order).toEqual(['a', 'b'])
  ;(await second)()
  await third
  expect(order).toEqual(['a', 'b', 'c'])
})

test('who is urgent comes before those who are not, in order', async () => {
  const { order, acquire } = create()
  const release = await acquire('a')
  const waiting = [acquire('b'), acquire('c', { isUrgent: true }), acquire('d', { isUrgent: true })] as const
  release()
  ;(await waiting[1])()
  ;(await waiting[2])()
  ;(await waiting[0])()
  expect(order).toEqual(['a', 'c', 'd', 'b'])
})

test('a lock that was released is free', async () => {
  const { order, acquire } = create()
  ;(await acquire('a'))()
  ;(await acquire('b'))()
  expect(order).toEqual(['a', 'b'])
})

test('is urgent while an urgent caller holds it or waits', async () => {
  const { mutex, acquire } = create()
  expect(mutex.isUrgent).toBe(false)
  const release = await acquire('a')
  expect(mutex.isUrgent).toBe(false)
  const [urgent, other] = [acquire('b', { isUrgent: true }), acquire('c')]
  await settled()
  expect(mutex.isUrgent).toBe(true)
  release()
  expect(mutex.isUrgent).toBe(true)
  ;(await urgent)()
  expect(mutex.isUrgent).toBe(false)
  ;(await other)()
  expect(mutex.isUrgent).toBe(false)
  const held = await acquire('d', { isUrgent: true })
  expect(mutex.isUrgent).toBe(true)
  held()
  expect(mutex.isUrgent).toBe(false)
})

test('who gives up is left out, and the others are not', async () => {
  const { order, acquire } = create()
  const release = await acquire('a')
  const { signal, ...leaving } = controlled()
  const waiting = [acquire('b'), acquire('c', { signal }), acquire('d')] as const
  await settled()
  leaving.abort(new Error('enough'))
  await expect(waiting[1]).rejects.toThrow(new Error('enough'))
  release()
  ;(await waiting[0])()
  ;(await waiting[2])()
  expect(order).toEqual(['a', 'b', 'd'])
})

test('who gave up before does not get a free one', async () => {
  const { mutex } = create()
  await expect(mutex.acquire({ isUrgent: true, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    new Error('enough'),
  )
  expect(mutex.isUrgent).toBe(false)
})

test('who gives up later holds it all the same', async () => {
  const { order, acquire } = create()
  const release = await acquire('a')
  const { signal, ...leaving } = controlled()
  const second = acquire('b', { signal })
  const third = acquire('c')
  release()
  const releaseSecond = await second
  leaving.abort(new Error('enough'))
  releaseSecond()
  ;(await third)()
  expect(order).toEqual(['a', 'b', 'c'])
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) }
}
