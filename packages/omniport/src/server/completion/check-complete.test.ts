import { expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { checkComplete } from './check-complete.js'

test.each([
  [undefined, []],
  [{}, []],
  [{ a: [] }, ['a', 'b']],
])('%j names only what there is: %j', (complete, names) => {
  expect(checkComplete('prompt', complete, names)).toBeUndefined()
})

test.each<['prompt' | 'resource', object, readonly string[], string]>([
  ['prompt', { a: [] }, [], 'prompt: complete.a is no argument. There are none'],
  ['resource', { a: [] }, [], 'resource: complete.a is no variable of the uri. There are none'],
  [
    'prompt',
    { city: [], cty: [] },
    ['city', 'x'],
    'prompt: complete.cty is no argument; did you mean "city"? There are city, x',
  ],
])('of a %s %j is refused where there is %j', (kind, complete, names, message) => {
  expect(thrownBy(() => checkComplete(kind, complete, names))).toEqual(new TypeError(message))
})
