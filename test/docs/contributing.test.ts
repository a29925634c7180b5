import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { readDocument } from './code-blocks.js'

const [, section = ''] = readDocument('CONTRIBUTING.md').split('## Where do I change …')
const [table = ''] = section.split('\n## ')
const rows = [...table.matchAll(/^\| ([^|]+?) +\| (.+?) +\|$/gm)].map(([, topic = '', where = '']) => ({
  topic,
  files: [...where.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path),
}))

/** What the files of a topic must contain, in the order of their links: the place that a reader looks for. */
const places: Readonly<Record<string, readonly RegExp[]>> = {
  'a new revision': [/export const modernRevisions = /, /export const profiles\b/],
  'a default timeout': [/timeoutMs: /, /waitingMethods/],
  'a content type': [/readonly type: 'image'/, /satisfies Record</],
  'SSE keep-alive': [/#keepAlive\(/, /commentMs: /],
  'an OAuth grant': [/'client_credentials'/, /'client_credentials'/],
  'allowed tool names': [/1 to 128 of/, /safeName = /],
  cursors: [/cursor/],
  'a verb of the command': [/export const verbs/],
  'a store': [],
  'how often progress is sent': [/class ProgressReporter/],
}

test('CONTRIBUTING.md has a row for each of these', () => {
  expect(rows.map(({ topic }) => topic).filter((topic) => !/^[-…]/.test(topic))).toEqual(Object.keys(places))
})

test.each(Object.entries(places))('%s: the links lead to the place', (topic, patterns) => {
  const files = rows.find((row) => row.topic === topic)?.files ?? []
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const missed = patterns.filter((pattern, index) => !pattern.test(textOf(files[index])))
  expect(missed).toEqual([])
})

function textOf(path: string | undefined): string {
  if (path === undefined || statSync(join(root, path)).isDirectory()) return ''
  return readFileSync(join(root, path), 'utf8')
}
