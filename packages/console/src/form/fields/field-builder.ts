import { type JsonNode, type JsonPath, nodeAt } from '../../json/json-node.js'
import { exampleOf } from '../check/check-scalar.js'
import { checkValue } from '../check/check-value.js'
import { describeType, nameOf } from '../schema/describe-type.js'
import { NoForm, type ResolvedSchema, resolveSchema } from '../schema/resolve-schema.js'
import { isSchema, listOf, own, type Schema, schemasOf, textOf } from '../schema/schema.js'
import type { FormSource } from './describe-form.js'
import type { Field } from './field.js'
import { hintOf, itemStartOf, startOf } from './start-of.js'

/** Fields of a form, and fields inside of fields: beyond that there is JSON. */
const maxFields = 800
const maxDepth = 16

/** What a field is besides its schema. */
interface FieldPlace {
  readonly label: string
  readonly isRequired: boolean
  readonly isExtra?: boolean
}

/** Makes the fields of one value. */
export class FieldBuilder {
  readonly #source: FormSource
  readonly #node: JsonNode
  #count = 0

  constructor(source: FormSource, node: JsonNode) {
    this.#source = source
    this.#node = node
  }

  build(part: unknown, path: JsonPath, place: FieldPlace): Field {
    const base = this.#baseOf(part, path, place)
    try {
      if (++this.#count > maxFields) throw new NoForm('The form has too many fields')
      if (path.length > maxDepth) throw new NoForm('The fields are too deep inside of each other')
      const resolved = resolveSchema(part, this.#source.schema)
      const isNull = base.text === 'null' && nodeAt(this.#node, path)?.kind === 'literal'
      const description = textOf(resolved.schema, 'description') ?? base.description
      const common = { ...base, description, isNullable: resolved.isNullable, isNull: isNull && resolved.isNullable }
      return { ...common, ...this.#kindOf(resolved, path) }
    } catch (error) {
      if (!(error instanceof NoForm)) throw error
      return { ...base, reason: error.message }
    }
  }

  #baseOf(part: unknown, path: JsonPath, { label, isRequired, isExtra = false }: FieldPlace): Field {
    const root = this.#source.schema
    const node = nodeAt(this.#node, path)
    const format = isSchema(part) ? textOf(part, 'format') : undefined
    return {
      kind: 'json',
      path,
      key: JSON.stringify(path),
      label,
      type: describeType(part, root),
      description: isSchema(part) ? (textOf(part, 'description') ?? textOf(part, 'title')) : undefined,
      isRequired,
      isExtra,
      isPresent: node !== undefined,
      isNullable: false,
      isNull: false,
      text: node === undefined ? '' : this.#textOf(node),
      placeholder: hintOf(part, root) ?? (format === undefined ? undefined : exampleOf(format)) ?? '',
      start: itemStartOf(part, root),
      options: [],
      selected: [],
      children: [],
      branches: [],
      branch: 0,
      isSecret: false,
    }
  }

  #textOf(node: JsonNode): string {
    return node.kind === 'string' ? node.value : this.#source.text.slice(node.start, node.end)
  }

  #kindOf(resolved: ResolvedSchema, path: JsonPath): Partial<Field> & Pick<Field, 'kind'> {
    const { schema, type, branches } = resolved
    if (Object.hasOwn(schema, 'const')) return this.#constant(schema)
    if (listOf(schema, 'enum').length > 0) return { kind: 'choice', ...this.#optionsOf(schema, path) }
    if (branches !== undefined) return this.#union(branches, path)
    if (type === 'string') return toText(schema)
    if (type === 'number' || type === 'integer') return { kind: 'number' }
    if (type === 'boolean') return { kind: 'boolean' }
    if (type === 'null') return { kind: 'constant', options: [{ label: 'null', json: 'null' }] }
    if (type === 'object') return this.#object(schema, path)
    if (type === 'array') return this.#list(schema, path)
    if (type !== undefined) throw new NoForm(`The schema has a type that does not exist: ${type.slice(0, 40)}`)
    return { kind: 'json', reason: 'Any JSON value.' }
  }

  #constant(schema: Schema): Partial<Field> & Pick<Field, 'kind'> {
    const json = JSON.stringify(schema['const']) ?? 'null'
    return { kind: 'constant', options: [{ label: json, json }] }
  }

  #optionsOf(schema: Schema, path: JsonPath): Pick<Field, 'options' | 'selected'> {
    const names = listOf(schema, 'enumNames')
    const options = listOf(schema, 'enum').map((value, index) => {
      const name = names[index]
      const label = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
      return { label: typeof name === 'string' ? name : label, json: JSON.stringify(value) ?? 'null' }
    })
    const node = nodeAt(this.#node, path)
    return { options, selected: node === undefined ? [] : this.#indexesOf(node, options) }
  }

  #indexesOf(node: JsonNode, options: Field['options']): readonly number[] {
    const nodes = node.kind === 'array' ? node.items : [node]
    const texts = nodes.map((each) => JSON.stringify(this.#valueOf(each)))
    const index = new Map(options.map(({ json }, index) => [json, index]))
    return texts.flatMap((text) => index.get(text) ?? [])
  }

  #valueOf(node: JsonNode): unknown {
    return JSON.parse(this.#source.text.slice(node.start, node.end))
  }

  #union(schemas: readonly Schema[], path: JsonPath): Partial<Field> & Pick<Field, 'kind'> {
    const root = this.#source.schema
    const node = nodeAt(this.#node, path)
    const fits = (schema: Schema) =>
      node !== undefined && checkValue(this.#valueOf(node), withRoot(schema, root)).length === 0
    const chosen = this.#source.branches.get(JSON.stringify(path)) ?? schemas.findIndex(fits)
    const branch = chosen >= 0 && chosen < schemas.length ? chosen : 0
    const inner = this.build(schemas[branch], path, { label: '', isRequired: true })
    const branches = schemas.map((schema) => ({ label: nameOf(schema), start: itemStartOf(schema, root) }))
    return { kind: 'union', branches, branch, children: [{ ...inner, key: `${inner.key}/${branch}` }] }
  }

  #object(schema: Schema, path: JsonPath): Partial<Field> & Pick<Field, 'kind'> {
    const node = nodeAt(this.#node, path)
    const start = startOf(schema, this.#source.schema) ?? '{}'
    const others = own(schema, 'additionalProperties')
    const itemStart = others === false ? undefined : itemStartOf(others, this.#source.schema)
    if (node === undefined) return { kind: 'object', start, itemStart }
    if (node.kind !== 'object') throw new NoForm('The value here is not an object')
    const properties = schemasOf(schema, 'properties')
    const required = new Set(listOf(schema, 'required'))
    const known = [...properties].map(([name, part]) =>
      this.build(part, [...path, name], { label: name, isRequired: required.has(name) }),
    )
    const added = new Set(node.members.map(({ name }) => name).filter((name) => !properties.has(name)))
    const extra = [...added].map((name) =>
      this.build(others, [...path, name], { label: name, isRequired: false, isExtra: true }),
    )
    return { kind: 'object', start, itemStart, children: [...known, ...extra] }
  }

  #list(schema: Schema, path: JsonPath): Partial<Field> & Pick<Field, 'kind'> {
    const node = nodeAt(this.#node, path)
    const items = own(schema, 'items')
    if (isSchema(items) && own(schema, 'uniqueItems') === true && listOf(items, 'enum').length > 0) {
      if (node === undefined || node.kind === 'array')
        return { kind: 'choices', start: '[]', ...this.#optionsOf(items, path) }
    }
    const first = Array.isArray(items) ? items : listOf(schema, 'prefixItems')
    const rest = Array.isArray(items) ? own(schema, 'additionalItems') : items
    const partOf = (index: number) => first[index] ?? rest
    const count = node?.kind === 'array' ? node.items.length : 0
    const next = partOf(count)
    const itemStart = next === false ? undefined : itemStartOf(next, this.#source.schema)
    if (node === undefined) return { kind: 'list', start: '[]', itemStart }
    if (node.kind !== 'array') throw new NoForm('The value here is not a list')
    const children = node.items.map((_, index) =>
      this.build(partOf(index), [...path, index], { label: String(index + 1), isRequired: true }),
    )
    return { kind: 'list', start: '[]', itemStart, children }
  }
}

function toText(schema: Schema): Partial<Field> & Pick<Field, 'kind'> {
  const format = textOf(schema, 'format')
  const isSecret = format === 'password' || own(schema, 'writeOnly') === true
  if (textOf(schema, 'contentEncoding') === 'base64' || format === 'byte' || format === 'binary') {
    return { kind: 'file', encoding: 'base64' }
  }
  if (format === 'data-url' || format === 'data-uri') return { kind: 'file', encoding: 'data-url' }
  return { kind: 'text', isSecret }
}

/** A branch as a schema of its own, in which references still find what they name. */
function withRoot(schema: Schema, root: unknown): unknown {
  if (!isSchema(root)) return schema
  const { $defs, definitions } = root
  return { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }), ...schema }
}
