import { expect, test } from 'vitest'
import { ValueMap } from './value-map.js'

test('values that a server made up are replaced by those of now, wherever they stand', () => {
  const values = new ValueMap()
  values.learn(
    { id: 1, result: { nextCursor: 'old', tasks: [{ taskId: 't1' }, { taskId: 't2' }] } },
    { id: 2, result: { nextCursor: 'new', tasks: [{ taskId: 'u1' }, { taskId: 'u2' }] } },
  )
  expect(values.toLive({ params: { cursor: 'old', ids: [{ taskId: 't2' }], name: 't1' } })).toEqual({
    params: { cursor: 'new', ids: [{ taskId: 'u2' }], name: 't1' },
  })
})

test('the same value comes back where nothing has to be replaced', () => {
  const values = new ValueMap()
  const message = { params: { cursor: 'other', list: [1, { a: null }] } }
  expect(values.toLive(message)).toBe(message)
  values.learn({ cursor: 'old' }, { cursor: 'new' })
  expect(values.toLive(message)).toBe(message)
  expect([values.toLive('old'), values.toLive(null), values.toLive(undefined)]).toEqual(['old', null, undefined])
})

test.each([
  ['members that no server makes up', { name: 'a' }, { name: 'b' }, { name: 'a' }],
  ['values of other types', { taskId: 'a' }, { taskId: 7 }, { taskId: 'a' }],
  ['objects', { taskId: {} }, { taskId: { b: 1 } }, { taskId: {} }],
  ['what is missing', { taskId: 'a' }, {}, { taskId: 'a' }],
  ['the same value', { taskId: 'a' }, { taskId: 'a' }, { taskId: 'a' }],
  ['what is no object', { taskId: 'a' }, 'text', { taskId: 'a' }],
  ['null', { taskId: 'a' }, null, { taskId: 'a' }],
])('nothing is learned from %s', (_name, recorded, live, message) => {
  const values = new ValueMap()
  values.learn(recorded, live)
  expect(values.toLive(message)).toBe(message)
})

test('nothing is learned from a recording that is no object', () => {
  const values = new ValueMap()
  values.learn(null, { taskId: 'b' })
  values.learn('taskId', { taskId: 'b' })
  values.learn(undefined, { taskId: 'b' })
  const message = { taskId: 'a' }
  expect(values.toLive(message)).toBe(message)
})

test('numbers and texts are different values', () => {
  const values = new ValueMap()
  values.learn({ progressToken: 5 }, { progressToken: 6 })
  expect([values.toLive({ progressToken: 5 }), values.toLive({ progressToken: '5' })]).toEqual([
    { progressToken: 6 },
    { progressToken: '5' },
  ])
})

test('a list of which one item is replaced keeps the others', () => {
  const values = new ValueMap()
  values.learn([{ taskId: 'a' }], [{ taskId: 'b' }])
  expect(values.toLive([{ x: 1 }, { taskId: 'a' }])).toEqual([{ x: 1 }, { taskId: 'b' }])
})
