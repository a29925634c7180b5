import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../layers/imports-of.js'
import { isOfficialModule } from '../support/official-sdk.js'
import { isTest, sourceFiles } from '../support/source-files.js'
import { measure } from './measure.js'

const sources = sourceFiles().filter(({ path }) => !isTest(path))

const mostFiles = 15
const helperLines = 40
/** In all packages. */
const mostHelpers = 35
const mostClassLines = 200
/** Of a class whose public members are those of the official SDK. */
const mostOfficialClassLines = 250

test(`a folder has at most ${mostFiles} source files`, () => {
  const counts = new Map<string, number>()
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > mostFiles)).toEqual([])
})

test(`a private helper of up to ${helperLines} lines lives in the file of its only neighbour`, {
  timeout: 120_000,
}, () => {
  const users = new Map<string, Set<string>>()
  for (const { from, path } of sources.flatMap(importsOf)) {
    if (path !== undefined) users.set(path, (users.get(path) ?? new Set()).add(from))
  }
  const helpers = sources
    .filter(({ path, text }) => measure(path, text).lines <= helperLines && !isOfficialModule(path))
    .map(({ path }) => ({ path, users: [...(users.get(path) ?? [])] }))
    .filter(({ path, users: [user, ...others] }) => {
      return user !== undefined && others.length === 0 && dirname(user) === dirname(path)
    })
  expect(helpers.length).toBeLessThan(mostHelpers)
})

test(`a class has at most ${mostClassLines} lines`, () => {
  const classes = sources.flatMap(({ path, text }) => classesOf(text).map((each) => ({ path, ...each })))
  const most = (path: string) => (isOfficialModule(path) ? mostOfficialClassLines : mostClassLines)
  expect(classes.filter(({ path, lines }) => lines > most(path))).toEqual([])
})

/** The classes of a file: each ends with the first brace at the start of a line. */
function classesOf(text: string): readonly { readonly name: string; readonly lines: number }[] {
  return [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)[\s\S]*?^\}/gm)].map(([body, name = '']) => ({
    name,
    lines: body.split('\n').length,
  }))
}
