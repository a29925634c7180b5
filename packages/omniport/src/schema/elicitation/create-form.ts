import type { ObjectSchema } from '../../protocol/model/object-schema.js'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { copyJson } from '../copy-json.js'
import type { CheckResult } from '../engine.js'
import { preflight } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema } from '../schema.js'
import { createValidator } from '../standard/validator.js'
import { flattenSchema } from './flatten-schema.js'
import { reduceField } from './reduce-field.js'

/** A schema made ready to be asked of a person: what the client sees, and the check of what it answers. */
export interface Form {
  /** In the newest shape of the protocol, frozen: a flat object, unions of constants as titled choices. */
  readonly requestedSchema: ObjectSchema
  /**
   * Checks the content of an accepted answer against the whole schema. Fields that were not asked for are left out before,
   * as nobody was shown them and a strict schema would refuse the rest for them; absent content is a form left empty.
   */
  check(content: unknown): CheckResult | Promise<CheckResult>
}

/**
 * Reduces a schema to what a form can ask. What only narrows a value (`pattern`, other formats, `multipleOf`, conditions) is
 * not shown and still checked.
 *
 * spec: client/elicitation#requested-schema
 * @throws TypeError naming the field that no form can have: nested, nullable, a tuple, a list of free texts, a union of
 * more than constants, a default that does not fit; naming `elicitUrl` for one that asks for a secret; and for a schema
 * without fields. SchemaError for a document that is refused.
 */
export function createForm(schema: AnySchema, limits?: Partial<SchemaLimits>): Form {
  const validator = createValidator(schema, 'input', limits)
  const requestedSchema = toRequestedSchema(validator.document, limits)
  return {
    requestedSchema,
    check: (content) => validator.check(pickFields(content, requestedSchema['properties'] as JsonObject)),
  }
}

function toRequestedSchema(document: JsonObject, limits: Partial<SchemaLimits> | undefined): ObjectSchema {
  const safe = preflight(document, { ...limits, patterns: 'any' })
  const { properties, required } = flattenSchema(safe.document, safe) ?? {}
  const entries = Object.entries(isJsonObject(properties) ? properties : {})
  if (entries.length === 0) throw new TypeError('a form needs a field: an object schema with at least one property')
  const fields = entries.map(([name, field]) => [name, reduceField(name, field, safe)] as const)
  const names: readonly unknown[] = Array.isArray(required) ? [...new Set(required)] : []
  const unknown = names.find((name) => !fields.some(([field]) => field === name))
  if (unknown !== undefined) throw new TypeError(`a form cannot require ${JSON.stringify(unknown)}: it is no property`)
  return copyJson({
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(names.length > 0 && { required: names }),
  }) as ObjectSchema // a copy has the shape of the original
}

function pickFields(content: unknown, fields: JsonObject): unknown {
  if (content === undefined) return {}
  if (!isJsonObject(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(fields, name)))
}
