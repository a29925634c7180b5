import { lookUp } from '../../arguments/look-up.js'
import { type PropertySchema, propertySchemas, toRecord } from '../../arguments/property-schemas.js'
import { typesOf } from '../../arguments/types-of.js'
import type { Choice } from '../screen/prompts.js'
import type { Field } from './field.js'
import { valueCheck } from './value-check.js'

/** Returns the fields of an object schema, required ones first. */
export function fieldsOf(schema: unknown): readonly Field[] {
  const { required } = toRecord(schema)
  const names = new Set<unknown>(Array.isArray(required) ? required : [])
  const fields = [...propertySchemas(schema)].map(([name, property]) => toField(name, property, names.has(name)))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

function toField(name: string, property: PropertySchema, isRequired: boolean): Field {
  const schema = resolved(property)
  const { title, description, default: standard } = schema
  return {
    name,
    label: labelOf(name, title),
    ...(typeof description === 'string' && { description }),
    ...(standard !== undefined && { default: standard }),
    isRequired,
    toCheck: () => valueCheck(property.root, name),
    ...kindOf(schema, property),
  }
}

function labelOf(name: string, title: unknown): string {
  if (typeof title !== 'string' || title === '') return name
  return title.toLowerCase() === name.toLowerCase() ? title : `${title} (${name})`
}

function kindOf(schema: Readonly<Record<string, unknown>>, property: PropertySchema): Pick<Field, 'kind' | 'choices'> {
  const choices = schemaChoices(schema)
  if (choices !== undefined) return { kind: 'choice', choices }
  const { types, items } = typesOf({ ...property, schema })
  const ofItems = items === undefined ? undefined : schemaChoices(resolved(items))
  if (types.has('array') && ofItems !== undefined) return { kind: 'choices', choices: ofItems }
  const wanted = new Set(types)
  wanted.delete('null')
  const [type] = wanted
  if (wanted.has('string')) return { kind: isLong(schema) ? 'long text' : 'text', choices: [] }
  return { kind: wanted.size === 1 && (type === 'number' || type === 'boolean') ? type : 'json', choices: [] }
}

function isLong({ maxLength, default: standard, contentMediaType }: Readonly<Record<string, unknown>>): boolean {
  if (typeof standard === 'string' && standard.includes('\n')) return true
  return contentMediaType !== undefined || (typeof maxLength === 'number' && maxLength >= 1_000)
}

/** Resolves references; members beside a reference take precedence. */
function resolved({ schema, root }: PropertySchema): Readonly<Record<string, unknown>> {
  let { $ref, ...at } = toRecord(schema)
  for (let depth = 0; typeof $ref === 'string' && depth < deepest; depth++) {
    const { $ref: next, ...target } = toRecord(lookUp($ref, root))
    at = { ...target, ...at }
    $ref = next
  }
  return withoutNull(at, root)
}

/** Returns `X` for `X | null`: null means that the field is left out. */
function withoutNull(schema: Readonly<Record<string, unknown>>, root: unknown): Readonly<Record<string, unknown>> {
  const { anyOf, ...words } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [branch, ...others] = anyOf.filter((branch) => toRecord(branch)['type'] !== 'null')
  return others.length === 0 && branch !== undefined ? { ...resolved({ schema: branch, root }), ...words } : schema
}

const deepest = 8

/** Reads `enum` with `enumNames`, or `oneOf` and `anyOf` with `const` and `title`; undefined without choices. */
function schemaChoices(schema: Readonly<Record<string, unknown>>): readonly Choice<unknown>[] | undefined {
  const { enum: values, enumNames: names } = schema
  if (Array.isArray(values) && values.length > 0) {
    const titles: readonly unknown[] = Array.isArray(names) ? names : []
    return values.map((value, at) => choice(value, titles[at]))
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray)
  if (!Array.isArray(branches) || branches.length === 0) return undefined
  const records = branches.map(toRecord)
  if (!records.every((branch) => Object.hasOwn(branch, 'const'))) return undefined
  return records.map((branch) => choice(branch['const'], branch['title']))
}

function choice(value: unknown, title: unknown): Choice<unknown> {
  const name = typeof value === 'string' ? value : JSON.stringify(value)
  return typeof title === 'string' && title !== name ? { value, label: title, hint: name } : { value, label: name }
}
