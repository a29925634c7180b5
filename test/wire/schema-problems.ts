import type { AnySchemaObject, ErrorObject } from 'ajv'
import type { OfficialSchema } from './official-schema.js'

/** A value under the schema at a pointer; `path` is where it stands in its message, such as `/result`: empty at the top. */
export interface Subject {
  readonly pointer: string
  readonly value: unknown
  readonly path: string
}

/**
 * What the official schema has against a value, one sentence each, for instance `/result/tools/0: must have required property
 * 'name'`. Where no branch of a union matches, the branch meant by the value's `type` or `method` speaks alone.
 */
export function schemaProblems(schema: OfficialSchema, subject: Subject): string[] {
  const errors = schema.errors(subject.pointer, subject.value)
  const unions = outermostUnions(errors)
  const plain = errors.filter((error) => !unions.some((union) => isWithin(union, error)))
  const problems = [
    ...plain.map((error) => problem(subject.path + error.instancePath, sentence(error))),
    ...unions.flatMap((union) => unionProblems(schema, union, subject.path + union.instancePath)),
  ]
  return [...new Set(problems)]
}

/** The same for a whole message and a definition by its name. */
export function definitionProblems(schema: OfficialSchema, definition: string, message: unknown): string[] {
  return schemaProblems(schema, { pointer: schema.pointer(definition), value: message, path: '' })
}

/** A problem as one sentence: where in the message, then what. */
export function problem(path: string, text: string): string {
  return `${path || 'message'}: ${text}`
}

/** Of unions nested at one place the outer one is the last reported. */
function outermostUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf').reverse()
  return unions.filter((union, index) => {
    const reportedLater = unions.slice(0, index)
    const around = unions.filter((other) => other.instancePath !== union.instancePath)
    return ![...reportedLater, ...around].some((other) => isWithin(other, union))
  })
}

function isWithin(union: ErrorObject, error: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`)
}

function unionProblems(schema: OfficialSchema, union: ErrorObject, path: string): string[] {
  const branches = definitionsIn(union.schema as AnySchemaObject[])
  const meant = branches.find((name) => isMeant(schema, name, union.data))
  if (meant !== undefined) return schemaProblems(schema, { pointer: schema.pointer(meant), value: union.data, path })
  return [problem(path, `must be one of ${branches.join(', ')}`)]
}

function definitionsIn(anyOf: readonly AnySchemaObject[]): string[] {
  return anyOf.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
}

function isMeant(schema: OfficialSchema, definition: string, value: unknown): boolean {
  const { properties = {} } = schema.at(schema.pointer(definition))
  const tag = properties.type?.const ?? properties.method?.const
  if (tag === undefined || typeof value !== 'object' || value === null) return false
  return ('type' in value && value.type === tag) || ('method' in value && value.method === tag)
}

function sentence({ keyword, params, message = keyword }: ErrorObject): string {
  if (keyword === 'const') return `must be ${JSON.stringify(params['allowedValue'])}`
  if (keyword === 'enum') return `must be one of ${params['allowedValues'].join(', ')}`
  return message
}
