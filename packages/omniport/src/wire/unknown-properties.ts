import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import type { OfficialSchema } from './official-schema.js'
import { problem, type Subject } from './schema-problems.js'

/**
 * The properties, at any depth, that the revision does not define, for instance `/result/tools/0: 2024-11-05 defines no title
 * here`. The official schemas leave every object open, so that a field of a newer revision is valid in an older one; this is
 * what finds it there.
 *
 * Open all the same: the object at `subject` when it is a whole message, what a schema opens by `additionalProperties`, `_meta`,
 * the schemas of tools, and `extensions` among capabilities. A union is looked into when one of its branches is valid.
 */
export function unknownProperties(schema: OfficialSchema, subject: Subject): readonly string[] {
  const found = schema.at(subject.pointer)
  if (typeof found['$ref'] === 'string') return inReference(schema, subject, found['$ref'])
  if (Array.isArray(found['anyOf'])) return inUnion(schema, subject, found['anyOf'])
  if (Array.isArray(subject.value)) return inItems(schema, subject, subject.value)
  return isJsonObject(subject.value) ? inObject(schema, subject, subject.value) : []
}

/** Any JSON is theirs: nothing to find, and their unions nest as deep as the value does. */
const jsonDefinitions = ['JSONObject', 'JSONArray', 'JSONValue']

function inReference(schema: OfficialSchema, subject: Subject, reference: string): readonly string[] {
  const definition = reference.split('/').at(-1) ?? ''
  if (jsonDefinitions.includes(definition)) return []
  return unknownProperties(schema, { ...subject, pointer: schema.pointer(definition) })
}

/** Several branches may be valid, as they are open: the one that knows most of the properties is the one meant. */
function inUnion(schema: OfficialSchema, subject: Subject, branches: readonly unknown[]): readonly string[] {
  const valid = branches
    .map((_, index) => ({ ...subject, pointer: `${subject.pointer}/anyOf/${index}` }))
    .filter((branch) => schema.issues(branch.pointer, branch.value).length === 0)
  const found = valid.map((branch) => unknownProperties(schema, branch))
  return found.sort((one, other) => one.length - other.length)[0] ?? []
}

function inItems(schema: OfficialSchema, { pointer, path }: Subject, values: readonly unknown[]): readonly string[] {
  if (schema.at(pointer)['items'] === undefined) return []
  return values.flatMap((value, index) =>
    unknownProperties(schema, { pointer: `${pointer}/items`, value, path: `${path}/${index}` }),
  )
}

function inObject(schema: OfficialSchema, subject: Subject, value: Record<string, unknown>): readonly string[] {
  const found = schema.at(subject.pointer)
  return Object.entries(value).flatMap(([key, entry]) => {
    const pointer = entryPointer(found, key)
    if (pointer !== undefined) {
      const child = { pointer: subject.pointer + pointer, value: entry, path: `${subject.path}/${key}` }
      return unknownProperties(schema, child)
    }
    if (isOpen(found, subject) || isTolerated(subject, key)) return []
    return [problem(subject.path, `${schema.revision} defines no ${key} here`)]
  })
}

function entryPointer({ properties, additionalProperties }: JsonObject, key: string): string | undefined {
  if (isJsonObject(properties) && Object.hasOwn(properties, key))
    return `/properties/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return isJsonObject(additionalProperties) ? '/additionalProperties' : undefined
}

const openPaths = /(^|\/_meta|\/inputSchema|\/outputSchema)$/

function isOpen({ properties, additionalProperties }: JsonObject, { path }: Subject): boolean {
  return openPaths.test(path) || properties === undefined || additionalProperties !== undefined
}

const metaPaths = /\/params$/
const capabilities = /\/(Client|Server)Capabilities$/

/** The older schemas leave the `_meta` of params unsaid, and `extensions` are read in every revision. */
function isTolerated({ path, pointer }: Subject, key: string): boolean {
  return (key === '_meta' && metaPaths.test(path)) || (key === 'extensions' && capabilities.test(pointer))
}
