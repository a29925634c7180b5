import { describe, expect, test } from 'vitest'
import { busContract } from '../contracts/bus.contract.js'
import { createMemoryBus } from './memory-bus.js'

const silent = { error: () => {}, warn: () => {} }

describe('the contract', () => {
  const checks = busContract({ create: () => createMemoryBus({ logger: silent }) })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('what JSON cannot carry is refused by name', () => {
  const bus = createMemoryBus({ logger: silent })
  expect(() => bus.publish('t', undefined as never)).toThrow(
    new TypeError('bus: a message must be a JSON value, got undefined'),
  )
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

test('a listener that leaves, even twice, leaves the others and later ones', async () => {
  const bus = createMemoryBus({ logger: silent })
  const received: unknown[] = []
  const [leave, leaveToo] = ['one', 'two'].map((name) =>
    bus.subscribe('t', (message) => received.push([name, message])),
  )
  leave?.()
  await bus.publish('t', 1)
  await Promise.resolve()
  leaveToo?.()
  bus.subscribe('t', (message) => received.push(['three', message]))
  leave?.()
  leaveToo?.()
  await bus.publish('t', 2)
  await Promise.resolve()
  expect(received).toEqual([
    ['two', 1],
    ['three', 2],
  ])
})
