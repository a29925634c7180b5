import { expect, test } from 'vitest'
import { verbs } from '../../packages/omniport/src/cli/verbs/verbs.js'
import { readDocument } from './code-blocks.js'

const readme = readDocument('README.md')
const performance = readDocument('docs/performance.md')
const [, comparison = ''] = readme.split('## Why not the official SDK?')
const [section = ''] = comparison.split('\n## ')

/** The workloads that the command of the section measures. */
const workloads = /`npm run bench -- ([\w -]+)`/.exec(section)?.[1]?.split(' ') ?? []

/** The cells of the rows of a Markdown table, their first one left out. */
function figuresIn(table: string): readonly (readonly string[])[] {
  const lines = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, line = '']) => line.split('|').map((cell) => cell.trim()))
  return lines.slice(2).map(([, ...cells]) => cells)
}

/** What docs/performance.md says of a contender in a workload. */
function measured(workload: string, contender: string): number {
  const [, table = ''] = performance.split(`\n\`${workload}\`\n`)
  const [, figure] = new RegExp(`^\\| ${contender} +\\| +([\\d.]+) \\|`, 'm').exec(table.split('\n### ')[0] ?? '') ?? []
  return Number(figure)
}

test('the figures beside the official SDK are those of docs/performance.md', () => {
  const expected = workloads.map((workload) =>
    ['omniport', 'sdk-v2', 'sdk-v1'].map((contender) => String(measured(workload, contender))),
  )
  expect(workloads).toHaveLength(3)
  expect(figuresIn(section)).toEqual(expected)
})

test('the versions of the SDK are those that were measured', () => {
  const [, two, one] = /\| Omniport \| SDK ([\d.]+) \| SDK ([\d.]+) \|/.exec(section) ?? []
  const { devDependencies } = JSON.parse(readDocument('package.json')) as { devDependencies: Record<string, string> }
  expect([two, one]).toEqual([
    devDependencies['@modelcontextprotocol/server'],
    devDependencies['@modelcontextprotocol/sdk'],
  ])
})

test('the verbs of the command that it names are there', () => {
  const named = [...readme.matchAll(/npx omniport (\w+)/g)].map(([, verb]) => verb)
  const known = verbs.map(({ name }) => name)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((verb) => !known.includes(String(verb)))).toEqual([])
})

test('says what it is, why, how to install it, and how to use it, in this order', () => {
  const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([
    'Work on this repository',
    'Why not the official SDK?',
    'Quick start',
    ...['Tools', 'Resources', 'Prompts', 'Ask the person', 'HTTP', 'Authorization', 'Host', 'Gateway', 'More'],
    'Revisions',
    'Layout',
  ])
})
