import { type AnySchema, objectFromShape, type ZodRawShapeCompat } from '../server/zod-compat.js'

/** True for an object of schemas, as opposed to one schema. An empty object has no parameters. */
export function isRawShape(value: unknown): value is ZodRawShapeCompat {
  if (typeof value !== 'object' || value === null || isSchema(value)) return false
  const members = Object.values(value)
  return members.length === 0 || members.some(isParser)
}

/** Gives the schema of a tool. @throws Error for what is neither a schema nor an object of schemas. */
export function toSchema(value: ZodRawShapeCompat | AnySchema | undefined): AnySchema | undefined {
  if (!value) return undefined
  if (isRawShape(value)) return objectFromShape(value)
  if (isSchema(value)) return value as AnySchema
  throw new Error('inputSchema must be a Zod schema or raw shape, received an unrecognized object')
}

function isSchema(value: object): boolean {
  return '_def' in value || '_zod' in value || isParser(value)
}

function isParser(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { parse, safeParse } = value as Record<string, unknown>
  return typeof parse === 'function' && typeof safeParse === 'function'
}
