import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../support/source-files.js'

/** What runs in pages alone: browsers have no such fault. */
const inPages = ['packages/app/', 'packages/console/']

test('what runs in Node parses URLs by parseUrl: URL.canParse of Node 20 refuses some that are valid', () => {
  const sources = sourceFiles().filter(
    ({ path }) => path.startsWith('packages/') && !isTest(path) && !inPages.some((folder) => path.startsWith(folder)),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.filter(({ text }) => text.includes('URL.canParse(')).map(({ path }) => path)).toEqual([])
})
