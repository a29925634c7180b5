import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { ConnectOptions } from '../connect-options.js'
import { checkConnectOptions, checkRareOptions } from './check-connect-options.js'

const noop = () => {}
const given = (options: object) => options as ConnectOptions // what JavaScript lets through

const known =
  'name, version, revision, timeoutMs, maxTimeoutMs, pingMs, signal, limits, runtime, wire, elicit, elicitUrl, sample, roots, autoAnswer, autoRefresh, tasks, apps, experimental, extensions, onLog, onStderr, onError, onLost, onReconnect, onClose, fetch, auth, intercept'

describe('the options of connect', () => {
  test('are taken without those that are undefined, and cannot be changed', () => {
    const options = {
      ...{ name: 'a', version: '1', revision: '2025-11-25' as const, timeoutMs: 1, maxTimeoutMs: 1, pingMs: 1 },
      ...{ signal: new AbortController().signal, limits: {}, wire: true, roots: [], autoAnswer: false },
      ...{ autoRefresh: false, tasks: true, apps: true, experimental: { a: {} }, extensions: {} },
      ...{ onLog: noop, onStderr: noop, onError: noop, onLost: noop, onReconnect: noop, onClose: noop },
      ...{ auth: {}, intercept: {} },
    }
    const checked = checkConnectOptions({ ...options, fetch: undefined })
    expect([checked, Object.hasOwn(checked, 'fetch'), Object.isFrozen(checked)]).toEqual([options, false, true])
  })

  test.each<[string, unknown, string]>([
    ['name', 7, 'a string, got 7'],
    ['version', 7, 'a string, got 7'],
    ['timeoutMs', 0, 'longer than 0 ms, got 0'],
    ['maxTimeoutMs', 0, 'longer than 0 ms, got 0'],
    ['pingMs', 0, 'longer than 0 ms, got 0'],
    ['signal', {}, 'an AbortSignal, got an object'],
    ['limits', [], 'an object, got an array'],
    ['runtime', 7, 'an object, got 7'],
    ['wire', 7, 'true or false, got 7'],
    ['elicit', 7, 'a function, got 7'],
    ['elicitUrl', 7, 'a function, got 7'],
    ['sample', 7, 'a function, got 7'],
    ['roots', 7, 'an array of roots, or a function, got 7'],
    ['autoAnswer', 7, 'true or false, got 7'],
    ['autoRefresh', 7, 'true or false, got 7'],
    ['tasks', 7, 'true or false, got 7'],
    ['apps', 7, 'true or false, got 7'],
    ['experimental', 7, 'an object, got 7'],
    ['extensions', 7, 'an object, got 7'],
    ['onLog', 7, 'a function, got 7'],
    ['onStderr', 7, 'a function, got 7'],
    ['onError', 7, 'a function, got 7'],
    ['onLost', 7, 'a function, got 7'],
    ['onReconnect', 7, 'a function, got 7'],
    ['onClose', 7, 'a function, got 7'],
    ['fetch', 7, 'a function, got 7'],
    ['auth', 7, 'an object, got 7'],
    ['intercept', 7, 'an object, got 7'],
  ])('are named where they are wrong: %s', (name, value, problem) => {
    expect(thrownBy(() => checkConnectOptions(given({ [name]: value })))).toEqual(
      new TypeError(`connect: ${name} must be ${problem}`),
    )
  })

  test.each([
    ['headers', 'it belongs to the target: connect({ url, headers })'],
    ['requestInit', 'its headers belong to the target: connect({ url, headers })'],
    ['authProvider', 'use "auth"'],
    ['capabilities', 'give "elicit", "sample" or "roots"; the capability follows'],
  ])('of other libraries have a hint: %s', (name, advice) => {
    expect(thrownBy(() => checkConnectOptions(given({ [name]: {} })))).toEqual(
      new TypeError(`connect: there is no option "${name}"; ${advice}. The options are ${known}`),
    )
  })

  test('are known', () => {
    expect(thrownBy(() => checkConnectOptions(given({ timeout: 1 })))).toMatchObject({
      message: expect.stringMatching(/^connect: there is no option "timeout"/),
    })
    expect(thrownBy(() => checkConnectOptions(given({ revision: '2020-01-01' })))).toMatchObject({
      message: expect.stringMatching(/^connect: revision must be one of /),
    })
  })
})

describe('the options that few have', () => {
  test('may be missing, or right', async () => {
    await expect(checkRareOptions({})).resolves.toBeUndefined()
    const extensions = { 'com.example/x': {} }
    await expect(checkRareOptions({ auth: { token: 't' }, extensions })).resolves.toBeUndefined()
  })

  test('are named where they are wrong', async () => {
    await expect(checkRareOptions(given({ auth: { clientId: 7 } }))).rejects.toThrow(
      new TypeError('connect: auth.clientId must be a string, got 7'),
    )
    await expect(checkRareOptions(given({ extensions: { 'com.example/x': 1 } }))).rejects.toThrow(
      new TypeError('connect: extensions["com.example/x"] must be an object, got 1'),
    )
  })
})
