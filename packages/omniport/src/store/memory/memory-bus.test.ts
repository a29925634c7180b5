import { describe, expect, test } from 'vitest'
import { busContract } from '../contracts/bus.contract.js'
import { createMemoryBus } from './memory-bus.js'

const silent = { error: () => {}, warn: () => {} }

describe('the contract', () => {
  const checks = busContract({ create: () => createMemoryBus({ logger: silent }) })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('what a listener throws goes to the logger', async () => {
  const logged: unknown[] = []
  const bus = createMemoryBus({ logger: { ...silent, error: (message, details) => logged.push([message, details]) } })
  const error = new Error('broken')
  bus.subscribe('t', () => {
    throw error
  })
  await bus.publish('t', null)
  await Promise.resolve()
  expect(logged).toEqual([['A listener of the bus failed', { error }]])
})
