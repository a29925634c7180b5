import { describe, expect, test } from 'vitest'
import { partsOf } from './result-views.js'

const call = { kind: 'call', server: 'a', tool: 'b', args: {} } as const
const block = { type: 'text', text: 'one' }
const nothing = { structured: undefined, blocks: [], contents: [], messages: [] }

describe('the parts of a result', () => {
  test.each<[string, unknown, object]>([
    [
      'a call',
      { content: [block], structuredContent: { a: 1 } },
      { structured: { a: 1 }, blocks: [block], contents: [], messages: [], views: ['tree', 'content', 'raw'] },
    ],
    [
      'a resource',
      { contents: [{ uri: 'n:1' }] },
      { ...nothing, contents: [{ uri: 'n:1' }], views: ['content', 'raw'] },
    ],
    [
      'a prompt',
      { messages: [{ role: 'user' }] },
      { ...nothing, messages: [{ role: 'user' }], views: ['content', 'raw'] },
    ],
    ['nothing in it', {}, { ...nothing, views: ['tree', 'raw'] }],
    ['no object', 'text', { ...nothing, views: ['tree', 'raw'] }],
    ['what is no list', { content: 'text', messages: {} }, { ...nothing, views: ['tree', 'raw'] }],
  ])('of %s', (_name, result, parts) => {
    expect(partsOf({ request: call, result: result as never })).toEqual(parts)
  })

  test('of records are a table too', () => {
    const parts = partsOf({ request: call, result: { structuredContent: [{ a: 1 }] } })
    expect(parts).toEqual({
      ...nothing,
      structured: [{ a: 1 }],
      records: { rows: [{ a: 1 }], columns: ['a'] },
      views: ['table', 'tree', 'raw'],
    })
  })

  test('of the same call in each revision stand side by side', () => {
    const request = { ...call, kind: 'wire' } as const
    expect(partsOf({ request, result: { content: [block] } })).toEqual({ ...nothing, views: ['wires', 'raw'] })
  })

  test('of a skill are its instructions', () => {
    const request = { kind: 'load-skill', server: 'a', uri: 's:1' } as const
    expect(partsOf({ request, result: { text: '# A' } })).toEqual({
      ...nothing,
      contents: [{ uri: 's:1', mimeType: 'text/markdown', text: '# A' }],
      views: ['content', 'raw'],
    })
  })

  test('of a file of a skill are the file', () => {
    const request = { kind: 'read-skill-file', server: 'a', uri: 's:1', path: 'a.md' } as const
    expect(partsOf({ request, result: { uri: 's:1/a.md', text: 'A' } })).toEqual({
      ...nothing,
      contents: [{ uri: 's:1/a.md', text: 'A' }],
      views: ['content', 'raw'],
    })
  })
})

describe('a value reads better as the text of its block', () => {
  const viewsOf = (structuredContent: unknown, content: unknown) =>
    partsOf({ request: call, result: { structuredContent, content } as never }).views

  test.each<[string, unknown, readonly unknown[]]>([
    ['of several members', { a: 'one', b: 'one' }, [block]],
    ['of several blocks', { a: 'one' }, [block, block]],
    ['that is a number', { a: 1 }, [{ type: 'text', text: 1 }]],
    ['of no member', {}, [{ type: 'text' }]],
    ['beside a block that is none', { a: 'one' }, ['one']],
    ['that is a text', 'one', [block]],
  ])('but not one %s', (_name, structured, content) => {
    expect(viewsOf(structured, content)).toEqual(['tree', 'content', 'raw'])
  })

  test('where they say the same', () => {
    expect(viewsOf({ a: 'one' }, [block])).toEqual(['content', 'tree', 'raw'])
  })
})
