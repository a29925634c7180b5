import { expect, test } from 'vitest'
import type { JsonValue } from '../../values/json/json-value.js'
import { StoredEvent } from './stored-event.js'

test.each<[JsonValue, string, number, number]>([
  ['ab', '"ab"', 2, 100],
  ['é"', '"é\\""', 3, 100],
  ['', '""', 0, 96],
  [null, 'null', 4, 104],
  [{ a: 'é' }, '{"a":"é"}', 10, 114],
  [0, '0', 1, 98],
])('%j is stored as text', (event, json, bytes, heldBytes) => {
  const stored = StoredEvent.of(event)
  expect([stored.value, stored.json, stored.bytes, stored.heldBytes]).toEqual([event, json, bytes, heldBytes])
})

test('the value is a copy each time', () => {
  const event = { a: [1] }
  const stored = StoredEvent.of(event)
  event.a.push(2)
  const [one, two] = [stored.value, stored.value]
  expect([one, one === two]).toEqual([{ a: [1] }, false])
})

test('the first and the last event of streams are shared', () => {
  const of = (event: JsonValue) => [StoredEvent.of(event), StoredEvent.of(event)] as const
  const areShared = ['', null, 'a'].map(of).map(([one, two]) => one === two)
  expect(areShared).toEqual([true, true, false])
})

test('what is not JSON is refused', () => {
  expect(() => StoredEvent.of(undefined as never)).toThrow(
    new TypeError('event log: an event must be a JSON value, got undefined'),
  )
})
