import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { schemaOf } from '../protocol/schemas/schema-of.js'
import { isJsonObject } from '../values/json/json-object.js'
import { officialSchema } from './official-schema.js'

const file = new URL('fixtures/examples.gen.json', import.meta.url)
const examples = Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8')))

describe.each(revisions)('%s: the library and ajv agree', (revision) => {
  const schema = officialSchema(revision)
  const ajv = createAjv(revision)
  const known = examples.filter(([name]) => schema.has(definitionOf(name)))

  test('on examples, and on each with one member changed or gone', () => {
    const disagreements: string[] = []
    let checks = 0
    for (const [name, example] of known) {
      const pointer = schema.pointer(definitionOf(name))
      const validate = ajv(pointer)
      for (const value of [example, ...variantsOf(example)]) {
        checks += 1
        const isValid = schema.issues(pointer, value).length === 0
        if (isValid !== validate(value)) disagreements.push(`${name}: ${JSON.stringify(value)}`)
      }
    }
    expect(disagreements).toEqual([])
    expect(checks).toBeGreaterThan(2_000)
  })

  test('on which definitions there are', () => {
    const { $defs, definitions = $defs } = schemaOf(revision)
    const names = Object.keys(definitions as object)
    expect(names.length).toBeGreaterThan(70)
    for (const name of names) expect(schema.at(schema.pointer(name))).not.toEqual({})
    expect(() => schema.pointer('Nothing')).toThrow(new TypeError(`${revision} does not define Nothing`))
    expect(() => schema.pointer('__proto__')).toThrow(TypeError)
  })
})

function createAjv(revision: Revision): (pointer: string) => ValidateFunction {
  const document = schemaOf(revision)
  const options = { strict: false }
  const ajv = '$defs' in document ? new Ajv2020(options) : new Ajv(options)
  // ajv-formats is CommonJS: under Node's ES modules its default export is the module object, which holds the function.
  addFormats.default(ajv)
  ajv.addSchema(document, 'mcp')
  return (pointer) => ajv.compile({ $ref: `mcp#${pointer}` })
}

function definitionOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

const others = [null, true, 5, 1.5, -1, '', 'x', [], {}]

/** The value with one member, at any depth, replaced or left out. */
function* variantsOf(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const variant of [...others, ...variantsOf(item)]) yield value.with(index, variant)
    }
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...rest } = value
      yield rest
      for (const variant of [...others, ...variantsOf(member)]) yield { ...value, [key]: variant }
    }
  }
}
