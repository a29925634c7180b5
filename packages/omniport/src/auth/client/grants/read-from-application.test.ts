import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { readFromApplication } from './read-from-application.js'
import { scopeParameter } from './scope-parameter.js'

const option = 'auth.grant.assertion'
const never = new AbortController().signal
const read = (fn: () => unknown, signal = never) => readFromApplication(option, fn as () => string, signal)

describe('what a function of the application returns', () => {
  test('is a text, at once or later', async () => {
    expect([await read(() => 'a'), await read(async () => 'b')]).toEqual(['a', 'b'])
  })

  test.each([undefined, '', 7, null])('may not be %j', async (given) => {
    const error = new OmniportError('unauthorized', `${option} must return a string that is not empty`)
    await expect(read(() => given)).rejects.toThrow(error)
    await expect(read(async () => given)).rejects.toThrow(error)
  })
})

describe('a function of the application that fails', () => {
  test('is named, and its reason is the cause', async () => {
    const cause = new Error('the disk is full')
    const fail = () => {
      throw cause
    }
    const expected = { code: 'unauthorized', message: `${option} failed`, cause }
    await expect(read(fail)).rejects.toMatchObject(expected)
    await expect(read(async () => fail())).rejects.toMatchObject(expected)
  })

  test('with an error of this library fails with that', async () => {
    const error = new OmniportError('timeout', 'nobody answered')
    await expect(read(() => Promise.reject(error))).rejects.toBe(error)
  })
})

describe('one who gives up', () => {
  test('does not call it', async () => {
    let calls = 0
    const count = () => {
      calls += 1
      return 'a'
    }
    await expect(read(count, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(calls).toBe(0)
  })

  test('does not wait for it, whatever it does', async () => {
    const gone = new AbortController()
    const waiting = read(() => new Promise(() => {}), gone.signal)
    gone.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const failing = new AbortController()
    const failed = read(() => {
      failing.abort(new Error('enough'))
      throw new Error('another')
    }, failing.signal)
    await expect(failed).rejects.toThrow('enough')
  })
})

test.each([
  [undefined, {}],
  [[], {}],
  [['a'], { scope: 'a' }],
  [['a', 'b'], { scope: 'a b' }],
])('the scopes %j are the parameter %j', (scopes, expected) => {
  expect(scopeParameter(scopes)).toEqual(expected)
})
