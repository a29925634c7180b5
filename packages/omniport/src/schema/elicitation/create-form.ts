import type { ObjectSchema } from '../../protocol/model/object-schema.js'
import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { copyJson } from '../copy-json.js'
import type { CheckResult } from '../engine.js'
import { preflight } from '../preflight/preflight.js'
import type { SchemaLimits } from '../preflight/schema-limits.js'
import type { AnySchema } from '../schema.js'
import { createValidator, type Validator } from '../standard/validator.js'
import { flattenSchema } from './flatten-schema.js'
import { reduceField } from './reduce-field.js'

/** A form for the user: the schema that the client sees, and the check of the answer. */
export interface Form {
  /** In the shape of the newest revision, frozen: a flat object, unions of constants as titled choices. */
  readonly requestedSchema: ObjectSchema
  /**
   * Checks the content of an accepted answer against the whole schema. Fields that are not in the form are removed first;
   * absent content is an empty form.
   */
  check(content: unknown): CheckResult | Promise<CheckResult>
  readonly validator: Validator
}

/**
 * Creates a form from a schema. Keywords that only narrow a value (`pattern`, other formats, `multipleOf`, conditions) are not
 * sent, but checked.
 *
 * spec: client/elicitation#requested-schema
 * @throws TypeError that names a field which no form can have: nested, nullable, a tuple, a list of free strings, a union of
 * other things than constants, with a default that does not fit; that names `elicitUrl` for a secret; and for a schema without
 * fields. SchemaError for a document that is refused.
 */
export function createForm(schema: AnySchema, limits?: Partial<SchemaLimits>): Form {
  const validator = createValidator(schema, 'input', limits)
  const requestedSchema = toRequestedSchema(validator.document, limits)
  return {
    requestedSchema,
    check: (content) => validator.check(pickFields(content, requestedSchema['properties'] as JsonObject)),
    validator,
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
  if (unknown !== undefined)
    throw new TypeError(`a form cannot require ${JSON.stringify(unknown)}: it is not a property`)
  return copyJson({
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(names.length > 0 && { required: names }),
  }) as ObjectSchema // a copy has the type of the original
}

function pickFields(content: unknown, fields: JsonObject): unknown {
  if (content === undefined) return {}
  if (!isJsonObject(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(fields, name)))
}
