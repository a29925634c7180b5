import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { result } from './result.js'
import { tool } from './tool.js'

const text = (words: string) => [{ type: 'text', text: words }]
const mark = { resultType: 'complete', _meta: { [metaKeys.serverInfo]: { name: 's', version: '1' } } }

/** What a tool comes to at 2025-11-25 and at 2026-07-28. */
async function call(definition: unknown, args?: object): Promise<readonly unknown[]> {
  const { server, logger } = defineServer({ tools: { t: definition as never } })
  const results: unknown[] = []
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const { request, close } = await connectRaw(server, { revision })
    const { result: answer, error } = await request('tools/call', { name: 't', arguments: args })
    results.push(answer ?? error)
    close()
  }
  return [...results, logger.errors.length]
}

/** The same in both, but for what 2026-07-28 adds. */
const same = (answer: object) => [answer, { ...answer, ...mark }, 0]
const returning = (value: unknown) => tool({ run: (() => value) as () => string })
const block = { type: 'image', data: 'AA==', mimeType: 'image/png' }
const structured = (value: unknown, words = JSON.stringify(value)) => ({
  content: text(words),
  structuredContent: value,
})

describe('without output, what a tool returns is', () => {
  test.each([
    ['nothing', undefined, { content: [] }],
    ['null', null, { content: [] }],
    ['text', 'hello', { content: text('hello') }],
    ['empty text', '', { content: text('') }],
    ['a content block', block, { content: [block] }],
    ['content blocks', [block, text('a')[0]], { content: [block, ...text('a')] }],
    ['no content blocks', [], { content: [] }],
    [
      'a full result',
      { content: text('a'), isError: true, _meta: { a: 1 } },
      { content: text('a'), isError: true, _meta: { a: 1 } },
    ],
    [
      'result()',
      result({ content: text('a') as never, structuredContent: { b: 1 } }),
      { content: text('a'), structuredContent: { b: 1 } },
    ],
    ['another object', { a: 1 }, structured({ a: 1 })],
    ['an object of type text that is no block', { type: 'text' }, structured({ type: 'text' })],
    ['an object whose content is text', { content: 'a' }, structured({ content: 'a' })],
    ['an object of type text whose text is none', { type: 'text', text: 1 }, structured({ type: 'text', text: 1 })],
    ['an object whose content are no blocks', { content: ['a', null] }, structured({ content: ['a', null] })],
    ['a result with a mark that is none', { content: [], isError: 'no' }, structured({ content: [], isError: 'no' })],
  ])('%s', async (_name, value, expected) => {
    const [legacy, modern, errors] = await call(returning(value))
    const { _meta, ...rest } = expected as { _meta?: object }
    const _modernMeta = { ...mark._meta, ..._meta }
    expect([legacy, modern, errors]).toEqual([expected, { ...rest, ...mark, _meta: _modernMeta }, 0])
  })

  test.each([
    ['an array', [1, 'a']],
    ['a number', 5],
    ['false', false],
  ])('%s, which older clients get as text', async (_name, value) => {
    const [legacy, modern] = await call(returning(value))
    expect(legacy).toEqual({ content: text(JSON.stringify(value)) })
    expect(modern).toEqual({ ...structured(value), ...mark })
  })

  test('an object that stands for something else, as JSON has it', async () => {
    const [legacy, modern] = await call(returning(new Date(0)))
    const words = '"1970-01-01T00:00:00.000Z"'
    expect(legacy).toEqual({ content: text(words) })
    expect(modern).toEqual({ ...structured('1970-01-01T00:00:00.000Z'), ...mark })
  })

  test('a failure whose _meta is no object is an internal error: no revision allows it', async () => {
    const failed = { content: text('internal error 10111213'), isError: true }
    const again = { content: text('internal error 14151617'), isError: true, ...mark }
    expect(await call(returning({ content: [], isError: true, _meta: '' }))).toEqual([failed, again, 2])
  })

  test.each([
    ['a BigInt', { n: 1n }],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
  ])('%s is an internal error', async (_name, value) => {
    const failed = { content: text('internal error 10111213'), isError: true }
    const again = { content: text('internal error 14151617'), isError: true, ...mark }
    expect(await call(returning(value))).toEqual([failed, again, 2])
  })
})

describe('with output', () => {
  const output = z.object({ sum: z.number(), at: z.string().default('now') })
  const summing = (value: unknown) => tool({ output, run: (() => value) as () => { sum: number } })

  test('what a tool returns is checked, and completed by its schema', async () => {
    verifies('TOOL-18')
    expect(await call(summing({ sum: 3 }))).toEqual(same(structured({ sum: 3, at: 'now' })))
  })

  test('an object with content is still the structured value', async () => {
    const listing = tool({ output: z.object({ content: z.array(z.string()) }), run: () => ({ content: ['a'] }) })
    expect(await call(listing)).toEqual(same(structured({ content: ['a'] })))
  })

  test('result() keeps its own content, and its structured value is checked', async () => {
    verifies('TOOL-18')
    const full = result({ content: text('three') as never, structuredContent: { sum: 3 } })
    const expected = { content: text('three'), structuredContent: { sum: 3, at: 'now' } }
    expect(await call(summing(full))).toEqual(same(expected))
  })

  test('result() that is an error needs no structured value', async () => {
    const full = result({ content: text('no') as never, isError: true })
    expect(await call(summing(full))).toEqual(same({ content: text('no'), isError: true }))
  })

  test.each([
    ['a value that does not fit', { sum: '3' }],
    ['nothing', undefined],
    ['text', 'three'],
    ['result() without the structured value', result({ content: [] })],
    ['result() with one that does not fit', result({ content: [], structuredContent: {} })],
  ])('%s is an internal error', async (_name, value) => {
    verifies('TOOL-18')
    const [legacy, , errors] = await call(summing(value))
    expect([legacy, errors]).toEqual([{ content: text('internal error 10111213'), isError: true }, 2])
  })

  test('that is no object, older clients get text, and the list says nothing of it', async () => {
    const listing = tool({ output: z.array(z.number()), run: () => [1, 2] })
    const [legacy, modern] = await call(listing)
    expect(legacy).toEqual({ content: text('[1,2]') })
    expect(modern).toEqual({ ...structured([1, 2]), ...mark })
  })
})

test.each([
  [
    'at once',
    () => {
      throw new Error('no such city')
    },
  ],
  ['later', () => Promise.reject(new Error('no such city'))],
])('what a tool throws %s is text for the model, and logged', async (_when, run) => {
  const [legacy, modern, errors] = await call(tool({ run: run as () => Promise<string> }))
  const failed = { content: text('no such city'), isError: true }
  expect([legacy, modern, errors]).toEqual([failed, { ...failed, ...mark }, 2])
})

describe('arguments', () => {
  const input = z.object({ a: z.number(), b: z.number().default(2) })

  test('are what the schema makes of them', async () => {
    verifies('TOOL-28')
    const run = vi.fn((_args: unknown) => 'ok')
    await call(tool({ input, run }), { a: 1 })
    expect(run.mock.calls.map(([args]) => args)).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ])
  })

  test.each([
    ['missing', undefined],
    ['wrong', { a: 'x' }],
  ])('that are %s are a tool error, and the tool does not run', async (_name, args) => {
    verifies('TOOL-28')
    const run = vi.fn(() => 'ok')
    const got = args === undefined ? 'undefined' : 'string'
    const words = `Invalid arguments for t: a: Invalid input: expected number, received ${got}`
    expect(await call(tool({ input, run }), args)).toEqual(same({ content: text(words), isError: true }))
    expect(run).not.toHaveBeenCalled()
  })

  test('of a tool without input are given as they are', async () => {
    const given = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object
    const run = vi.fn((_args: unknown) => 'ok')
    await call(tool({ run }), given)
    expect(JSON.stringify(run.mock.calls[0]?.[0])).toBe('{"__proto__":{"a":1},"constructor":2}')
  })

  test.each(revisions)('that are invalid are no protocol error at %s', async (revision: Revision) => {
    verifiesIn(revision, 'TOOL-28', 'TOOL-24')
    const { server } = defineServer({ tools: { t: tool({ input, run: () => 'ok' }) } })
    const { request, close } = await connectRaw(server, { revision })
    expect((await request('tools/call', { name: 't' })).result).toMatchObject({ isError: true })
    expect((await request('tools/call', { name: 'nope' })).error).toEqual({
      code: -32602,
      message: 'Unknown tool: nope',
    })
    close()
  })
})

describe('authorize', () => {
  const input = z.object({ id: z.string() })

  test('that refuses is a tool error, and the tool does not run', async () => {
    const run = vi.fn(() => 'ok')
    const authorize = vi.fn(async () => false)
    const words = 'Not allowed to call t with these arguments'
    const guarded = tool({ input, authorize, run })
    expect(await call(guarded, { id: 'a' })).toEqual(same({ content: text(words), isError: true }))
    expect([authorize.mock.calls.length, run.mock.calls.length]).toEqual([2, 0])
  })

  test('gets valid arguments only, and the context', async () => {
    const authorize = vi.fn((_args: unknown, ctx: { readonly revision: string }) => ctx.revision === '2025-11-25')
    const guarded = tool({ input, authorize, run: () => 'ok' })
    const [legacy, modern] = await call(guarded, { id: 'a' })
    expect([legacy, (modern as { isError?: boolean }).isError]).toEqual([{ content: text('ok') }, true])
    await call(guarded, {})
    expect(authorize.mock.calls.map(([args]) => args)).toEqual([{ id: 'a' }, { id: 'a' }])
  })
})
