import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findExamples } from '../../docs/.vitepress/find-examples.mjs'
import { root } from '../support/root.js'

/** What programs do not make themselves, but for those that write a transport of their own. */
const internal = ['EncodedResult']

test('a program of the documents imports each exported value, so that the reference has an example of it', () => {
  const examples = findExamples(root)
  const entries = readFileSync(`${root}/test/exports/exports.txt`, 'utf8').split(/^# /m).slice(1)
  const values = entries.flatMap((entry) =>
    [...entry.matchAll(/^value (\w+)$/gm)].map(([, name = '']) => ({
      entry: entry.slice(0, entry.indexOf('\n')),
      name,
    })),
  )
  const lacking = values.filter(({ entry, name }) => !examples.has(`${entry} ${name}`) && !examples.has(name))
  expect(values.length).toBeGreaterThan(100)
  expect(lacking.map(({ name }) => name)).toEqual(internal)
})
