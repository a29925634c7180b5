import { expect, test } from 'vitest'
import { isNoteId, toNoteId } from './note-id.js'

test.each([
  ['words are joined by hyphens', 'Buy milk', 1, 'buy-milk'],
  ['accents are taken off', 'Crème brûlée', 1, 'creme-brulee'],
  ['what is no letter or digit separates', '../../etc/passwd', 1, 'etc-passwd'],
  ['a title without a letter that can stay is a note', '日本', 1, 'note'],
  ['the URI of the list is not an id', 'Index', 1, 'note'],
  ['a later attempt has its number', 'Milk', 3, 'milk-3'],
  ['a long title is cut', 'a'.repeat(100), 1, 'a'.repeat(64)],
  ['a long title leaves room for the number', 'a'.repeat(100), 12, `${'a'.repeat(61)}-12`],
  ['no hyphen is left where it is cut', `${'a'.repeat(63)} b`, 1, 'a'.repeat(63)],
])('toNoteId: %s', (_name, title, attempt, expected) => {
  const id = toNoteId(title, attempt)
  expect(id).toBe(expected)
  expect(isNoteId(id)).toBe(true)
})

test.each([
  ['a slug is an id', 'buy-milk-2', true],
  ['a directory is no id', 'a/b', false],
  ['a parent is no id', '..', false],
  ['a backslash is no id', 'a\\b', false],
  ['a zero byte is no id', 'a\0', false],
  ['a line end is no id', 'a\n', false],
  ['upper case is no id', 'A', false],
  ['nothing is no id', '', false],
  ['the list is no id', 'index', false],
  ['65 characters are no id', 'a'.repeat(65), false],
])('isNoteId: %s', (_name, value, expected) => {
  expect(isNoteId(value)).toBe(expected)
})
