import { expect, test } from 'vitest'
import { openScripted } from '../fixtures/open-scripted.js'
import { type SweepReply, sweep, type WatchedKey } from './sweep.js'

/** A sweep over a Redis whose keys have their own name as their only field. */
async function sweepOf(watched: readonly WatchedKey[], writerKey?: string) {
  const { scripts, connection, calls } = openScripted()
  let time = 1_000
  connection.answer = (args) => {
    time += 1
    const count = Number(args[2])
    return [String(time), ...args.slice(3, 3 + count).map((key) => [key])]
  }
  const states: [string, SweepReply][] = []
  const written: SweepReply[] = []
  await sweep(scripts, 3, {
    ...{ watched, writerKey },
    onState: ({ id }, state) => states.push([id, state]),
    onWriter: (state) => written.push(state),
  })
  return { calls: calls(), states, written }
}

const keyOf = (at: number): WatchedKey => ({ kind: at % 2 === 0 ? 'e' : 'i', id: `id${at}`, key: `key${at}` })
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => keyOf(at))

test('each key has what was read of it, with the time of Redis', async () => {
  const { calls, states, written } = await sweepOf(keysOf(2))
  expect(calls).toEqual([{ keys: ['key0', 'key1'], args: ['e', 'i'] }])
  expect(states).toEqual([
    ['id0', { nowMs: 1_001, fields: ['key0'] }],
    ['id1', { nowMs: 1_001, fields: ['key1'] }],
  ])
  expect(written).toEqual([])
})

test('the count of the writer is read with the first ones', async () => {
  const { calls, states, written } = await sweepOf(keysOf(501), 'the writer')
  expect(calls.map(({ keys }) => [keys.length, keys[0], keys.at(-1)])).toEqual([
    [501, 'key0', 'the writer'],
    [1, 'key500', 'key500'],
  ])
  expect([calls[0]?.args.at(-1), calls[1]?.args]).toEqual(['w', ['e']])
  expect([states.length, states.at(-1)]).toEqual([501, ['id500', { nowMs: 1_002, fields: ['key500'] }]])
  expect(written).toEqual([{ nowMs: 1_001, fields: ['the writer'] }])
})

test('the count of the writer is read alone too', async () => {
  const { calls, states, written } = await sweepOf([], 'the writer')
  expect([calls, states]).toEqual([[{ keys: ['the writer'], args: ['w'] }], []])
  expect(written).toEqual([{ nowMs: 1_001, fields: ['the writer'] }])
})

test('500 keys are one command', async () => {
  expect((await sweepOf(keysOf(500))).calls).toHaveLength(1)
})

test('nothing is read for nothing', async () => {
  expect((await sweepOf([])).calls).toEqual([])
})

test('a key without a reply has no fields', async () => {
  const { scripts, connection } = openScripted()
  connection.answer = () => ['5']
  const states: SweepReply[] = []
  await sweep(scripts, 3, {
    ...{ watched: [keyOf(0)], writerKey: undefined, onWriter: () => {} },
    onState: (_key, state) => states.push(state),
  })
  expect(states).toEqual([{ nowMs: 5, fields: [] }])
})

test('Redis is asked by these commands', async () => {
  const { scripts, connection, commandsOfScripts } = openScripted()
  connection.answer = () => ['1', ['x']]
  await sweep(scripts, 3, { watched: keysOf(1), writerKey: undefined, onState: () => {}, onWriter: () => {} })
  expect(commandsOfScripts()).toEqual(['TIME HMGET GETRANGE GET'])
})
