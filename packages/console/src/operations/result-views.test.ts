import { describe, expect, test } from 'vitest'
import { partsOf } from './result-views.js'

const request = { kind: 'call', server: 'a', tool: 'b', args: {} } as const
const text = (value: string) => [{ type: 'text', text: value }]

describe('the best view of a result', () => {
  test.each([
    ['records', { content: [], structuredContent: { all: [{ a: 1 }, { a: 2 }] } }, ['table', 'tree', 'raw']],
    ['a value beside its text', { content: text('{"a":1}'), structuredContent: { a: 1 } }, ['tree', 'content', 'raw']],
    ['a text', { content: text('one') }, ['content', 'raw']],
    [
      'a text that is also the one member of a value',
      { content: text('one'), structuredContent: { content: 'one' } },
      ['content', 'tree', 'raw'],
    ],
    [
      'another text than that of the value',
      { content: text('two'), structuredContent: { content: 'one' } },
      ['tree', 'content', 'raw'],
    ],
  ])('%s', (_name, result, views) => {
    expect(partsOf({ request, result }).views).toEqual(views)
  })
})
