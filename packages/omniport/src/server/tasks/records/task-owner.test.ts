import { expect, test } from 'vitest'
import { isAnonymousOwner, taskOwner } from './task-owner.js'

test('the same caller is another owner at another server', () => {
  expect(taskOwner('s', 'ada')).toBe('["s","ada"]')
  expect(taskOwner('s","ada', 'b')).not.toBe(taskOwner('s', 'ada","b'))
})

test.each([
  ['the anonymous callers of a server', taskOwner('s', 'anonymous'), true],
  ['those of a server with quotes in its name', taskOwner('a"]', 'anonymous'), true],
  ['the client at the other end of a pipe', taskOwner('s', 'stdio'), false],
  ['a principal', taskOwner('s', '["anonymous",null,null,null]'), false],
  ['a server of that name', taskOwner('anonymous', 'ada'), false],
])('%s: is the owner anonymous?', (_name, owner, isAnonymous) => {
  expect(isAnonymousOwner(owner)).toBe(isAnonymous)
})
