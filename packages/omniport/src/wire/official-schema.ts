import type { Revision } from '../protocol/revisions/revision.js'
import { schemaOf } from '../protocol/schemas/schema-of.js'
import type { CheckValue } from '../schema/engine.js'
import { compileSchema } from '../schema/evaluate/compile-schema.js'
import type { Issue } from '../schema/issue.js'
import { preflight } from '../schema/preflight/preflight.js'
import { isJsonObject, type JsonObject } from '../values/json/json-object.js'

/** The official JSON Schema of one revision. Pointers are JSON Pointers into it, such as `/$defs/Tool/properties/name`. */
export interface OfficialSchema {
  readonly revision: Revision
  /** True if the revision defines this name. */
  has(definition: string): boolean
  /** The pointer of a definition, for instance of `Tool`. @throws TypeError when the revision has none of that name. */
  pointer(definition: string): string
  /** The schema at a pointer, not following `$ref`. */
  at(pointer: string): JsonObject
  /** The issues of a value under the schema at a pointer; empty when it is valid. */
  issues(pointer: string, value: unknown): readonly Issue[]
}

const schemas = new Map<Revision, OfficialSchema>()

/** The official schema of a revision; each part of it is compiled on its first use. */
export function officialSchema(revision: Revision): OfficialSchema {
  const known = schemas.get(revision)
  if (known !== undefined) return known
  const created = create(revision)
  schemas.set(revision, created)
  return created
}

function create(revision: Revision): OfficialSchema {
  const document = schemaOf(revision)
  const root = '$defs' in document ? '$defs' : 'definitions'
  const definitions = document[root] as JsonObject
  const compiled = new Map<string, CheckValue>()
  const compile = (pointer: string): CheckValue => {
    const check = compiled.get(pointer) ?? compileSchema(preflight({ ...document, allOf: [{ $ref: `#${pointer}` }] }))
    compiled.set(pointer, check)
    return check
  }
  return {
    revision,
    has: (definition) => Object.hasOwn(definitions, definition),
    pointer(definition) {
      if (!Object.hasOwn(definitions, definition)) throw new TypeError(`${revision} does not define ${definition}`)
      return `/${root}/${definition}`
    },
    at: (pointer) => resolve(document, pointer),
    issues: (pointer, value) => compile(pointer)(value).issues ?? [],
  }
}

function resolve(document: JsonObject, pointer: string): JsonObject {
  let found: unknown = document
  for (const key of pointer.split('/').slice(1)) {
    found = (found as JsonObject)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return isJsonObject(found) ? found : {}
}
