// Collects the schemas of newer drafts for the tests of the console's forms: `node scripts/collect-json-schema-tests.mjs <clone>`, with a clone
// of https://github.com/json-schema-org/JSON-Schema-Test-Suite. Groups that several drafts share are there once.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [, , clone] = process.argv
const target = fileURLToPath(
  new URL('../packages/console/src/form/fixtures/json-schema-tests.gen.json', import.meta.url),
)
const drafts = ['draft6', 'draft7', 'draft2019-09', 'draft2020-12']

const groups = new Map()
for (const draft of drafts) for (const [name, group] of groupsOf(draft)) add(draft, name, group)
const lines = [...groups.values()].map((group) => JSON.stringify(group))
const notice = readFileSync(join(clone, 'LICENSE'), 'utf8').replace(/\s+/g, ' ').trim()
writeFileSync(target, `{"licence":${JSON.stringify(notice)},\n"groups":[\n${lines.join(',\n')}\n]}\n`)

function* groupsOf(draft) {
  const folder = join(clone, 'tests', draft)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const name of names.sort()) {
    for (const group of JSON.parse(readFileSync(join(folder, name), 'utf8'))) yield [name, group]
  }
}

function add(draft, name, { description, schema, tests }) {
  const { $schema: _, $comment: __, ...plain } = schema
  const shown = typeof schema === 'object' ? plain : schema
  const key = JSON.stringify(shown)
  const group = groups.get(key) ?? {
    drafts: [],
    name: `${name}: ${description}`,
    schema: shown,
    valid: [],
    invalid: [],
  }
  groups.set(key, group)
  if (!group.drafts.includes(draft)) group.drafts.push(draft)
  for (const { data, valid } of tests) {
    const values = valid ? group.valid : group.invalid
    if (!values.some((value) => JSON.stringify(value) === JSON.stringify(data))) values.push(data)
  }
}
