import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'

const page = new URL('../../docs/performance.md', import.meta.url)
const begin = '<!-- written by `npm run bench`: begin -->'
const end = '<!-- written by `npm run bench`: end -->'

/**
 * Puts tables into docs/performance.md, between its markers, each with what it was measured on below it. Tables of workloads that
 * were not run stay as they are.
 *
 * @param {readonly { name: string, table: string }[]} tables
 * @param {readonly string[]} order the names of all workloads
 */
export function writePage(tables, { order, rounds }) {
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(begin)
  const [old, after] = rest?.split(end) ?? []
  if (after === undefined) throw new Error('docs/performance.md has lost its markers')
  const run = describeRun(rounds)
  const all = new Map([...tablesIn(old), ...tables.map(({ name, table }) => [name, `${table}\n\n${run}`])])
  const sorted = order.filter((name) => all.has(name)).map((name) => all.get(name))
  writeFileSync(page, `${before}${begin}\n\n${sorted.join('\n\n')}\n\n${end}${after}`)
}

function tablesIn(text) {
  return text
    .split(/^(?=### )/m)
    .filter((part) => part.startsWith('### '))
    .map((part) => [/^`(.+)`$/m.exec(part)[1], part.trim()])
}

function describeRun(rounds) {
  const [{ model }, ...others] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${others.length + 1} cores of ${model.trim()}`
  const counted = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
  return `${day}, ${counted}, Node ${process.versions.node} on ${process.platform} ${process.arch}, ${machine}.`
}
