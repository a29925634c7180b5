import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { toSampleResult } from './to-sample-result.js'

const text = { type: 'text', text: 'hi' } as const
const use = (id: string, name = 'add') => ({ type: 'tool_use', id, name, input: {} })
const tools = new Set(['add', 'sub'])

/** An answer with these members. */
const answer = (more: object = {}) => ({ role: 'assistant', model: 'm', content: [text], ...more })

describe('an answer', () => {
  test('keeps its known members, and no others', () => {
    const known = answer({ stopReason: 'endTurn', _meta: { a: 1 } })
    expect(toSampleResult({ ...known, usage: 7, id: 'x' }, tools)).toEqual(known)
  })

  test('lacks what was left out', () => {
    expect(Object.keys(toSampleResult(answer({ stopReason: undefined, _meta: undefined }), tools))).toEqual([
      'role',
      'content',
      'model',
    ])
  })

  test('without content is an empty text', () => {
    expect(toSampleResult(answer({ content: [] }), tools).content).toEqual([{ type: 'text', text: '' }])
  })

  test('does not change with the content that it was made of', () => {
    const content: object[] = [text]
    const result = toSampleResult(answer({ content }), tools)
    content.push(text)
    expect(result.content).toEqual([text])
  })

  test('may use several of the tools that were offered, several times', () => {
    const content = [use('1'), text, use('2', 'sub'), use('3')]
    expect(toSampleResult(answer({ content }), tools).content).toEqual(content)
  })
})

test.each<[string, unknown, string]>([
  ['text', 'hi', ' must be an object'],
  ['a list', [], ' must be an object'],
  ['another role', answer({ role: 'user' }), '.role must be "assistant"'],
  ['no model', answer({ model: undefined }), '.model must be a string'],
  ['a reason that is a number', answer({ stopReason: 7 }), '.stopReason must be a string'],
  ['metadata that is a list', answer({ _meta: [] }), '._meta must be an object'],
  ['one block without a list', answer({ content: text }), '.content must be an array'],
  ['a block that is text', answer({ content: [text, 'x'] }), '.content[1] must be an object'],
  ['a block without text', answer({ content: [{ type: 'text' }] }), '.content[0].text must be a string'],
  [
    'the result of a tool',
    answer({ content: [{ type: 'tool_result', toolUseId: '1', content: [] }] }),
    '.content[0] must not be a tool result: the server runs the tools',
  ],
  [
    'a tool that was not offered',
    answer({ content: [use('1', 'rm')] }),
    '.content[0].name must be the name of an offered tool',
  ],
  ['an id that is there twice', answer({ content: [use('1'), use('1')] }), '.content[1].id must be unique'],
])('%s is no answer', (_, given, problem) => {
  const reason = thrownBy(() => toSampleResult(given, tools))
  expect(reason).toMatchObject({ code: 'invalid_result', message: `The answer of the model${problem}` })
})
