import { describe, expect, test } from 'vitest'
import { parseFilter } from './filter.js'
import { rowOf } from './fixtures/row-of.js'
import type { Row } from './rows.js'

const shows = (query: string, more: Partial<Row> = {}, text = '') => parseFilter(query)(rowOf(more), () => text)

describe('a word of a filter', () => {
  test.each([
    ['Add', 'it may add', true],
    ['a  b', 'b a', true],
    [' a ', 'a', true],
    ['a b', 'b', false],
    ['-', 'a-b', true],
    ['-a', 'b', true],
    ['-a', 'a', false],
  ])('%j is looked for in %j: %s', (query, text, expected) => {
    expect(shows(query, {}, text)).toBe(expected)
  })

  test.each(['x>5ms', '>5msx', '>ms', 'method:', ':x', 'a-method:x', 'unknown:x', 'has-id:1'])(
    '%s is no more than a text',
    (query) => {
      const row = { tookMs: 6, title: 'x', id: '1' }
      expect([shows(query, row, query), shows(query, row, '')]).toEqual([true, false])
    },
  )
})

describe('a part of a filter', () => {
  test.each<[string, Partial<Row>, boolean]>([
    ['METHOD:call', {}, true],
    ['method:a:b', { title: 'A:B' }, true],
    ['method:a:b', { title: 'a' }, false],
    ['id:ab', { id: 'AB' }, true],
    ['id:"ab"', { id: '"AB"' }, true],
    ['id:ab', { id: '"AB"' }, true],
    ['id:a', { id: 'ab' }, false],
    ['status:error', {}, false],
    ['status:error', { isError: true }, true],
    ['status:ok', { isError: true }, false],
    ['dir:client', {}, true],
    ['DIR:SERVER', { from: 'server' }, true],
    ['type:end', { type: 'end' }, true],
    ['type:en', { type: 'end' }, false],
    ['connection:12', { connection: 12 }, true],
    ['connection:1', { connection: 12 }, false],
    ['>120ms', { tookMs: 121 }, true],
    ['>120ms', { tookMs: 120 }, false],
    ['->120ms', { tookMs: 120 }, true],
    ['-type:request', {}, false],
  ])('%s of a row with %j: %s', (query, more, expected) => {
    expect(shows(query, more, 'nothing of this')).toBe(expected)
  })
})
