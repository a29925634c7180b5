import { describe, expect, test } from 'vitest'
import type { FaultChange } from '../contract.js'
import { FaultQueue } from './fault-queue.js'
import { FaultSwitches } from './fault-switches.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function create(change: FaultChange = {}, canStall = true) {
  const faults = new FaultSwitches(() => {})
  faults.change(change)
  const queue = new FaultQueue(faults, canStall)
  const passed: string[] = []
  const push = (name: string, bytes = 1) => queue.push(bytes, () => passed.push(name))
  return { faults, queue, passed, push }
}

describe('what passes', () => {
  test('goes on at once while nothing is switched on', () => {
    const { passed, push } = create()
    push('a')
    push('b')
    expect(passed).toEqual(['a', 'b'])
  })

  test('waits for the end of a stall, in its order', async () => {
    const { faults, passed, push } = create({ stall: true })
    push('a')
    push('b')
    await turn()
    expect(passed).toEqual([])
    faults.change({ duplicate: true })
    await turn()
    expect(passed).toEqual([])
    faults.change({ stall: false })
    push('c')
    expect(passed).toEqual([])
    await turn()
    expect(passed).toEqual(['a', 'b', 'c'])
    push('d')
    expect(passed).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is not stalled in the other direction', () => {
    const { passed, push } = create({ stall: true }, false)
    push('a')
    expect(passed).toEqual(['a'])
  })

  test('is delayed, and what comes after it waits too', async () => {
    const { faults, queue, passed, push } = create({ delayMs: 20 })
    const start = performance.now()
    const late = new Promise<number>((resolve) => queue.push(1, () => resolve(performance.now() - start)))
    faults.change({ delayMs: 0 })
    push('b')
    expect(passed).toEqual([])
    expect(await late).toBeGreaterThan(15)
    await turn()
    expect(passed).toEqual(['b'])
  })
})

describe('a wait', () => {
  test('is over at once without a time and a stall', async () => {
    const { queue } = create()
    await expect(queue.wait(0)).resolves.toBeUndefined()
  })

  test('lasts until a stall ends', async () => {
    const { queue, faults } = create({ stall: true })
    let isOver = false
    const waiting = queue.wait(0).then(() => (isOver = true))
    await turn()
    expect(isOver).toBe(false)
    faults.change({ stall: null })
    expect(await waiting).toBe(true)
  })
})

test('a queue is full beyond 64 MiB, until they have passed', async () => {
  const { queue, faults, passed, push } = create({ stall: true })
  expect(queue.isFull).toBe(false)
  push('a', 67_108_864)
  expect(queue.isFull).toBe(false)
  push('b', 1)
  expect(queue.isFull).toBe(true)
  faults.change({ stall: false })
  await turn()
  expect([passed, queue.isFull]).toEqual([['a', 'b'], false])
})
