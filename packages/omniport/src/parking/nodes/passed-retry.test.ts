import { expect, test } from 'vitest'
import type { Stores } from '../../store/stores.js'
import { parkingStoresOf } from './passed-retry.js'

const [inbox, bus, eventLog] = [{ a: 1 }, { b: 1 }, { c: 1 }]
const stores = { inbox, bus, eventLog, tasks: {} } as unknown as Stores // nothing is called

test('retries need an inbox, a bus and an event log, and take nothing else', () => {
  expect(parkingStoresOf(stores)).toEqual({ inbox, bus, eventLog })
})

test.each(['inbox', 'bus', 'eventLog'])('without %s there are no stores for retries', (name) => {
  const others = Object.fromEntries(Object.entries(stores).filter(([other]) => other !== name))
  expect(parkingStoresOf(others as Stores)).toBeUndefined()
})

test('without any there are none', () => {
  expect([parkingStoresOf(), parkingStoresOf({})]).toEqual([undefined, undefined])
})
