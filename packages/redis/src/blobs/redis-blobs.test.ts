import { expect, test } from 'vitest'
import { openScripted } from '../fixtures/open-scripted.js'
import { RedisBlobs } from './redis-blobs.js'

function create() {
  const opened = openScripted()
  const replies: unknown[] = []
  opened.connection.answer = () => replies.shift()
  return { ...opened, replies, blobs: new RedisBlobs(opened.scripts, opened.keys) }
}

/** In the middle of a buffer, as parts of messages are. */
const bytes = Uint8Array.of(9, 1, 2, 255, 9).subarray(1, 4)
const nonce = expect.stringMatching(/^[0-9a-z]{16}$/)

test('a blob is created once, as text that Redis can carry', async () => {
  const { blobs, replies, calls, keys } = create()
  replies.push(1, 0)
  expect([await blobs.create('x', bytes, 50), await blobs.create('x', bytes, 50)]).toEqual([true, false])
  expect(calls()[0]).toEqual({ keys: [keys.of('b', 'x')], args: [nonce, 'AQL/', '50'] })
})

test('a blob is put in the place of another one', async () => {
  const { blobs, replies, calls, keys } = create()
  replies.push(1)
  expect(await blobs.put('x', bytes, 50)).toBeUndefined()
  expect(calls()).toEqual([{ keys: [keys.of('b', 'x')], args: [nonce, 'AQL/', '50'] }])
})

test('a blob is got, if it is there', async () => {
  const { blobs, replies, calls, keys } = create()
  replies.push('AQL/', null)
  expect([await blobs.get('x'), await blobs.get('x')]).toEqual([Uint8Array.of(1, 2, 255), undefined])
  expect(calls()[0]).toEqual({ keys: [keys.of('b', 'x')], args: [] })
})

test('a blob is taken, which is confirmed', async () => {
  const { blobs, replies, calls, keys } = create()
  replies.push('', 1)
  expect(await blobs.take('x')).toEqual(new Uint8Array())
  const [taken, confirmed] = calls()
  expect([taken?.keys[0], taken?.keys[1], taken?.args]).toEqual([
    ...[keys.of('b', 'x'), expect.stringMatching(/:k:[0-9a-z]{16}$/), ['30000']],
  ])
  expect(confirmed).toEqual({ keys: [taken?.keys[1]], args: [] })
})

test('a blob that is not there cannot be taken, and a confirmation that fails matters to nobody', async () => {
  const { blobs, replies, connection, calls } = create()
  replies.push(null)
  expect([await blobs.take('x'), calls().length]).toEqual([undefined, 1])
  replies.push('AQ==')
  connection.answer = () => {
    const reply = replies.shift()
    if (reply === undefined) throw new Error('ERR no')
    return reply
  }
  expect(await blobs.take('x')).toEqual(Uint8Array.of(1))
})

test('Redis is asked by these commands', async () => {
  const { blobs, replies, commandsOfScripts } = create()
  replies.push(1, 1, 'AQ==', 'AQ==', 1)
  await blobs.create('x', bytes, 50)
  await blobs.put('x', bytes, 50)
  await blobs.get('x')
  await blobs.take('x')
  expect(commandsOfScripts()).toEqual(['GET SET', 'SET', 'GET', 'GET GET DEL SET', 'DEL'])
})
