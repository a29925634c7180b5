import { expect, test } from 'vitest'
import { textOf } from './text-of.js'

const text = (text: string) => ({ type: 'text' as const, text })
const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' }

test.each([
  ['blocks of text are joined by newlines', [text('a'), text(''), text('b')], 'a\n\nb'],
  ['other blocks are left out', [text('a'), image, text('b')], 'a\nb'],
  ['without text it is empty', [image], ''],
  ['without content it is empty', [], ''],
])('%s', (_name, content, expected) => {
  expect(textOf({ content })).toBe(expected)
})
