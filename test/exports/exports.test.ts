import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { type Entry, entries } from './entry-names.js'

const pinned = `${root}/test/exports/exports.txt`
const all = ['omniport', 'app', 'redis', 'otel'].flatMap(entries)

/** What a page holds: those that define and serve, and the types that they are called with. */
const mostRootNames = 42

describe('the public names', () => {
  test('are the pinned ones: UPDATE=1 rewrites the list, for a reviewer to see', () => {
    const list = all.map(toText).join('\n')
    if (process.env['UPDATE'] === '1') writeFileSync(pinned, list)
    expect(list).toBe(readFileSync(pinned, 'utf8'))
  })

  test('of the root entry fit on a page', () => {
    expect(all.find(({ name }) => name === 'omniport')?.exports.length).toBeLessThanOrEqual(mostRootNames)
  })

  test.each(all.map((entry) => [entry.name, entry]))(
    'of %s are there when it runs, and no others',
    async (_, entry) => {
      const module: object = await import(pathToFileURL(entry.module).href)
      const values = entry.exports.filter(({ isType }) => !isType).map(({ name }) => name)
      expect(Object.keys(module).sort()).toEqual(values)
    },
  )

  test.each(all.map((entry) => [entry.name, entry]))('of %s say what they are, in a sentence', (_, entry) => {
    const silent = entry.exports.filter(({ docs }) => !/^\S.{9,}?[.:](\s|$)/s.test(docs))
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

function toText({ name, exports }: Entry): string {
  return [`# ${name}`, ...exports.map(({ name, isType }) => `${isType ? 'type ' : 'value'} ${name}`), ''].join('\n')
}
