import { expect, test } from 'vitest'
import { formatNote, parseNote } from './note-file.js'

test('a note is the same after it was a file', () => {
  const note = { id: 'milk', title: 'Milk: two', tags: ['home', 'shop'], text: '# Buy\n\n---\n\nTwo.' }
  expect(formatNote(note)).toBe('---\ntitle: Milk: two\ntags: home, shop\n---\n\n# Buy\n\n---\n\nTwo.\n')
  expect(parseNote('milk', formatNote(note))).toEqual(note)
})

test.each([
  ['a heading is the title', 'x\n# Milk\n', { id: 'a', title: 'Milk', tags: [], text: 'x\n# Milk' }],
  ['without a heading the id is', 'Two.', { id: 'a', title: 'a', tags: [], text: 'Two.' }],
  ['an empty file is an empty note', '', { id: 'a', title: 'a', tags: [], text: '' }],
  ['lines may end as on Windows', '---\r\ntitle: M\r\n---\r\nT', { id: 'a', title: 'M', tags: [], text: 'T' }],
])('a file that somebody else wrote: %s', (_name, file, expected) => {
  expect(parseNote('a', file)).toEqual(expected)
})
