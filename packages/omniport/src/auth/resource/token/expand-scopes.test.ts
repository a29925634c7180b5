import { expect, test } from 'vitest'
import { expandScopes } from './expand-scopes.js'

test.each([
  ['nothing contains anything', ['a'], undefined, ['a']],
  ['none is contained', ['a'], { b: ['c'] }, ['a']],
  ['one contains others', ['admin', 'x'], { admin: ['read', 'write'] }, ['admin', 'x', 'read', 'write']],
  ['one contains another at any depth', ['a'], { a: ['b'], b: ['c', 'd'] }, ['a', 'b', 'c', 'd']],
  ['two contain each other', ['a'], { a: ['b'], b: ['a'] }, ['a', 'b']],
  ['a contained one is granted too', ['a', 'b'], { a: ['b'] }, ['a', 'b']],
  ['one has the name of a member of all objects', ['constructor'], {}, ['constructor']],
])('where %s', (_name, granted, implies, scopes) => {
  expect(expandScopes(granted, implies)).toEqual(scopes)
})
