import { describe, expect, test } from 'vitest'
import { storesValue } from './check-stores.js'
import { createMemoryBus } from './memory/memory-bus.js'

const store = {}

describe('the option stores may be', () => {
  test.each([
    ['an object without any', {}],
    ['one without a prototype', Object.assign(Object.create(null) as object, { bus: createMemoryBus() })],
    ['all of them', { bus: store, eventLog: store, inbox: store, sessions: store, tasks: store, blobs: store }],
    ['some that are undefined', { bus: undefined, tasks: store }],
    ['what createFileStores gives', { tasks: store, secrets: [], close() {}, [Symbol.asyncDispose]() {} }],
    ['an object of a class with more members', Object.assign(new (class Own {})(), { client: store })],
  ])('%s', (_, stores) => {
    expect(storesValue('createServer: stores', stores)).toBeUndefined()
  })
})

describe('the option stores may not be', () => {
  test.each([
    ['a list', [], 'createServer: stores must be an object, got an array'],
    ['a promise', Promise.resolve({}), 'createServer: stores is a promise: write await before it'],
    [
      'a name that is misspelt',
      { session: store },
      'createServer: stores: there is no option "session"; did you mean "sessions"? The options are bus, eventLog, inbox, sessions, tasks, blobs',
    ],
    [
      'a name that is like none',
      { database: store },
      'createServer: stores: there is no option "database". The options are bus, eventLog, inbox, sessions, tasks, blobs',
    ],
  ])('%s', (_, stores, message) => {
    expect(() => storesValue('createServer: stores', stores)).toThrow(new TypeError(message))
  })
})
