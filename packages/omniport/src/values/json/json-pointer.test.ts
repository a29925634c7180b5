import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendPointer, pointerKeys } from './json-pointer.js'

test.each([
  ['', 'a', '/a'],
  ['/a', 'b', '/a/b'],
  ['/a', 0, '/a/0'],
  ['', '', '/'],
  ['', 'a/b~c/d~', '/a~1b~0c~1d~0'],
  ['', '~1', '/~01'],
])('%j and the key %j', (path, key, pointer) => {
  expect(appendPointer(path, key)).toBe(pointer)
})

test.each([
  ['/a', ['a']],
  ['/a/b/0', ['a', 'b', '0']],
  ['/', ['']],
  ['/a~1b~1~0c~0', ['a/b/~c~']],
  ['/~01', ['~1']],
])('the keys of %s', (pointer, keys) => {
  expect(pointerKeys(pointer)).toEqual(keys)
})

test('a pointer leads through the keys that it was made of', () => {
  const key = fc.string({ unit: fc.constantFrom('a', '/', '~', '0', '1') })
  fc.assert(
    fc.property(fc.array(key, { minLength: 1 }), (keys) => {
      expect(pointerKeys(keys.reduce(appendPointer, ''))).toEqual(keys)
    }),
    { numRuns: 200 },
  )
})
