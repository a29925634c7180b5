import { describe, expect, test } from 'vitest'
import type { Reply } from '../../wire/wire.js'
import { describeReply, expectError, expectResult, expectStatus } from './rule.js'

const messages = [] as const

test.each([
  ['got nothing in time', { messages }],
  ['got no reply: ECONNREFUSED', { messages, failure: 'ECONNREFUSED', status: 500 }],
  ['got error -32601', { messages, response: { error: { code: -32601 } } }],
  ['got error undefined with HTTP status 400', { messages, response: { error: {} }, status: 400 }],
  ['got a result', { messages, response: { result: {} } }],
  ['got a result with HTTP status 200', { messages, response: { result: {} }, status: 200 }],
  ['got HTTP status 404', { messages, status: 404, text: '' }],
  ['got HTTP status 404', { messages, status: 404 }],
  ['got HTTP status 404 and "not here"', { messages, status: 404, text: 'not here' }],
  ['got nothing in time', { messages, response: { id: 1 } }],
] satisfies [string, Reply][])('a reply is described: %s', (text, reply) => {
  expect(describeReply(reply)).toBe(text)
})

describe('an error', () => {
  const reply = { messages, response: { error: { code: -32602 } } }

  test.each([
    [[-32602], undefined],
    [[-32601, -32602], undefined],
    [[-32601, -32600], 'expected an error with code -32601 or -32600; got error -32602'],
  ])('of the codes %j', (codes, problem) => {
    expect(expectError(reply, codes)).toBe(problem)
  })

  test('with a code that is text is another one', () => {
    const text = { messages, response: { error: { code: '-32602' } } }
    expect(expectError(text, [-32602])).toBe('expected an error with code -32602; got error -32602')
  })

  test('is missing', () => {
    expect(expectError({ messages }, [-32602])).toBe('expected an error with code -32602; got nothing in time')
  })
})

test('a result is there, or what came instead is said', () => {
  expect(expectResult({ messages, response: { result: {} } })).toBe(undefined)
  expect(expectResult({ messages, response: { error: { code: 1 } } })).toBe('expected a result; got error 1')
  expect(expectResult({ messages })).toBe('expected a result; got nothing in time')
})

test.each([
  [200, [200], undefined],
  [405, [404, 405], undefined],
  [403, [404, 405], 'expected HTTP status 404 or 405; got HTTP status 403'],
  [undefined, [404], 'expected HTTP status 404; got nothing in time'],
])('the status %s against %j', (status, statuses, problem) => {
  expect(expectStatus({ messages, status }, statuses)).toBe(problem)
})
