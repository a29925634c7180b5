import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { codeBlocks, readDocument } from './code-blocks.js'
import { parts } from './learn.js'
import { knownPrograms, toFullText, toIndex } from './llms.js'

const skill = readDocument('packages/omniport/skills/omniport/SKILL.md')

if (process.env['UPDATE'] === '1') {
  writeFileSync(`${root}/docs/llms.txt`, toIndex())
  writeFileSync(`${root}/docs/llms-full.txt`, toFullText())
}

test.each([
  ['docs/llms.txt', toIndex],
  ['docs/llms-full.txt', toFullText],
])('%s is what the documents say: UPDATE=1 npx vitest run test/docs/llms', (path, write) => {
  expect(readDocument(path) === write()).toBe(true)
})

test('llms.txt has every page that docs/README.md lists, once', () => {
  const named = [...toIndex().matchAll(/^- \[[\w-]+\]\((\S+)\): .+$/gm)].map(([, file]) => file)
  expect(named).toEqual(parts.flatMap(({ pages }) => pages.map(({ file }) => file)))
})

test('the skill has the front matter that agents read', () => {
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? []
  expect(front.split('\n').map((line) => line.split(':')[0])).toEqual(['name', 'description'])
  expect(front).toMatch(/^name: omniport$/m)
})

test('the programs of the skill are programs of the README or of a page for a beginner', () => {
  const known = knownPrograms()
  const blocks = codeBlocks(skill).filter(({ language }) => language === 'ts')
  expect(blocks.length).toBeGreaterThan(4)
  expect(blocks.filter(({ text }) => !known.has(text))).toEqual([])
})
