import { describe, expect, test } from 'vitest'
import { notFast } from '../support/not-fast.js'
import { apart, moreOnly, pairwise, sampled } from '../support/scope.js'
import { filesUnder } from '../support/source-files.js'

const files = filesUnder('test')
const toPattern = (glob: string) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
const matching = (globs: readonly string[]) =>
  files.map(({ path }) => path).filter((path) => globs.some((glob) => toPattern(glob).test(path)))

test('each entry of the scopes is there, and no file is in both', () => {
  expect([...moreOnly, ...sampled].filter((glob) => matching([glob]).length === 0)).toEqual([])
  const both = matching(moreOnly).filter((path) => matching(sampled).includes(path))
  expect(both).toEqual([])
})

test('what test:fast leaves out is there', () => {
  const tests = filesUnder('packages').map(({ path }) => path)
  const isThere = (glob: string) =>
    glob.startsWith('**/*')
      ? tests.some((path) => path.endsWith(glob.slice('**/*'.length)))
      : tests.some((path) => toPattern(glob).test(path))
  expect(notFast.filter((glob) => !isThere(glob))).toEqual([])
})

test('what samples is listed, so that it runs whole elsewhere', () => {
  const samples = files.filter(({ text }) => /from '[^']*support\/scope\.js'/.test(text)).map(({ path }) => path)
  const known = ['test/budgets/scope.test.ts', 'test/fuzz/fuzz.ts', ...matching(sampled)]
  expect(samples.filter((path) => !known.includes(path))).toEqual([])
})

test('what replaces parts of its process has one of its own', () => {
  const replacing = filesUnder('packages')
    .filter(
      ({ path, text }) => /\/src\/.*\.test\.ts$/.test(path) && /vi\.(?:mock|doMock|stub\w+|resetModules)\(/.test(text),
    )
    .map(({ path }) => path)
  expect(replacing.sort()).toEqual([...apart])
})

/** What all files of a process have in common, in contrast to an object of a test. */
const spiesOnShared = /vi\.spyOn\((?:crypto|globalThis|process|console|performance|JSON|[A-Z]\w*\.prototype)\b/

test('what shares its process gives back what it spies on', () => {
  const spying = filesUnder('packages').filter(
    ({ path, text }) => /\/src\/.*\.test\.ts$/.test(path) && !apart.includes(path) && spiesOnShared.test(text),
  )
  expect(spying.length).toBeGreaterThan(5)
  expect(spying.filter(({ text }) => !/mockRestore\(|restoreAllMocks\(/.test(text)).map(({ path }) => path)).toEqual([])
})

test.each(['fast', 'usual', 'more', 'test'])('tests of the mode %s are told that it is theirs', async (mode) => {
  const { default: configure } = await import('../../vitest.config.js')
  const { test } = await configure({ mode, command: 'serve' })
  const projects = (test?.projects ?? []) as readonly { readonly test: { readonly env: Record<string, string> } }[]
  expect(projects.length).toBeGreaterThan(0)
  expect(projects.map(({ test }) => test.env['OMNIPORT_TESTS'])).toEqual(projects.map(() => mode))
})

describe('pairwise', () => {
  const values = [0, 1, 2, 3, 4]
  const rows = values.flatMap((a) => values.flatMap((b) => values.map((c) => [a, b, c] as const)))
  const pairsOf = ([a, b, c]: readonly number[]) => [`ab${a}${b}`, `ac${a}${c}`, `bc${b}${c}`]

  test('keeps each pair of values of two columns, with a fraction of the rows, and the same each time', () => {
    const chosen = pairwise(rows, (row) => row)
    expect(new Set(chosen.flatMap(pairsOf))).toEqual(new Set(rows.flatMap(pairsOf)))
    expect(chosen.length).toBeLessThanOrEqual(rows.length / 2)
    expect(pairwise(rows, (row) => row)).toEqual(chosen)
  })

  test('keeps all rows whose pairs are their own, in their order', () => {
    expect(
      pairwise(
        [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        (row) => row,
      ),
    ).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })
})
