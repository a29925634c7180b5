import {
  type AnyObjectSchema,
  type AnySchema,
  getLiteralValue,
  getObjectShape,
  safeParse,
} from '../server/zod-compat.js'
import { methodOf } from './lazy-schema.js'

/** The method that a schema of a request or a notification is for. Throws if it names none. */
export function getMethodLiteral(schema: AnyObjectSchema): string {
  const known = methodOf(schema)
  if (known !== undefined) return known
  const member = getObjectShape(schema)?.['method']
  if (member === undefined) throw new Error('Schema is missing a method literal')
  const method = getLiteralValue(member)
  if (typeof method !== 'string') throw new Error('Schema method literal must be a string')
  return method
}

/** Checks a value. Throws the error of zod if it is refused. */
export function parseWithCompat(schema: AnySchema, data: unknown): unknown {
  const result = safeParse(schema, data)
  if (!result.success) throw result.error
  return result.data
}
