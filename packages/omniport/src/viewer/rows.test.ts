import { expect, test } from 'vitest'
import { parseFilter } from './filter.js'
import { RowReader } from './rows.js'

function read(...lines: readonly object[]) {
  const reader = new RowReader()
  for (const line of lines) {
    reader.read(JSON.stringify({ ms: 0, transport: 'stdio', connection: 1, from: 'client', ...line }), 0)
  }
  return reader.rows
}

const call = { message: { id: 1, method: 'tools/call', params: { name: 'add' } } }

test('a request and its answer know each other', () => {
  const rows = read(call, { ms: 40, from: 'server', message: { id: 1, result: { content: [{ text: '3' }] } } })
  expect(rows).toMatchObject([
    { type: 'request', title: 'tools/call', subject: 'add', id: '1', partner: 1, tookMs: 40, isError: false },
    { type: 'response', title: 'tools/call', subject: '3', id: '1', partner: 0, tookMs: 40, isError: false },
  ])
})

test.each([
  ['an error', { from: 'server', message: { id: 9, error: { code: -1, message: 'no' } } }, ['response', '-1 no', true]],
  [
    'a notification',
    { message: { method: 'a', params: { progress: 1, total: 2 } } },
    ['notification', '1 of 2', false],
  ],
  ['stderr', { from: 'server', stream: 'stderr', text: 'hm' }, ['stderr', 'hm', false]],
  ['a refusal', { from: 'server', status: 404, text: 'gone' }, ['http', 'gone', true]],
  ['an exit', { from: 'server', end: 'exit', code: 3 }, ['end', '3', true]],
])('%s is a row', (_, line, expected) => {
  const [row] = read(line)
  expect([row?.type, row?.subject, row?.isError]).toEqual(expected)
})

test('what is no line is no row', () => {
  const reader = new RowReader()
  for (const text of ['', '{', '[]', 'null', '{"ms":"x"}']) reader.read(text, 0)
  expect(reader.rows).toEqual([])
})

test.each([
  ['', 2],
  ['add', 1],
  ['method:TOOLS', 2],
  ['method:tools dir:server', 1],
  ['status:error', 0],
  ['>30ms', 2],
  ['>50ms', 0],
  ['-dir:client', 1],
  ['id:1', 2],
  ['connection:2', 0],
  ['type:response', 1],
])('the filter %j leaves %i rows', (query, count) => {
  const rows = read(call, { ms: 40, from: 'server', message: { id: 1, result: {} } })
  const texts = [JSON.stringify(call), '{"id":1}']
  const filter = parseFilter(query)
  expect(rows.filter((row, at) => filter(row, () => texts[at] ?? '')).length).toBe(count)
})
