import { expect, test } from 'vitest'
import { plain } from '../output/style.js'
import { formatToolResult } from './format-tool-result.js'

const page = { columns: 80, style: { ...plain, faint: (text: string) => `F<${text}>` } }
const text = (given: string) => ({ type: 'text' as const, text: given })

test.each([
  ['nothing', [], undefined, 'F<(nothing)>'],
  ['texts', [text('a'), text('b')], undefined, 'a\nb'],
  ['a value', [], { a: 1 }, 'a: 1'],
  ['a value and other text', [text('note')], { a: 1 }, 'note\na: 1'],
  ['a value that a text says too, once', [text('{ "a": 1 }'), text('note')], { a: 1 }, 'note\na: 1'],
  ['a value that is another one', [text('{"a":2}')], { a: 1 }, 'a: 2\na: 1'],
  ['a value that only wraps the text', [text('hello')], { result: 'hello' }, 'hello'],
  ['a value with more than the text', [text('hello')], { result: 'hello', more: 1 }, 'hello\nresult: hello\nmore: 1'],
  ['a value with another text', [text('hello')], { result: 'bye' }, 'hello\nresult: bye'],
  ['a value with an empty text', [text('')], { result: '' }, '\nresult: '],
  ['a list with the text', [text('hello')], ['hello'] as unknown, 'hello\n- hello'],
  ['a value that is null', [text('hello')], null as unknown, 'hello\nnull'],
  ['a text that is null like the value', [text('null')], null as unknown, 'null'],
  ['a text that is the value', [text('hello')], 'hello' as unknown, 'hello\nhello'],
  [
    'an image of the same letters',
    [{ type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }],
    {},
    '[image] image/png, 3 B, F<--output <path> saves it>\nF<(empty)>',
  ],
])('%s', (_name, content, structuredContent, shown) => {
  expect(
    formatToolResult({ isError: false, content, ...(structuredContent !== undefined && { structuredContent }) }, page),
  ).toBe(shown)
})

test('files that were saved say where', () => {
  const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
  expect(formatToolResult({ content: [image], structuredContent: undefined }, page, new Map([[image, '/1.png']]))).toBe(
    '[image] image/png, 3 B, saved to /1.png',
  )
})
