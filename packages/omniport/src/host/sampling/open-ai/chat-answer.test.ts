import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { ChatAnswer } from './chat-answer.js'
import { ToolNames } from './tool-names.js'

/** What an answer comes to that has these deltas, and stops for this reason. */
function resultOf(deltas: readonly unknown[], finish: string | null = 'stop', names = new ToolNames([])) {
  const answer = new ChatAnswer()
  for (const delta of deltas) answer.add({ choices: [{ index: 0, delta, finish_reason: null }] })
  answer.add({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })
  const ids = ['new-1', 'new-2']
  const newId = () => ids.shift() ?? 'none left'
  return answer.toResult({ model: 'asked', names, newId })
}

const piece = (members: object, deltaMembers: object = {}) => ({
  tool_calls: [{ ...members, type: 'function', function: deltaMembers }],
})
const use = (id: string, name: string, input: object = {}) => ({ type: 'tool_use', id, name, input })

test.each([
  ['stop', 'endTurn'],
  ['length', 'maxTokens'],
  ['tool_calls', 'toolUse'],
  ['function_call', 'toolUse'],
  ['content_filter', 'content_filter'],
  ['x'.repeat(99), `${'x'.repeat(64)}…`],
  ['', undefined],
  [null, undefined],
])('%s is the reason %s', (finish, stopReason) => {
  expect(resultOf([{ content: 'a' }], finish)).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'a' }],
    model: 'asked',
    ...(stopReason !== undefined && { stopReason }),
  })
})

test.each<[string, readonly unknown[], string]>([
  ['pieces', [{ content: 'O' }, { content: 's' }, { content: null }, { content: 'lo' }], 'Oslo'],
  [
    'parts',
    [{ content: [{ type: 'text', text: 'Os' }, { type: 'thinking', thinking: [] }, { text: 'lo' }, 7] }],
    'Oslo',
  ],
  ['a refusal', [{ content: null, refusal: 'I cannot' }], 'I cannot'],
  ['nothing', [{}], ''],
  ['thoughts, which are not for the server', [{ reasoning_content: 'hm', reasoning: 'hm', content: 'Oslo' }], 'Oslo'],
  ['no delta', [undefined, 'x', { content: 'a' }], 'a'],
])('text may come as %s', (_name, deltas, text) => {
  expect(resultOf(deltas).content).toEqual([{ type: 'text', text }])
})

describe('tools', () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    [
      'in pieces',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '' }),
        piece({ index: 0 }, { arguments: '{"x"' }),
        piece({ index: 0 }, { arguments: ':1}' }),
      ],
      [use('a', 'f', { x: 1 })],
    ],
    [
      'in pieces of several, mixed',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x"' }),
        piece({ index: 1, id: 'b' }, { name: 'g', arguments: '{"y"' }),
        piece({ index: 0 }, { arguments: ':1}' }),
        piece({ index: 1 }, { arguments: ':2}' }),
      ],
      [use('a', 'f', { x: 1 }), use('b', 'g', { y: 2 })],
    ],
    [
      'with id and name in every piece',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x"' }),
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: ':1}' }),
      ],
      [use('a', 'f', { x: 1 })],
    ],
    [
      'with an id that comes later',
      [piece({ index: 0 }, { name: 'f' }), piece({ index: 0, id: 'a' }, { arguments: '{}' })],
      [use('a', 'f')],
    ],
    [
      'each whole, all under one index',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
        piece({ index: 0, id: 'b' }, { name: 'f', arguments: '{}' }),
      ],
      [use('a', 'f'), use('b', 'f')],
    ],
    [
      'each whole, without index and id',
      [piece({}, { name: 'f', arguments: '{"x":1}' }), piece({ id: '' }, { name: 'f', arguments: { x: 2 } })],
      [use('new-1', 'f', { x: 1 }), use('new-2', 'f', { x: 2 })],
    ],
    [
      'in pieces without index',
      [piece({ id: 'a' }, { name: 'f', arguments: '{"x"' }), piece({}, { arguments: ':1}' })],
      [use('a', 'f', { x: 1 })],
    ],
    [
      'with a name in every piece, and no id but the first',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x"' }),
        piece({ index: 0 }, { name: 'f', arguments: ':1}' }),
        piece({ index: 0 }, { name: 'f', arguments: '' }),
      ],
      [use('a', 'f', { x: 1 })],
    ],
    [
      'without arguments, under one index',
      [piece({ index: 0, id: 'a' }, { name: 'f' }), piece({ index: 0, id: 'b' }, { name: 'g' })],
      [use('a', 'f'), use('b', 'g')],
    ],
    ['without arguments', [piece({ index: 0, id: 'a' }, { name: 'f', arguments: ' ' })], [use('a', 'f')]],
  ])('may come %s', (_name, deltas, content) => {
    verifies('SAMP-08')
    expect(resultOf(deltas, 'tool_calls')).toMatchObject({ content, stopReason: 'toolUse' })
  })

  test('come after the text, under the names that the server gave, whatever the provider says of the end', () => {
    const names = new ToolNames(['a.b'])
    const deltas = [piece({ index: 0, id: 'a' }, { name: 'a_b', arguments: '{}' }), { content: 'Well' }]
    expect(resultOf(deltas, 'stop', names)).toMatchObject({
      content: [{ type: 'text', text: 'Well' }, use('a', 'a.b')],
      stopReason: 'toolUse',
    })
  })

  test('that were cut off with the answer are left out', () => {
    const deltas = [
      piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
      piece({ index: 1, id: 'b' }, { name: 'f', arguments: '{"x"' }),
    ]
    expect(resultOf(deltas, 'length')).toMatchObject({ content: [use('a', 'f')], stopReason: 'maxTokens' })
    expect(resultOf(deltas.slice(1), 'length').content).toEqual([{ type: 'text', text: '' }])
  })

  test.each([
    ['{"x"', 'half of it'],
    ['[1]', 'a list'],
    ['7', 'a number'],
    [`${'{"a":'.repeat(99)}1${'}'.repeat(99)}`, 'what nests too deeply'],
  ])('that are asked for with %s are no answer: %s', (input) => {
    const deltas = [piece({ index: 0, id: 'a' }, { name: `f\n${'x'.repeat(99)}`, arguments: input })]
    expect(() => resultOf(deltas)).toThrow(
      expect.objectContaining({
        code: 'invalid_result',
        message: `The answer of the model calls the tool f ${'x'.repeat(62)}… with arguments that are not a JSON object`,
      }),
    )
  })

  test('have members of any name', () => {
    const deltas = [piece({ index: 0, id: 'a' }, { name: '__proto__', arguments: '{"__proto__":{"x":1}}' })]
    const [block] = resultOf(deltas).content
    expect(block?.type === 'tool_use' && [block.name, Object.keys(block.input)]).toEqual(['__proto__', ['__proto__']])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('are so many at most', () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, index) => piece({ index, id: `${index}` }, { name: 'f' }))
    expect(resultOf(calls(128)).content).toHaveLength(128)
    expect(() => resultOf(calls(129))).toThrow(
      expect.objectContaining({ code: 'limit', message: 'The model made more than 128 tool calls in one answer' }),
    )
  })

  test('are objects', () => {
    expect(() => resultOf([{ tool_calls: ['f'] }])).toThrow(expect.objectContaining({ code: 'invalid_result' }))
  })
})

test('only the first of several choices counts', () => {
  const answer = new ChatAnswer()
  answer.add({
    model: 'm'.repeat(500),
    choices: [
      { index: 1, delta: { content: 'b' }, finish_reason: 'length' },
      { delta: { content: 'a' }, finish_reason: 'stop' },
      'rubbish',
    ],
  })
  answer.add({ model: 'other', choices: [] })
  answer.add({ usage: {} })
  expect(answer.toResult({ model: 'asked', names: new ToolNames([]), newId: () => '' })).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'a' }],
    model: `${'m'.repeat(128)}…`,
    stopReason: 'endTurn',
  })
})

test.each([[undefined], [null], [7], ['x'], [[]]])('%j is no chunk', (chunk) => {
  expect(() => new ChatAnswer().add(chunk)).toThrow(
    expect.objectContaining({ code: 'invalid_result', message: 'The answer of the model is not a JSON object' }),
  )
})

test('an error that is null is none', () => {
  const answer = new ChatAnswer()
  answer.add({ error: null, choices: [{ message: { content: 'a' } }] })
  expect(answer.isFinished).toBe(false)
})
