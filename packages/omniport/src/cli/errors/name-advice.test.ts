import { expect, test } from 'vitest'
import { listNames } from './name-advice.js'

const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

test.each([
  ['nothing', [], ''],
  ['one', ['a'], 'a'],
  ['twenty', names(20), names(20).join(', ')],
  ['one more', names(21), `${names(20).join(', ')} and 1 more`],
  ['names as long as may be', ['a'.repeat(64)], 'a'.repeat(64)],
  ['longer ones', ['a'.repeat(65), 'b'], `${'a'.repeat(64)}…, b`],
])('names in a message: %s', (_what, given, text) => {
  expect(listNames(given)).toBe(text)
})
