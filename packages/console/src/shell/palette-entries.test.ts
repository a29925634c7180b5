import { describe, expect, test } from 'vitest'
import { scoreOf } from './palette-entries.js'

describe('what the palette finds first', () => {
  test.each([
    ['the title itself', 'add', 'add', -1],
    ['a title that begins with the words', 'add_note', 'add', 0],
    ['a title that has the words', 'quick add', 'add', 1],
    ['a detail that has them', 'sum', 'add', 2],
    ['nothing that has them', 'sum', 'nowhere', undefined],
  ])('%s', (_name, title, word, score) => {
    expect(scoreOf({ title, detail: 'tool of notes · adds two numbers' }, [word])).toBe(score)
  })

  test('all words count', () => {
    expect(scoreOf({ title: 'add', detail: 'tool of notes' }, ['add', 'notes'])).toBe(0)
    expect(scoreOf({ title: 'add', detail: 'tool of notes' }, ['add', 'github'])).toBeUndefined()
  })
})
