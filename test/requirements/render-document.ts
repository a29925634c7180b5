import { posix } from 'node:path'
import { areaTitles } from './area-titles.js'
import type { Evidence } from './evidence.js'
import type { Requirement, Role } from './parse-requirements.js'
import { renderNumbers } from './render-numbers.js'
import { isOfSeveral, missingRevisions } from './revisions/in-each-revision.js'
import { rowsByArea } from './rows-by-area.js'
import { sayLevels } from './say-levels.js'

/** The text of `docs/requirements.md`: what is missing, the numbers, and every requirement with what verifies it. */
export function renderDocument(evidence: Evidence): string {
  const sections = [introduction, outside(evidence), gaps(evidence), unexplained(evidence), numbers(evidence), legend]
  const areas = [...rowsByArea(evidence.requirements)].map(([area, rows]) => renderArea(area, rows, evidence))
  return `${[...sections, ...areas].filter((section) => section !== '').join('\n\n')}\n`
}

const introduction = `# Requirements

What the specification asks for in its five revisions, in our words, and the tests that show it. A MUST without a test is a known
gap, with the reason. A SHOULD without a test has a reason why no test of a library could show it.

\`npm run requirements\` checks that this is complete, writes this page and prints its numbers; it needs no build. \`npm test\` runs the
tests that are named here. A test names what it verifies in a call of \`verifies\`, a transcript in a line \`# verifies:\`.

A MUST that holds in several revisions is verified in each of them: by a test that runs there, and says so with
\`verifiesIn(revision, …)\` or as a transcript of that revision. The revision comes from the table of the test or is a literal, and
the test uses it for something else too; \`npm test\` reads that. Where no test does, the row says why one suffices: code fulfils it that
names no revision, which \`npm test\` reads as well.`

/** Parts of the specification that have no area in the manifest until there is something to verify. */
const parts = {
  AUTH: 'authorization (beyond the security best practices)',
  CC: 'the extension for client credentials',
  EMA: 'the extension for authorization managed by an enterprise',
  HOST: 'what hosts do in general',
}

function outside({ requirements }: Evidence): string {
  const areas = rowsByArea(requirements)
  const missing = Object.entries(parts).flatMap(([area, part]) => (areas.has(area) ? [] : [part]))
  return missing.length === 0 ? '' : `Not in the list yet: ${missing.join('; ')}.`
}

function gaps({ requirements, gaps }: Evidence): string {
  const lines = requirements.flatMap((row) => {
    const reason = gaps.get(row.id)
    return reason === undefined ? [] : [`- **${row.id}**: ${inPlain(row.text)} Not verified: ${inPlain(reason)}.`]
  })
  return `## Known gaps\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}`
}

function unexplained({ requirements, tests, gaps, reasons }: Evidence): string {
  const rows = requirements.filter(({ level, id }) => {
    const isExplained = tests.has(id) || gaps.has(id) || reasons.has(id)
    return (level === 'MUST' || level === 'SHOULD') && !isExplained
  })
  if (rows.length === 0) return ''
  const lines = rows.map(({ id, level, text }) => `- **${id}**, ${level}: ${inPlain(text)}`)
  return `## Neither verified nor explained\n\n${lines.join('\n')}`
}

function numbers(evidence: Evidence): string {
  return `## Numbers

The same requirement counts in each revision that has it, at the level it has there; in \`all\` it counts once, at its strongest.

${sayEachRevision(evidence)}

${renderNumbers(evidence).trimEnd()}`
}

function sayEachRevision(evidence: Evidence): string {
  const several = evidence.requirements.filter((row) => isOfSeveral(row, evidence))
  const same = several.filter(({ id }) => evidence.same.has(id))
  const missing = several.filter((row) => missingRevisions(row, evidence).length > 0)
  const each = several.length - same.length - missing.length
  const rest = missing.length === 0 ? '' : `; ${missing.length} are verified in some of them only`
  return `Of ${several.length} verified MUSTs of several revisions, ${each} are verified in each of them, and ${same.length} are fulfilled by code that names no revision${rest}.`
}

const legend = `## How to read a row

First stands whose duty it is; \`others\` are gateways, proxies and views. Then follows how strongly each revision asks for it. \`fact\` is
the shape of the schema, or a duty without one of the upper-case keywords; \`informal\` is advice; \`removed\` says that it does not exist
there any more; \`derived\` is no text of the specification, but follows from serving several revisions at once. The clause at the end
is a page under \`https://modelcontextprotocol.io/specification/<revision>/\`, or the proposal that brought it (\`SEP-\`), or the page
of security best practices (\`docs/\`). Only what is MUST or SHOULD needs a test.`

function renderArea(area: string, rows: readonly Requirement[], evidence: Evidence): string {
  const titles: Readonly<Record<string, string>> = areaTitles
  const title = titles[area] ?? ''
  const lines = rows.map((row) => renderRow(row, evidence))
  return `## ${area}${title === '' ? '' : `: ${inPlain(title)}`}\n\n${lines.join('\n')}`
}

const duties: Readonly<Record<Role, string>> = {
  client: 'client',
  server: 'server',
  both: 'client and server',
  host: 'host',
  intermediary: 'others',
  'authorization-server': 'others',
}

function renderRow(row: Requirement, evidence: Evidence): string {
  const { id, role, revisions, text, clause } = row
  const duty = `- **${id}**, ${duties[role]}, ${sayLevels(revisions)}: ${inPlain(text)} \`${clause}\``
  const notes = [sayStanding(id, evidence), saySame(row, evidence)].filter((note) => note !== '')
  return [duty, ...notes.map((note) => `  - ${note}`)].join('\n')
}

function saySame(row: Requirement, evidence: Evidence): string {
  const reason = evidence.same.get(row.id)
  if (reason !== undefined) return `One test suffices for all revisions: ${inPlain(reason)}.`
  const missing = missingRevisions(row, evidence)
  return missing.length === 0 ? '' : `Not verified in ${missing.join(', ')}.`
}

function sayStanding(id: string, { tests, gaps, reasons }: Evidence): string {
  const files = tests.get(id)
  if (files !== undefined) return `Verified by ${[...files].sort().map(toLink).join(', ')}`
  const gap = gaps.get(id)
  if (gap !== undefined) return `Known gap: ${inPlain(gap)}.`
  const reason = reasons.get(id)
  return reason === undefined ? '' : `No test: ${inPlain(reason)}.`
}

function toLink(file: string): string {
  return `[${inPlain(posix.basename(file))}](../${file})`
}

/** Texts of the manifest mean their characters as they stand. */
function inPlain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]/g, '\\$&')
}
