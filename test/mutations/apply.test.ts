import { expect, test } from 'vitest'
import { apply } from '../../mutations/apply.mjs'

const mutation = { name: 'one is two', file: 'a.ts', find: 'one', replace: '$& two', tests: [] }

test('the text is replaced as it stands, whatever characters it has', () => {
  expect(apply('a one b', mutation)).toBe('a $& two b')
})

test.each([
  ['is not there', 'two', '0 times'],
  ['is there twice', 'one one', '2 times'],
])('a text that %s is an error', (_name, source, message) => {
  expect(() => apply(source, mutation)).toThrow(`"one is two": its text stands ${message} in a.ts`)
})
