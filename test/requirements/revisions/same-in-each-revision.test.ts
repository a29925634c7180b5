import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../support/root.js'
import { isTest } from '../../support/source-files.js'
import { revisions } from '../../wire/revisions.js'
import { evidence } from '../evidence.js'
import { requirements } from '../requirements.js'
import { revisionsOfMust } from './in-each-revision.js'
import { sameInEachRevision } from './same-in-each-revision.js'

const { shown, tests } = evidence()
const ids = sameInEachRevision.flatMap((each) => each.ids)

test('each is a MUST of several revisions that is verified, and named once', () => {
  const isRight = (id: string) => {
    const row = requirements.get(id)
    return row !== undefined && revisionsOfMust(row).length > 1 && tests.has(id)
  }
  expect(ids.filter((id) => !isRight(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('none is verified in each of its revisions: remove it where it is', () => {
  const isShown = (id: string) => {
    const row = requirements.get(id)
    return row !== undefined && revisionsOfMust(row).every((revision) => shown.get(id)?.has(revision) === true)
  }
  expect(ids.filter(isShown)).toEqual([])
})

test.each(sameInEachRevision.flatMap(({ code }) => code))('the code of %s names no revision', (path) => {
  const sources = sourcesAt(path)
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter((source) => namesRevision(readFileSync(`${root}/${source}`, 'utf8')))).toEqual([])
})

/** A file, or the files of a folder that are no tests. */
function sourcesAt(path: string): readonly string[] {
  if (!existsSync(`${root}/${path}`)) return []
  if (statSync(`${root}/${path}`).isFile()) return [path]
  return readdirSync(`${root}/${path}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
}

/** Outside of comments. */
function namesRevision(text: string): boolean {
  const code = text.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
  return /revision/i.test(code) || revisions.some((each) => code.includes(each))
}

test('code is read without its comments', () => {
  expect(['// revision\na()', '/** 2025-11-25 */\na()', 'a() // at 2025-11-25'].map(namesRevision)).toEqual([
    false,
    false,
    false,
  ])
  expect(["a('2025-11-25')", 'a(profile.revision)', 'newestRevision()'].map(namesRevision)).toEqual([true, true, true])
})
