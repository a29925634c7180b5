import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import process from 'node:process'
import { drawPlot } from './draw-plot.mjs'
import { toSummary, toTable } from './to-table.mjs'

const docs = new URL('../../docs/', import.meta.url)
const begin = '<!-- written by `npm run soak -- --write`: begin -->'
const end = '<!-- written by `npm run soak -- --write`: end -->'

/** Puts what came of a run into docs/soak.md, between its markers, and its plot beside it. */
export function writePage({ recording, rows, options, command }) {
  const page = new URL('soak.md', docs)
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (after === undefined) throw new Error('docs/soak.md has lost its markers')
  const parts = [
    begin,
    about({ recording, options, command }),
    plot,
    toTable(rows),
    toSummary(recording),
    unexpected(recording),
    end,
  ]
  writeFileSync(new URL('soak.svg', docs), drawPlot(recording, options.warmUpSeconds))
  writeFileSync(page, `${before}${parts.join('\n\n')}${after}`)
}

const plot = '![Heap, RSS, open files and timers of each process over time](soak.svg)'

function about({ recording: { begun, seconds }, options, command }) {
  const [{ model }, ...others] = cpus()
  const machine = `${others.length + 1} cores of ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const date = new Date(begun).toISOString().slice(0, 10)
  const times = `${Math.round(seconds / 6) / 10} minutes, the first ${Math.round(options.warmUpSeconds)} s of which are warm-up`
  return `\`${command}\`, ${date}: ${times}. Node ${process.versions.node} on ${process.platform} ${process.arch}, ${machine}.`
}

function unexpected({ errors }) {
  if (errors.size === 0) return 'Nothing happened that was not expected, and nothing was left behind.'
  const lines = Array.from(errors, ([text, count]) => `${count} times: ${text}`)
  return `Not expected:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``
}
