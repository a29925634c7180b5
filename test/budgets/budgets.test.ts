import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requirements } from '../requirements/requirements.js'
import { isOfficialModule } from '../support/official-sdk.js'
import { root } from '../support/root.js'
import { filesUnder, isTest, sourceFiles } from '../support/source-files.js'
import { anyInDeclarations } from './any-in-declarations.js'
import { exceptions } from './exceptions.js'
import { measure } from './measure.js'
import { type Offender, overBudget } from './over-budget.js'

const sources = sourceFiles()
const library = sources.filter(({ path }) => !isTest(path))
const measured = library.map(({ path, text }) => ({ path, ...measure(path, text) }))
const weighed = [...sources, ...filesUnder('test')].flatMap(overBudget)
const excused = new Set(exceptions.map(({ offender }) => offender))

test('files and functions are read in one sitting', () => {
  expect(unexcused(weighed)).toEqual([])
})

test('exported types have no `any`', () => {
  expect(unexcused(untyped())).toEqual([])
})

test('an exception excuses something: remove its line', () => {
  const found = new Set([...weighed, ...untyped()].map(({ offender }) => offender))
  expect(exceptions.map(({ offender }) => offender).filter((offender) => !found.has(offender))).toEqual([])
})

test('half of the files have at most 100 lines', () => {
  const lines = measured.map((each) => each.lines).sort((a, b) => a - b)
  expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(100)
})

test('between 12 % and 30 % of the lines are comment', () => {
  // The page of the console has no names that other code uses: its components say what they show.
  const all = measured.filter(({ path }) => !path.startsWith('packages/console/'))
  const share = sum(all.map(({ commentLines }) => commentLines)) / sum(all.map(({ lines }) => lines))
  expect(share).toBeGreaterThan(0.12)
  expect(share).toBeLessThan(0.3)
})

test('a file is named after what it holds, in kebab-case', () => {
  const kebabCase = /^([a-z0-9]+(-[a-z0-9]+)*[./])+tsx?$/
  const homeless = /\/(utils?|helpers?|common|types|shared|misc|lib)(\/|\.tsx?$)/
  const isMisnamed = (path: string) => homeless.test(path) || !kebabCase.test(path)
  const isOfficial = (path: string) => /^packages\/sdk\/src\/(examples\/)?shared\//.test(path) || isOfficialModule(path)
  const misnamed = sources.map(({ path }) => path).filter((path) => isMisnamed(path) && !isOfficial(path))
  expect(misnamed).toEqual([])
})

test('nothing is left for later', () => {
  expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b|not (yet )?implemented/i)).toEqual([])
})

test('comments speak to who maintains the code, not of plans and tickets', () => {
  const ids = [...requirements.keys()].join('|')
  // The reports of a check name its requirements.
  const isMeant = (path: string) => !path.startsWith('packages/omniport/src/cli/check/')
  expect(
    linesWith(new RegExp(`\\b(${ids})\\b|\\bDESIGN\\b|STYLE\\.md|\\bledger\\b|/work/|#\\d{2,}\\b|issue \\d`), isMeant),
  ).toEqual([])
})

function unexcused(offenders: readonly Offender[]): readonly string[] {
  return offenders
    .filter(({ offender }) => !excused.has(offender))
    .map(({ offender, line }) => `${offender} (line ${line})`)
}

function linesWith(pattern: RegExp, isMeant = (_path: string) => true): readonly string[] {
  return library
    .filter(({ path }) => isMeant(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').map((line, index) => `${path}:${index + 1} ${line.trim()}`)
      return lines.filter((line) => pattern.test(line.slice(path.length)))
    })
}

/** In what the build made of the sources that exist: an old build may hold more. */
function untyped(): readonly Offender[] {
  return (
    library
      // What programs compile against with the official SDK has `any` where its declarations have it.
      .filter(({ path }) => path.startsWith('packages/') && !path.startsWith('packages/sdk/'))
      // A page: nobody imports it, and its build makes no declarations.
      .filter(({ path }) => !path.startsWith('packages/console/'))
      .flatMap(({ path }) => {
        const declaration = path.replace('/src/', '/dist/').replace(/\.ts$/, '.d.ts')
        if (!existsSync(`${root}/${declaration}`)) throw new Error(`${declaration} is missing: npm run build`)
        return anyInDeclarations(declaration, readFileSync(`${root}/${declaration}`, 'utf8'))
      })
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
