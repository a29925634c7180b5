import { expect, test } from 'vitest'
import { createTag, tagsIn } from './tag.js'

test('tags are found wherever they are, in URIs too', () => {
  const one = { party: 'ann-1', operation: 'call-7' }
  const two = { party: 'bob', operation: 'x', number: 3 }
  const value = { text: `a ${createTag(one)}${createTag(two)}`, [createTag(two)]: [encodeURIComponent(createTag(one))] }
  expect(tagsIn(value)).toEqual([one, two, two, one])
  expect([tagsIn(undefined), tagsIn('none'), tagsIn(7)]).toEqual([[], [], []])
})

test('a tag names nothing that would make another tag', () => {
  expect(() => createTag({ party: 'a/b', operation: 'c' })).toThrow(TypeError)
})
