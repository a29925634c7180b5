import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { ChatCalls } from './chat-calls.js'

/** The calls that these pieces come to. */
function callsOf(...pieces: readonly unknown[]) {
  const calls = new ChatCalls()
  for (const piece of pieces) calls.add(piece)
  return calls.all
}

const piece = (members: object, call?: object) => ({ ...members, ...(call !== undefined && { function: call }) })

test('without pieces there are no calls', () => {
  expect(callsOf()).toEqual([])
})

describe('a piece', () => {
  test('with nothing in it is a call without a name', () => {
    expect(callsOf({})).toEqual([{ id: '', name: '', input: '' }])
    expect(callsOf(piece({ id: 7, index: '0' }, { name: 7 }))).toEqual([{ id: '', name: '', input: '' }])
  })

  test('may have its arguments as an object', () => {
    expect(callsOf(piece({}, { name: 'f', arguments: { a: [1] } }))).toEqual([
      { id: '', name: 'f', input: '{"a":[1]}' },
    ])
  })

  test('whose function is no object has neither name nor arguments', () => {
    expect(callsOf(piece({ id: 'a', function: 'f' }))).toEqual([{ id: 'a', name: '', input: '' }])
  })

  test.each([['f'], [7], [null], [[]]])('is not %j', (given) => {
    expect(thrownBy(() => callsOf(given))).toMatchObject({
      code: 'invalid_result',
      message: 'A tool call of the model must be an object',
    })
  })
})

describe('pieces belong together', () => {
  test('by their index, in the order in which they began', () => {
    const calls = callsOf(
      piece({ index: 1 }, { name: 'g', arguments: '{' }),
      piece({ index: 0 }, { name: 'f', arguments: '[' }),
      piece({ index: 1 }, { arguments: '}' }),
      piece({ index: 0 }, { arguments: ']' }),
    )
    expect(calls).toEqual([
      { id: '', name: 'g', input: '{}' },
      { id: '', name: 'f', input: '[]' },
    ])
  })

  test('without an index to the last call', () => {
    const calls = callsOf(
      piece({ index: 0, id: 'a' }, { name: 'f' }),
      piece({ index: 1, id: 'b' }, { name: 'g' }),
      piece({}, { arguments: '{}' }),
    )
    expect(calls.map(({ id, input }) => [id, input])).toEqual([
      ['a', ''],
      ['b', '{}'],
    ])
  })

  test('with the last call of that index', () => {
    const one = (id: string) => piece({ index: 0, id }, { name: 'f', arguments: '{' })
    expect(callsOf(one('a'), one('b'), piece({ index: 0 }, { arguments: '}' }))).toEqual([
      { id: 'a', name: 'f', input: '{' },
      { id: 'b', name: 'f', input: '{}' },
    ])
  })

  test('and the first id and name stay', () => {
    const calls = callsOf(
      piece({ id: 'a' }, { name: 'f', arguments: '{' }),
      piece({ id: 'a' }, { name: 'g', arguments: '}' }),
    )
    expect(calls).toEqual([{ id: 'a', name: 'f', input: '{}' }])
  })
})

describe('another call begins', () => {
  const whole = piece({}, { name: 'f', arguments: '{"a":1}' })

  test('with a name and arguments, once those before are whole', () => {
    expect(callsOf(whole, whole)).toHaveLength(2)
  })

  test.each([
    ['without a name', whole, piece({}, { arguments: '{}' })],
    ['without arguments', whole, piece({}, { name: 'f' })],
    ['where those before are not whole', piece({}, { name: 'f', arguments: '{' }), whole],
    ['where those before are a list', piece({}, { name: 'f', arguments: '[]' }), whole],
    [
      'where both have one id',
      piece({ id: 'a' }, { name: 'f', arguments: '{}' }),
      piece({ id: 'a' }, { name: 'f', arguments: '{}' }),
    ],
  ])('not %s', (_, first, second) => {
    expect(callsOf(first, second)).toHaveLength(1)
  })

  test('not more than 128 times', () => {
    const calls = new ChatCalls()
    for (let index = 0; index < 128; index += 1) calls.add({ index })
    expect(thrownBy(() => calls.add({ index: 128 }))).toMatchObject({
      code: 'limit',
      message: 'The model made more than 128 tool calls in one answer',
    })
    calls.add(piece({ index: 127 }, { name: 'last' }))
    expect(calls.all.at(-1)?.name).toBe('last')
    expect(calls.all).toHaveLength(128)
  })
})
