import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.js'

test('secrets are known once each, the last ones at the end', () => {
  const secrets = new KnownSecrets()
  expect([...secrets.all]).toEqual([])
  secrets.add(['a', 'b'])
  secrets.add(['c', 'a'])
  secrets.add([])
  expect([...secrets.all]).toEqual(['b', 'c', 'a'])
})

test('there are at most 10,000, and the oldest are dropped', () => {
  const secrets = new KnownSecrets()
  const of = (count: number) => Array.from({ length: count }, (_, at) => `secret ${at}`)
  secrets.add(of(10_000))
  expect([...secrets.all]).toEqual(of(10_000))
  secrets.add(['secret 0', 'more', 'and more'])
  const known = [...secrets.all]
  expect([known.length, known[0], known.slice(-3)]).toEqual([10_000, 'secret 3', ['secret 0', 'more', 'and more']])
})
