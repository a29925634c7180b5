import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { revisions } from 'omniport'
import { describe, expect, test } from 'vitest'
import { layers } from '../layers/layers.js'
import { root } from '../support/root.js'
import { documents, readDocument } from './code-blocks.js'

const all = documents().map((path) => ({ path, text: readDocument(path).replaceAll(/^```.*?^```$/gms, '') }))

describe.each(all)('$path', ({ path, text }) => {
  test('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
    const files = targets.filter((target) => !/^\w+:/.test(target))
    expect(files.filter((file) => !existsSync(posix.join(root, posix.dirname(path), file)))).toEqual([])
  })

  test('names paths of the repository that exist', () => {
    const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
    const named = spans.flatMap((span) => span.split(/\s/)).filter(isRepositoryPath)
    expect(named.filter((name) => !existsSync(`${root}/${name}`))).toEqual([])
  })

  test('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: object }
    const named = [...readDocument(path).matchAll(/npm (?:run )?(test|start|(?<=run )[\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test.each([
  ['CONTRIBUTING.md', /is a row of folders: ([^.]+)\./],
  ['docs/design.md', /stands before it:\n\n(.+)\n\n/],
])('%s names the layers in their order', (path, pattern) => {
  const [, list = ''] = pattern.exec(readDocument(path)) ?? []
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  expect(named).toEqual(layers().map(({ name }) => name))
})

test.each(['host', 'schema', 'store/contracts'])('the page of the layer %s says what it imports', (folder) => {
  const page = readDocument(`packages/omniport/src/${folder}/README.md`)
  const stated = [...page.matchAll(/^The layer `(.+?)` imports (.+)\.$/gm)].map(([, name, list = '']) => {
    return [name, [...list.matchAll(/`([^`]+)`/g)].map(([, each]) => each)]
  })
  const own = layers().filter(({ name }) => name === folder || name.startsWith(`${folder}/`))
  expect(stated).toEqual(own.map(({ name, references }) => [name, references]))
})

test('README has a column for each revision', () => {
  const [, header = ''] = /^\| +\| (2024.*?) +\|$/m.exec(readDocument('README.md')) ?? []
  expect(header.split(/ +\| /)).toEqual([...revisions])
})

function isRepositoryPath(name: string): boolean {
  return /^(packages|examples|test|docs|\.ci)\/[\w./-]+$/.test(name) || /^[A-Z]+\.md$/.test(name)
}
