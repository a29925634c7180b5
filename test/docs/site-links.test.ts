import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutTags } from '../../docs/.vitepress/plain-pages.js'
import { toSiteLinks } from '../../docs/.vitepress/site-links.js'
import { root } from '../support/root.js'
import { readDocument } from './code-blocks.js'

/** Stands for the heading of a page. */
const titleOf = (page: string) => `Title of ${page}`

const agent = { source: 'examples/agent/README.md', page: 'reference/examples/agent.md', titleOf }
const index = { source: 'docs/README.md', page: 'README.md', titleOf }
const install = { source: 'docs/install.md', page: 'install.md', titleOf }

test.each([
  ['the name of a page becomes its title', '[tools.md](tools.md)', install, '[Title of tools.md](./tools.md)'],
  [
    'the path of a page becomes its title',
    '[docs/install.md](../../docs/install.md)',
    agent,
    '[Title of install.md](../../install.md)',
  ],
  ['a label of its own stays', '[how](tools.md#schemas)', install, '[how](./tools.md#schemas)'],
  ['a file of an example keeps its name', '[main.js](main.js)', agent, '[main.js](./agent.md#main-js)'],
  [
    'a file in a folder too',
    '[src/main.ts](../examples/apps/src/main.ts)',
    install,
    '[src/main.ts](./reference/examples/apps.md#src-main-ts)',
  ],
  [
    'a folder of an example is its page',
    '[examples/job](../examples/job)',
    install,
    '[Title of reference/examples/job.md](./reference/examples/job.md)',
  ],
  ['a list for programs keeps its name', '[llms.txt](llms.txt)', index, '[llms.txt](./llms.txt)'],
  ['the readme of the repository is the first page', '[README](../README.md)', index, '[README](./index.md)'],
  ['a file that is no page is a path', '[runs](../scripts/docs.mjs)', install, 'runs (`scripts/docs.mjs`)'],
  ['a path as label is not said twice', '[scripts/docs.mjs](../scripts/docs.mjs)', install, '`scripts/docs.mjs`'],
  ['code stays', '```md\n[tools.md](tools.md)\n```', install, '```md\n[tools.md](tools.md)\n```'],
])('%s', (_, text, places, expected) => {
  expect(toSiteLinks(text, places)).toBe(expected)
})

describe.each(readdirSync(`${root}/examples`))('the readme of examples/%s', (name) => {
  const text = readDocument(`examples/${name}/README.md`)
  const places = { source: `examples/${name}/README.md`, page: `reference/examples/${name}.md`, titleOf }

  test('has a title, and labels that differ', () => {
    const labels = [...toSiteLinks(text, places).matchAll(/^\| \[([^\]]+)\]/gm)].map(([, label]) => label)
    expect([text.startsWith('# '), labels.length]).toEqual([true, new Set(labels).size])
  })
})

test('a page without tags has its text and its code', () => {
  const text = '<p class="lead">Write\nonce.</p>\n\n<div>\n\n```ts\nconst a: Map<string> = b\n```\n\n</div>\n'
  expect(withoutTags(text)).toBe('Write\nonce.\n\n```ts\nconst a: Map<string> = b\n```\n\n')
})
