import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TaskWorld } from '#test/support/task-nodes.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { app } from '../apps/app.js'
import { result } from './result.js'
import { textResult, toToolResult } from './to-tool-result.js'
import { type AnyTool, tool } from './tool.js'
import { ToolError } from './tool-error.js'

const run = () => ''
const entryOf = (definition: AnyTool<unknown>) => new TaskWorld().node({ t: definition }).tool('t')
const plain = entryOf(tool({ run }))
const summing = entryOf(tool({ output: z.object({ sum: z.number() }), run: () => ({ sum: 1 }) }))
const withApp = entryOf(tool({ app: app({ uri: 'ui://clock/face', html: '<!doctype html><p>12</p>' }), run }))

/** As it travels, without the mark of `result()`. */
const sent = async (returned: unknown, entry = plain): Promise<unknown> =>
  JSON.parse(JSON.stringify(await toToolResult(returned, entry)))

const failure = async (returned: unknown, entry = plain): Promise<unknown> => {
  try {
    await toToolResult(returned, entry)
  } catch (reason) {
    return reason
  }
  return undefined
}

const text = { type: 'text', text: 'hi' } as const
const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
const structured = (value: unknown) => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
})

describe('text needs no check', () => {
  test.each([
    [{ content: [text] }],
    [{ content: [] }],
    [{ content: [text], isError: false }],
    [{ content: [text, text], isError: true, _meta: { a: 1 }, structuredContent: 1 }],
  ])('a result such as %j is passed on at once, as it is', (whole) => {
    expect(toToolResult(whole, plain)).toBe(whole)
  })

  test('a text, a block of text and a list of them become content at once', () => {
    expect(toToolResult('hi', plain)).toEqual({ content: [text] })
    expect(toToolResult(text, plain)).toEqual({ content: [text] })
    expect(toToolResult([text, text], plain)).toEqual({ content: [text, text] })
  })

  test('a text says that it is a failure only where it is one', () => {
    expect(textResult('no', true)).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true })
    expect(Object.keys(textResult('yes'))).toEqual(['content'])
  })
})

describe('data of the author', () => {
  test.each<[string, unknown]>([
    ['a list without blocks', [1, null, { type: 'text' }]],
    ['a type that is inherited', { type: 'toString' }],
    ['a type that is no text', { type: 1, text: 'hi' }],
    ['an image without bytes', { type: 'image', mimeType: 'a/b' }],
    ['audio without bytes', { type: 'audio', mimeType: 'a/b' }],
    ['a link without an address', { type: 'resource_link', data: 1 }],
    ['a resource without contents', { type: 'resource', uri: 'a:b' }],
    ['content with a _meta that is no object', { content: [], _meta: 1 }],
    ['content whose members have no type', { content: [{ a: 1 }] }],
    ['content whose types are no texts', { content: [{ type: 1 }] }],
    ['content of another kind, beside a member that results do not have', { content: [{ type: 'p' }], pages: 1 }],
    ['no content', { structuredContent: 1 }],
  ])('is %s', async (_name, value) => {
    expect(await sent(value)).toEqual(structured(value))
  })

  test('is the structured content itself, and what it stands for if it says so', async () => {
    const value = { a: 1 }
    expect(await toToolResult(value, plain)).toHaveProperty('structuredContent', value)
    expect((await toToolResult(value, plain)).structuredContent).toBe(value)
    expect(await sent({ a: 1, toJSON: () => ({ b: 2 }) })).toEqual(structured({ b: 2 }))
  })

  test.each([
    [() => 1, 'a tool cannot return a function'],
    [Symbol('s'), 'a tool cannot return a symbol'],
    [new Error('no'), 'a tool cannot return an Error; throw it'],
    [Object.assign(new TypeError('no'), { code: 'ENOENT' }), 'a tool cannot return an Error; throw it'],
    [new ToolError('no'), 'a tool cannot return an Error; throw it'],
    [new Map([['a', 1]]), 'a tool cannot return a Map or a Set; make an object or a list of it'],
    [new Set(['a']), 'a tool cannot return a Map or a Set; make an object or a list of it'],
  ])('%s is refused', (value, message) => {
    expect(thrownBy(() => toToolResult(value, plain))).toEqual(new TypeError(message))
  })

  test('an Error is refused where output fits it', async () => {
    const any = entryOf(tool({ output: { type: 'object' }, run: () => ({}) }))
    expect(await failure(new Error('no'), any)).toEqual(new TypeError('a tool cannot return an Error; throw it'))
  })

  test('an Error that has JSON of its own, and an object without members, are what they say', async () => {
    const refusal = Object.assign(new Error('no'), { toJSON: () => ({ reason: 'no' }) })
    expect([await sent(refusal), await sent({})]).toEqual([structured({ reason: 'no' }), structured({})])
  })
})

describe('content', () => {
  test.each<[string, unknown]>([
    ['an image', image],
    ['audio', { type: 'audio', data: 'AA==', mimeType: 'audio/wav' }],
    ['a link', { type: 'resource_link', uri: 'a:b', name: 'b' }],
    ['a resource', { type: 'resource', resource: { uri: 'a:b', text: '' } }],
  ])('is %s', async (_name, block) => {
    expect(await sent(block)).toEqual({ content: [block] })
    expect(await sent([text, block])).toEqual({ content: [text, block] })
    expect(await sent({ content: [block], more: 1 })).toEqual({ content: [block], more: 1 })
  })

  test.each<[string, unknown, string]>([
    ['a value beside a block', [text, 1], 'content[1]: must be an object'],
    [
      'an image whose bytes are none',
      { type: 'image', data: 1, mimeType: 'a' },
      'content[0]: data must be base64 text',
    ],
    [
      'a mark without content',
      { isError: true },
      'content must be an array beside isError; to report a failure, throw an Error, or return its text in content',
    ],
    ['a _meta beside a mark', { content: [], isError: false, _meta: 1 }, '_meta must be an object'],
  ])('that is %s is refused', async (_name, value, problem) => {
    expect(await failure(value)).toEqual(new TypeError(`tool "t": ${problem}`))
  })

  test.each([
    [{ content: [{ type: 'p' }] }],
    [{ content: [1, { type: 'p' }], structuredContent: 1, isError: false, _meta: {} }],
    [{ content: [text, { type: 'text', text: 1 }] }],
    [{ content: [text, { text: 'a' }] }],
    [[text, undefined, text]],
    [{ content: Object.assign([], { 1: text }) }],
  ])('such as %j, in which a block is malformed, is refused', async (value) => {
    expect(await failure(value)).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(/^tool "t": content\[\d\]/),
    })
  })
})

describe('a whole result of result()', () => {
  test('passes with its structured content, whatever that is, where there is no output', async () => {
    expect(await sent(result({ content: [image], structuredContent: [1] }))).toEqual({
      content: [image],
      structuredContent: [1],
    })
    expect(await failure(result({ content: [{ type: 'text' } as never] }))).toEqual(
      new TypeError('tool "t": content[0]: text must be a string'),
    )
  })

  test('has structured content that fits output', async () => {
    const full = { content: [text], structuredContent: { sum: 1, more: 2 }, _meta: { a: 1 } }
    expect(await sent(result(full), summing)).toEqual({ ...full, structuredContent: { sum: 1 } })
    expect(await failure(result({ content: [] }), summing)).toEqual(
      new TypeError('the result has no structuredContent, which output promises'),
    )
    const other = result({ content: [], structuredContent: { sum: '1' }, isError: false })
    expect(await failure(other, summing)).toEqual(
      new TypeError('the returned value does not fit output: sum: Invalid input: expected number, received string'),
    )
  })

  test('that is a failure may have any', async () => {
    const full = { content: [text], structuredContent: { sum: '1' }, isError: true }
    expect(await sent(result(full), summing)).toEqual(full)
  })
})

describe('a value that does not fit output', () => {
  const problem = 'the returned value does not fit output: sum: Invalid input: expected number, received undefined'

  test('is refused, with advice if it looks like a result', async () => {
    expect(await failure({ content: 1 }, summing)).toEqual(new TypeError(problem))
    expect(await failure({ content: [text] }, summing)).toEqual(
      new TypeError(`${problem}; give a whole result to result()`),
    )
  })

  test('may be nothing at all', async () => {
    for (const nothing of [undefined, null]) {
      expect(await failure(nothing, summing)).toMatchObject({
        message: expect.stringMatching(
          /^the returned value does not fit output: value: Invalid input: expected object/,
        ),
      })
    }
  })
})

describe('a tool with an app', () => {
  test('says that it is done where it has nothing to say', async () => {
    expect(await sent(undefined, withApp)).toEqual({ content: [{ type: 'text', text: 't: done' }] })
    expect(await sent([], withApp)).toEqual({ content: [{ type: 'text', text: 't: done' }] })
  })

  test('has its structured content as text, and no other text where it has content', async () => {
    const full = result({ content: [], structuredContent: { a: 1 }, _meta: { b: 2 } })
    expect(await sent(full, withApp)).toEqual({ ...structured({ a: 1 }), _meta: { b: 2 } })
    expect(await sent(result({ content: [image], structuredContent: 1 }), withApp)).toEqual({
      content: [image],
      structuredContent: 1,
    })
  })

  test('and no other, does so', async () => {
    expect(await sent(undefined)).toEqual({ content: [] })
    expect(await sent(null)).toEqual({ content: [] })
  })
})
