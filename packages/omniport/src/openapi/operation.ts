import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import { type Method, type OpenApiDocument, own, type PathOperation } from './open-api-document.js'
import { Unsupported } from './open-api-error.js'
import { SchemaConverter } from './schema-converter.js'

/** An operation of an OpenAPI document, for `include` of `fromOpenApi`. */
export interface OpenApiOperation {
  /** In small letters. */
  readonly method: Method
  /** As in the document, with its variables: `/pets/{id}`. */
  readonly path: string
  readonly operationId: string | undefined
  readonly tags: readonly string[]
}

/** Where the value of an argument goes. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  /** A list is one value with commas; else the name is repeated. Only of a query. */
  readonly isJoined: boolean
}

/** What a tool for an operation needs. */
export interface Operation {
  readonly method: Method
  readonly path: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** The media type of the argument `body`; undefined for an operation without one. */
  readonly bodyType: string | undefined
  readonly input: JsonObject & { readonly type: 'object' }
}

/** Headers that a document must not set. */
const reserved =
  /^(accept|accept-encoding|authorization|connection|content-.*|cookie|expect|host|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via)$/i

/** @throws Unsupported for what a tool cannot do. */
export function readOperation(
  document: OpenApiDocument,
  { method, path, operation, shared }: PathOperation,
): Operation {
  const schemas = new SchemaConverter(document)
  const declared = readParameters(document, [...shared, ...listOf(own(operation, 'parameters'))])
  const properties = new Map<string, unknown>()
  const required = new Set<string>()
  const parameters: Parameter[] = []
  for (const declaration of declared.values()) {
    const parameter = toParameter(declaration)
    if (parameter === undefined) continue
    const { name } = parameter
    if (properties.has(name)) throw new Unsupported(`it has two parameters with the name "${name}"`)
    const schema = schemas.convert(own(declaration, 'schema') ?? {})
    const description = own(declaration, 'description')
    const isDescribed = typeof description === 'string' && typeof schema === 'object'
    properties.set(name, isDescribed ? { ...schema, description: description.slice(0, maxDescription) } : schema)
    if (parameter.in === 'path' || own(declaration, 'required') === true) required.add(name)
    parameters.push(parameter)
  }
  assertFilled(path, parameters)
  const body = readBody(document, operation)
  if (body !== undefined) {
    if (properties.has('body')) throw new Unsupported('it has a body and a parameter "body"')
    properties.set('body', schemas.convert(body.schema))
    if (body.isRequired) required.add('body')
  }
  const $defs = schemas.definitions
  const input = {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    required: [...required],
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  }
  return { method, path, description: describe(operation), parameters, bodyType: body?.type, input }
}

/** A parameter of the operation replaces that of the path. */
function readParameters(document: OpenApiDocument, list: readonly unknown[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  for (const each of list) {
    const parameter = document.resolve(each)
    found.set(JSON.stringify([own(parameter, 'in'), own(parameter, 'name')]), parameter)
  }
  return found
}

/** Undefined for a parameter that may be left out, and is, since it is not supported. */
function toParameter(declaration: JsonObject): Parameter | undefined {
  const [name, place] = [own(declaration, 'name'), own(declaration, 'in')]
  if (typeof name !== 'string' || name === '') throw new Unsupported('a parameter has no name')
  const problem = problemOf(declaration, name)
  if (problem === undefined) {
    const isJoined = place !== 'query' || own(declaration, 'explode') === false
    return { name, in: place as Parameter['in'], isJoined }
  }
  if (own(declaration, 'required') === true || place === 'path') throw new Unsupported(problem)
  return undefined
}

function problemOf(declaration: JsonObject, name: string): string | undefined {
  const [place, style] = [own(declaration, 'in'), own(declaration, 'style')]
  const known = { path: 'simple', header: 'simple', query: 'form' } as const
  if (typeof place !== 'string' || !Object.hasOwn(known, place)) return `the parameter "${name}" is in ${String(place)}`
  const expected = known[place as keyof typeof known]
  if (style !== undefined && style !== expected) return `the parameter "${name}" has the style ${String(style)}`
  if (own(declaration, 'content') !== undefined) return `the parameter "${name}" has a media type of its own`
  if (place === 'header' && (reserved.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))) {
    return `the header "${name}" is not for documents to set`
  }
  return undefined
}

function assertFilled(path: string, parameters: readonly Parameter[]): void {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const missing = [...path.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !names.includes(name))
  if (missing !== undefined) throw new Unsupported(`its path has ${missing[0]}, which is no parameter`)
}

interface Body {
  readonly type: string
  readonly schema: unknown
  readonly isRequired: boolean
}

function readBody(document: OpenApiDocument, operation: JsonObject): Body | undefined {
  const declared = own(operation, 'requestBody')
  if (declared === undefined) return undefined
  const body = document.resolve(declared)
  const content = own(body, 'content')
  const types = isJsonObject(content) ? Object.entries(content) : []
  const json = types.find(([type]) => /^application\/([\w.+-]+\+)?json$/i.test(type))
  const isRequired = own(body, 'required') === true
  if (json === undefined) {
    if (!isRequired) return undefined
    throw new Unsupported(
      `its body must be one of ${types.map(([type]) => type).join(', ') || 'no media type'}, not JSON`,
    )
  }
  const [type, media] = json
  return { type, schema: isJsonObject(media) ? (own(media, 'schema') ?? {}) : {}, isRequired }
}

function describe(operation: JsonObject): string {
  const texts = [own(operation, 'summary'), own(operation, 'description')]
  return texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .slice(0, maxDescription)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const maxDescription = 2_000
