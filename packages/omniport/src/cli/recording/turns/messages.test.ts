import { describe, expect, test } from 'vitest'
import {
  idKey,
  keyOf,
  madeUpMembers,
  partsOf,
  stableJson,
  statedRevision,
  subjectOf,
  toMembers,
  withoutMadeUp,
} from './messages.js'

test.each([
  [{ a: 1 }, { a: 1 }],
  [null, {}],
  [undefined, {}],
  ['text', {}],
  [7, {}],
  [[1], {}],
])('the members of %j', (value, members) => {
  expect(toMembers(value)).toEqual(members)
})

test('a line has one message, or those of a batch', () => {
  expect(partsOf({ id: 1 })).toEqual([{ id: 1 }])
  expect(partsOf([{ id: 1 }, 7, [2]])).toEqual([{ id: 1 }, {}, {}])
  expect(partsOf('x')).toEqual([{}])
})

const version = 'io.modelcontextprotocol/protocolVersion'

test.each([
  ['initialize', { protocolVersion: '2025-11-25' }, '2025-11-25'],
  ['initialize', { _meta: { [version]: '2026-07-28' } }, undefined],
  ['initialize', { protocolVersion: 7 }, undefined],
  ['tools/list', { _meta: { [version]: '2026-07-28' } }, '2026-07-28'],
  ['tools/list', { protocolVersion: '2025-11-25' }, undefined],
  ['tools/list', { _meta: { [version]: null } }, undefined],
  ['tools/list', undefined, undefined],
])('the revision that %s names with %j', (method, params, revision) => {
  expect(statedRevision({ method, params })).toBe(revision)
})

test.each([
  [{ name: 'add', uri: 'a:b' }, 'add'],
  [{ uri: 'a:b', ref: { name: 'p' } }, 'a:b'],
  [{ ref: { name: 'p', uri: 'a:{x}' } }, 'p'],
  [{ ref: { uri: 'a:{x}' } }, 'a:{x}'],
  [{ name: 7, uri: 'a:b' }, 'a:b'],
  [{}, undefined],
  [null, undefined],
])('what %j is about', (params, subject) => {
  expect(subjectOf({ params })).toBe(subject)
})

test('the values that a server makes up have names', () => {
  expect([...madeUpMembers].sort()).toEqual([
    'createdAt',
    'cursor',
    'elicitationId',
    'io.modelcontextprotocol/subscriptionId',
    'lastUpdatedAt',
    'nextCursor',
    'progressToken',
    'requestState',
    'taskId',
  ])
})

test.each([
  [
    { taskId: 't1', name: 'a' },
    { taskId: '…', name: 'a' },
  ],
  [
    { cursor: 7, list: [{ nextCursor: 'x' }] },
    { cursor: '…', list: [{ nextCursor: '…' }] },
  ],
  [{ taskId: { taskId: 'x' } }, { taskId: { taskId: '…' } }],
  [
    { taskId: null, cursor: true },
    { taskId: null, cursor: true },
  ],
  ['a [secret 1], a [secret 22] and a [secret]', 'a [secret], a [secret] and a [secret]'],
  [{ name: '[secret 3]' }, { name: '[secret]' }],
  [5, 5],
  [null, null],
])('%j without what was made up', (value, without) => {
  expect(withoutMadeUp(value)).toEqual(without)
})

describe('the key of messages', () => {
  test.each([
    [[{ method: 'initialize', params: { protocolVersion: '2025-11-25', clientInfo: {} } }], ' initialize 2025-11-25'],
    [[{ method: 'notifications/cancelled', params: { requestId: 1 } }], 'r notifications/cancelled'],
    [[{ method: 'tools/list', id: 1 }], 'r tools/list {}'],
    [[{ method: 'tools/call', params: { b: 1, a: [2], _meta: { x: 1 } } }], 'r tools/call {"a":[2],"b":1}'],
    [[{ method: 'a' }, { method: 'b' }], 'r a {}\nb {}'],
    [[{ method: 'initialize', params: {} }, { method: 'b' }], 'r initialize undefined\nb {}'],
  ])('%j', (messages, key) => {
    expect(keyOf(messages, 'r')).toBe(key)
  })

  test('has at most 100 characters: a longer one is a digest of it', () => {
    const keyWith = (length: number) => keyOf([{ method: 'a', params: { x: 'y'.repeat(length) } }], 'r')
    const exact = 100 - 'r a {"x":""}'.length
    expect(keyWith(exact)).toBe(`r a {"x":"${'y'.repeat(exact)}"}`)
    expect(keyWith(exact + 1)).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(keyWith(exact + 1)).not.toBe(keyWith(exact + 2))
  })
})

test.each([
  [{ b: 1, a: { d: null, c: 'x' } }, '{"a":{"c":"x","d":null},"b":1}'],
  [[3, 1, undefined], '[3,1,null]'],
  [{ a: undefined }, '{"a":null}'],
  ['"', '"\\""'],
  [null, 'null'],
])('the JSON of %j has sorted members', (value, json) => {
  expect(stableJson(value)).toBe(json)
})

test('ids of different types are different', () => {
  expect([1, '1', null, undefined].map(idKey)).toEqual(['1', '"1"', 'null', 'null'])
})
