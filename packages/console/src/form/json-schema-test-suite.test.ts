import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkValue } from './check/check-value.js'
import { describeForm } from './fields/describe-form.js'
import { startOfForm } from './fields/start-of.js'

const folder = join(dirname(createRequire(import.meta.url).resolve('json-schema-test-suite/package.json')), 'tests')

interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const groups = ['draft3', 'draft4'].flatMap((draft) =>
  readdirSync(join(folder, draft), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): readonly Group[] => JSON.parse(readFileSync(join(folder, draft, name), 'utf8'))),
)

test('every schema of the suite becomes a form or a reason, as arguments and as a member of them', () => {
  expect(groups.length).toBeGreaterThan(100)
  for (const { schema, tests } of groups) {
    const outer = { type: 'object', properties: { value: schema } }
    expect(describeForm({ schema, text: startOfForm(schema), branches: new Map() })).toBeDefined()
    for (const { data } of tests) {
      const text = JSON.stringify({ value: data })
      const form = describeForm({ schema: outer, text, branches: new Map() })
      expect('fields' in form ? form.fields.map(({ label, isPresent }) => [label, isPresent]) : form).toEqual([
        ['value', true],
      ])
    }
  }
})

test('nothing that the fourth draft allows is marked as wrong', () => {
  const marked = groups.flatMap(({ description, schema, tests }) =>
    tests
      .filter(({ valid, data }) => valid && checkValue(data, schema).length > 0)
      .map((each) => `${description}: ${each.description}`),
  )
  expect(marked).toEqual([])
})
