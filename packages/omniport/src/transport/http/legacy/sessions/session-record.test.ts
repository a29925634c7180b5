import { describe, expect, test } from 'vitest'
import { applyChange, changeBetween, type SessionRecord, stateOf } from './session-record.js'

const record: SessionRecord = { revision: '2025-11-25', client: { capabilities: {} }, createdAt: 5 }

describe('the change between two states', () => {
  test('is empty where nothing changed, or nothing is known', () => {
    expect(changeBetween(stateOf({}), stateOf({}))).toEqual({})
    const full = { logLevel: 'error', subscriptions: ['a'], initialized: true, getStream: 'k' } as const
    expect(changeBetween(stateOf(full), stateOf(full))).toEqual({})
  })

  test('has what is new, and what is gone of the subscriptions', () => {
    const before = stateOf({ logLevel: 'error', subscriptions: ['a', 'b'], getStream: 'k' })
    const after = stateOf({ logLevel: 'debug', subscriptions: ['b', 'c'], initialized: true, getStream: 'l' })
    expect(changeBetween(before, after)).toEqual({
      initialized: true,
      logLevel: 'debug',
      getStream: 'l',
      subscribed: ['c'],
      unsubscribed: ['a'],
    })
  })

  test('has no stream that is not known any more', () => {
    expect(changeBetween(stateOf({ getStream: 'k' }), stateOf({}))).toEqual({})
  })
})

describe('a record with a change', () => {
  test('has what changed, and what others changed before', () => {
    const before: SessionRecord = { ...record, logLevel: 'error', subscriptions: ['a', 'b'], initialized: true }
    expect(applyChange(before, { subscribed: ['c', 'b'], unsubscribed: ['a'], getStream: 'k' })).toEqual({
      ...before,
      subscriptions: ['b', 'c'],
      getStream: 'k',
    })
  })

  test('has what it had where nothing changed', () => {
    expect(applyChange(record, {})).toEqual({ ...record, subscriptions: [] })
    expect(Object.keys(applyChange(record, {}))).toEqual(['revision', 'client', 'createdAt', 'subscriptions'])
  })

  test('is initialized, and has the level that was set last', () => {
    expect(applyChange({ ...record, logLevel: 'error' }, { initialized: true, logLevel: 'debug' })).toMatchObject({
      initialized: true,
      logLevel: 'debug',
    })
  })
})
