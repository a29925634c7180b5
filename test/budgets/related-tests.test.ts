import { describe, expect, test } from 'vitest'
import { layers, packageTests, relatedTests, wholeTests } from '../../scripts/related-tests.mjs'
import { filesUnder, sourceFiles } from '../support/source-files.js'

const src = 'packages/omniport/src'
const always = ['test/exports/', 'test/layers/', 'test/words/']
const file = (path: string, ...imports: readonly string[]) => ({
  path,
  text: imports.map((specifier) => `import { x } from '${specifier}'\n`).join(''),
})

const sources = [
  file(`${src}/uri/expand.ts`),
  file(`${src}/uri/expand.test.ts`, './expand.js'),
  file(`${src}/uri/match.ts`, './expand.js'),
  file(`${src}/uri/match.test.ts`, './match.js', '#test/support/a.js'),
  file(`${src}/uri/other.test.ts`, './other.js'),
  file(`${src}/server/read.ts`, '../uri/match.js'),
  file(`${src}/server/read.test.ts`, './read.js'),
  file(`${src}/server/route.ts`, './read.js'),
  file(`${src}/server/route.test.ts`, './route.js'),
  file('packages/otel/src/record.ts'),
  file('packages/otel/src/record.test.ts', './record.js'),
  file('test/support/a.ts'),
]

describe('the tests of a change are', () => {
  test.each<[string, string[], string[]]>([
    [
      'those of its layer that load it, and those of the whole that the layer has',
      [`${src}/uri/expand.ts`],
      [`${src}/uri/expand.test.ts`, `${src}/uri/match.test.ts`, 'test/fuzz/uris', ...always],
    ],
    [
      'those beside what imports it from another layer, and no further',
      [`${src}/uri/match.ts`],
      [`${src}/server/read.test.ts`, `${src}/uri/match.test.ts`, 'test/fuzz/uris', ...always],
    ],
    ['the test that was changed', [`${src}/uri/other.test.ts`], [`${src}/uri/other.test.ts`, ...always]],
    ['all that loads what tests share', ['test/support/a.ts'], [`${src}/uri/match.test.ts`, ...always]],
    [
      'those of another package',
      ['packages/otel/src/record.ts'],
      ['packages/otel/src/record.test.ts', 'test/otel/', ...always],
    ],
    ['those of documents', ['docs/tools.md', 'README.md'], ['test/docs/']],
    ['none of other files', ['.gitignore'], []],
  ])('%s', (_, changed, expected) => {
    expect(relatedTests(changed, sources)).toEqual([...expected].sort())
  })
})

test('what is named for a layer or a package is there', () => {
  const tests = [...filesUnder('test'), ...sourceFiles()]
    .map(({ path }) => path)
    .filter((path) => /\.test\.tsx?$/.test(path))
  const named = [...Object.values(wholeTests), ...Object.values(packageTests)].flat()
  expect(named.filter((start) => !tests.some((path) => path.startsWith(start)))).toEqual([])
  expect(Object.keys(wholeTests).filter((layer) => !layers.includes(layer))).toEqual([])
})

test('a change of a file deep in the server runs a part of the tests', () => {
  const all = sourceFiles().filter(({ path }) => path.endsWith('.test.ts')).length
  const some = relatedTests([`${src}/server/lists/paginate.ts`])
  expect(some).toContain(`${src}/server/lists/paginate.test.ts`)
  expect(some.length).toBeLessThan(all / 5)
})
