import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { openScripted } from '../fixtures/open-scripted.js'
import { Script } from './script-runner.js'
import { StoreUnavailable } from './store-unavailable.js'

const script = new Script('return 1')
const { sha } = script
const call = { shard: 1, keys: ['a', 'b'], args: ['x', 5] }
const rest = ['2', 'a', 'b', 'x', '5']
const byText = ['EVAL', 'return 1', ...rest]
const byHash = ['EVALSHA', sha, ...rest]

test('a script is known by the hash of its text', () => {
  expect(sha).toBe(createHash('sha1').update('return 1').digest('hex'))
})

describe('a script', () => {
  test('is sent as text at first, and by its hash from then on', async () => {
    const { scripts, connection } = openScripted()
    connection.answer = ([name]) => `reply to ${name}`
    expect([await scripts.run(script, call), await scripts.run(script, call)]).toEqual([
      'reply to EVAL',
      'reply to EVALSHA',
    ])
    expect(connection.commands).toEqual([byText, byHash])
  })

  test('that is on its way is waited for', async () => {
    const { scripts, connection, commands } = openScripted()
    const running = [scripts.run(script, call), scripts.run(script, call), scripts.run(script, call)]
    await settled()
    expect([connection.commands, commands.inFlight]).toEqual([[byText], 3])
    connection.sent[0]?.reply(1)
    await settled()
    expect(connection.commands).toEqual([byText, byHash, byHash])
    for (const [at, { reply }] of connection.sent.entries()) reply(at)
    expect([await Promise.all(running), commands.inFlight]).toEqual([[1, 1, 2], 0])
  })

  test('is sent as text to each primary of a cluster', async () => {
    const { scripts, connection } = openScripted({ isCluster: true })
    connection.answer = () => 1
    for (const shard of [1, 2, 1]) await scripts.run(script, { ...call, shard })
    expect(connection.commands.map(([name]) => name)).toEqual(['EVAL', 'EVAL', 'EVALSHA'])
  })

  test('is sent as text once where all shards have one primary', async () => {
    const { scripts, connection } = openScripted()
    connection.answer = () => 1
    for (const shard of [1, 2]) await scripts.run(script, { ...call, shard })
    expect(connection.commands.map(([name]) => name)).toEqual(['EVAL', 'EVALSHA'])
  })

  test('that Redis does not know any more is sent as text again', async () => {
    const { scripts, connection } = openScripted()
    connection.answer = () => 1
    await scripts.run(script, call)
    connection.answer = ([name]) => {
      if (name === 'EVALSHA') throw new Error('NOSCRIPT No matching script')
      return 2
    }
    expect(await scripts.run(script, call)).toBe(2)
    expect(connection.commands).toEqual([byText, byHash, byText])
  })

  test('that fails was loaded all the same', async () => {
    const { scripts, connection } = openScripted()
    connection.answer = () => {
      throw new Error('ERR wrong')
    }
    const refused = new Error('Redis refused a command: ERR wrong')
    await expect(scripts.run(script, call)).rejects.toThrow(refused)
    await expect(scripts.run(script, call)).rejects.toThrow(refused)
    expect(connection.commands).toEqual([byText, byHash])
  })

  test('that Redis cannot run now may be run later', async () => {
    const { scripts, connection } = openScripted()
    connection.answer = () => {
      throw new Error('OOM no room')
    }
    await expect(scripts.run(script, call)).rejects.toThrow(StoreUnavailable)
  })

  test('that did not arrive is sent as text again', async () => {
    const { scripts, connection, clock } = openScripted()
    const running = scripts.run(script, call)
    const failing = expect(running).rejects.toThrow(StoreUnavailable)
    await clock.advance(1_250)
    await failing
    connection.answer = () => 1
    await clock.advance(1_100)
    expect(await scripts.run(script, call)).toBe(1)
    expect(connection.commands.filter(([command]) => command !== 'EXISTS')).toEqual([byText, byText])
  })
})
