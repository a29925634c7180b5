import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { bannedNames, bannedParts } from './banned-words.js'
import { identifiersOf, wordsOf } from './names-of.js'

const folders = ['packages', 'examples', 'test', 'bench', 'soak', 'conformance', 'mutations', 'scripts']

const paths = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(ts|mts|tsx|mjs|cjs|js)$/.test(path))
  .filter((path) => !/\/(node_modules|dist)\/|^test\/words\/|\.gen\./.test(path))

const identifiers = paths.flatMap((path) => identifiersOf(path, readFileSync(join(root, path), 'utf8')))

test('no identifier is a word of our own', () => {
  expect(
    identifiers.filter(({ name }) => bannedNames.has(name) || hasBannedPart(name)).map(({ where }) => where),
  ).toEqual([])
})

test('no file or folder is named with one', () => {
  const names = new Set(paths.flatMap((path) => path.split('/')))
  expect([...names].filter(hasBannedPart)).toEqual([])
})

describe('the words of a name', () => {
  test.each([
    ['camelCase', 'answerRoad', ['answer', 'road']],
    ['PascalCase with an acronym', 'HTTPRoadMap', ['http', 'road', 'map']],
    ['kebab-case with an ending', 'late-abort.test.ts', ['late', 'abort', 'test', 'ts']],
    ['one that only contains another', 'broadcast', ['broadcast']],
  ])('%s', (_, name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })
})

function hasBannedPart(name: string): boolean {
  const words = ` ${wordsOf(name).join(' ')} `
  return bannedParts.some((part) => words.includes(` ${part} `))
}
