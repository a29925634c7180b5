import { describe, expect, test } from 'vitest'
import { stemWord } from './search-terms.js'

describe('forms of one word are one', () => {
  test.each([
    ['file', 'files'],
    ['query', 'queries'],
    ['repository', 'repositories'],
    ['issue', 'issues'],
    ['message', 'messages', 'messaging', 'messaged'],
    ['create', 'creates', 'creating', 'created'],
    ['merge', 'merges', 'merging', 'merged'],
    ['search', 'searches', 'searching', 'searched'],
    ['list', 'lists', 'listing', 'listed', 'listings'],
    ['index', 'indexes', 'indexing'],
    ['process', 'processes', 'processing', 'processed'],
    ['database', 'databases'],
    ['run', 'running'],
    ['plan', 'planning', 'planned'],
    ['pass', 'passing', 'passes'],
    ['branch', 'branches'],
    ['push', 'pushes', 'pushing'],
    ['edit', 'edits', 'editing', 'edited'],
  ])('%s', (...forms) => {
    expect(new Set(forms.map(stemWord)).size).toBe(1)
  })
})

describe('what only looks like a form stays as it is', () => {
  test.each([
    'string',
    'status',
    'address',
    'analysis',
    'access',
    'need',
    'feed',
    'speed',
    'aws',
    'sed',
    'ring',
    'king',
    'dns',
  ])('%s', (word) => {
    expect(stemWord(word)).toBe(word)
  })
})

test('other words are not touched', () => {
  expect(['größes', 'поиски', '2', '', 'a1s'].map(stemWord)).toEqual(['größes', 'поиски', '2', '', 'a1s'])
})
