import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkValue } from './check/check-value.js'
import { describeForm } from './fields/describe-form.js'
import { startOfForm } from './fields/start-of.js'

const folder = join(dirname(createRequire(import.meta.url).resolve('json-schema-test-suite/package.json')), 'tests')

/** A schema with values that it allows and values that it does not. */
interface Group {
  readonly drafts: readonly string[]
  readonly name: string
  readonly schema: unknown
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
}

interface PackagedGroup {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[]
}

/** Those of the package of the suite, which has two drafts. */
const packaged = ['draft3', 'draft4'].flatMap((draft) =>
  readdirSync(join(folder, draft), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): readonly PackagedGroup[] => JSON.parse(readFileSync(join(folder, draft, name), 'utf8')))
    .map(({ description, schema, tests }): Group => {
      const valuesOf = (isValid: boolean) => tests.filter(({ valid }) => valid === isValid).map(({ data }) => data)
      return { drafts: [draft], name: description, schema, valid: valuesOf(true), invalid: valuesOf(false) }
    }),
)

/** Those of the newer drafts, which `scripts/collect-json-schema-tests.mjs` collects. */
const collected = JSON.parse(readFileSync(new URL('fixtures/json-schema-tests.gen.json', import.meta.url), 'utf8')) as {
  readonly groups: readonly Group[]
}

const groups = [...packaged, ...collected.groups]

/** What every schema becomes: fields, or a text that says why it has none. */
const formOrReason = expect.toSatisfy(
  (form: object) => ('fields' in form && Array.isArray(form.fields)) || ('reason' in form && form.reason !== ''),
)

test.each([
  ['draft3', 60],
  ['draft4', 80],
  ['draft6', 180],
  ['draft7', 200],
  ['draft2019-09', 250],
  ['draft2020-12', 250],
])('every schema of %s becomes a form or a reason, as arguments and as a member of them', (draft, least) => {
  const ofDraft = groups.filter(({ drafts }) => drafts.includes(draft))
  expect(ofDraft.length).toBeGreaterThan(least)
  for (const { name, schema, valid, invalid } of ofDraft) {
    const outer = { type: 'object', properties: { value: schema } }
    expect(describeForm({ schema, text: startOfForm(schema), branches: new Map() })).toEqual(formOrReason)
    for (const data of [...valid, ...invalid]) {
      const form = describeForm({ schema: outer, text: JSON.stringify({ value: data }), branches: new Map() })
      const fields = 'fields' in form ? form.fields.map(({ label, isPresent }) => [label, isPresent]) : form
      expect([name, fields]).toEqual([name, [['value', true]]])
      expect(checkValue(data, schema)).toBeInstanceOf(Array)
    }
  }
})

/** What is marked although a draft allows it: a format is a hint there, and a hint is what a mark is. */
const marked = [
  // Since draft 2019-09 a schema may stand beside a reference, and forms take all of them as of 2020-12.
  'ref.json: ref overrides any sibling keywords',
  // Own vocabularies are not read.
  'vocabulary.json: schema that uses custom metaschema with with no validation vocabulary',
]

test('nothing that is allowed is marked as wrong, but for formats and what is known', () => {
  const wrong = groups
    .filter(({ schema, valid }) => valid.some((data) => checkValue(data, schema).length > 0))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('format.json: '))
  expect(wrong).toEqual(marked)
})
