import { describe, expect, test } from 'vitest'
import { record } from '#test/console/page/sample-state.js'
import type { MessageRecord } from '../api/contract.js'
import { parseFilter } from './filter-language.js'

const passes = (text: string, more: Partial<MessageRecord>) => parseFilter(text).matches(record(1, 0, more))

describe('a word is found in', () => {
  test.each<[string, Partial<MessageRecord>]>([
    ['the method', { method: 'x/Needle' }],
    ['the name', { name: 'Needle' }],
    ['the server', { server: 'Needle' }],
    ['the summary', { summary: 'a Needle here' }],
    ['the line of the request', { requestLine: 'GET /Needle' }],
    ['the id', { id: '"Needle"' }],
  ])('%s, in any case of letters', (_name, more) => {
    expect([passes('nEEDle', more), passes('needles', more)]).toEqual([true, false])
  })

  test('nothing else', () => {
    expect(passes('needle', { span: 'needle', kind: 'other' })).toBe(false)
    expect(passes('stdio', {})).toBe(false)
  })
})

describe('a condition', () => {
  test.each<[string, Partial<MessageRecord>, Partial<MessageRecord>]>([
    ['method:Tools', { method: 'x/TOOLS' }, {}],
    ['server:Notes', { server: 'nOtes' }, { server: 'notes2' }],
    ['name:add', { name: 'x_ADD_y' }, { method: 'add' }],
    ['span:s-1', { span: 'S-1' }, { span: 's-11' }],
    ['http:mcp', { requestLine: 'POST /MCP' }, { method: 'mcp' }],
    ['id:41', { id: '41' }, { id: '411' }],
    ['id:q1', { id: '"q1"' }, { id: 'q11' }],
    ['id:"q1"', { id: '"q1"' }, {}],
    ['dir:out', { from: 'client' }, { from: 'server' }],
    ['dir:client', { from: 'client' }, { from: 'server' }],
    ['dir:sent', { from: 'client' }, { from: 'server' }],
    ['dir:in', { from: 'server' }, { from: 'client' }],
    ['kind:error', { kind: 'error' }, { kind: 'request' }],
    ['kind:auth', { isAuth: true }, { isAuth: false }],
    ['kind:http', { kind: 'http' }, { isAuth: true }],
    ['status:404', { status: 404 }, { status: 400 }],
    ['status:40x', { status: 404 }, { status: 414 }],
    ['status:xx5', { status: 500 }, { status: 405 }],
    ['status:4XX', { status: 499 }, {}],
    ['status:error', { isFailure: true }, { status: 200 }],
    ['status:failed', { isFailure: true }, {}],
    ['status:fail', { isFailure: true }, {}],
    ['status:ok', { kind: 'response' }, { kind: 'response', isFailure: true }],
    ['status:Ok', { kind: 'response' }, { kind: 'request' }],
    ['>100ms', { ms: 101 }, { ms: 100 }],
    ['<100ms', { ms: 99 }, { ms: 100 }],
    ['>1.5s', { ms: 1_501 }, { ms: 1_500 }],
    ['<1S', { ms: 999 }, { ms: 1_000 }],
    ['>10b', { bytes: 11 }, { bytes: 10 }],
    ['>1KB', { bytes: 1_025 }, { bytes: 1_024 }],
    ['<1mb', { bytes: 1_048_575 }, { bytes: 1_048_576 }],
    ['>=2ms', { ms: 3 }, { bytes: 3 }],
    ['<5ms', { ms: 1 }, {}],
  ])('%s', (text, passing, other) => {
    expect([passes(text, passing), passes(text, other)]).toEqual([true, false])
  })

  test('is a word where it is none quite', () => {
    expect(passes('>100', { summary: '>100 rows', ms: 200 })).toBe(true)
    expect(passes('x>100ms', { ms: 200 })).toBe(false)
    expect(passes('>100msx', { ms: 200 })).toBe(false)
  })

  test.each(['method:', 'method:""', 'server:', 'name:""'])('%s without a value holds for all', (text) => {
    expect([passes(text, {}), parseFilter(text).problem]).toEqual([true, undefined])
  })

  test('with spaces has quotes, also where the last one is missing', () => {
    expect(passes('name:"two words"', { name: 'two words' })).toBe(true)
    expect(passes('"two words', { summary: 'has two words' })).toBe(true)
    expect(passes('"two words', { summary: 'words two' })).toBe(false)
    expect(passes('"two words"', { summary: 'words two' })).toBe(false)
  })
})

describe('several conditions', () => {
  test('must all hold', () => {
    expect(passes('tools kind:request', { method: 'tools/call' })).toBe(true)
    expect(passes('tools kind:response', { method: 'tools/call' })).toBe(false)
    expect(passes('  ', {})).toBe(true)
  })

  test('are turned around with a minus', () => {
    expect([passes('-tools', { method: 'tools/call' }), passes('-tools', {})]).toEqual([false, true])
    expect([passes('-"a b"', { summary: 'a b' }), passes('->5ms', { ms: 3 })]).toEqual([false, true])
  })
})

test('a name that is no condition is told with those that are, and holds for all', () => {
  const { problem, matches } = parseFilter('a verb:x colour:y')
  expect(problem).toBe('verb: is no condition; there are method: server: status: id: dir: kind: name: span: http:')
  expect(matches(record(1, 0, { method: 'a' }))).toBe(true)
  expect(parseFilter('a method:b')).not.toHaveProperty('problem')
})
