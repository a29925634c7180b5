import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import type * as z4 from 'zod/v4/core'

/** A schema of either major of zod. */
export type AnySchema = z3.ZodTypeAny | z4.$ZodType
export type AnyObjectSchema = z3.AnyZodObject | z4.$ZodObject | AnySchema
/** The members of an object schema. */
export type ZodRawShapeCompat = Record<string, AnySchema>

type ShapeOrGetter = Record<string, AnySchema> | (() => Record<string, AnySchema>)

/** What is read of schemas of zod 3. */
export interface ZodV3Internal {
  _def?: { typeName?: string; value?: unknown; values?: unknown[]; shape?: ShapeOrGetter; description?: string }
  shape?: ShapeOrGetter
  value?: unknown
}

/** What is read of schemas of zod 4. */
export interface ZodV4Internal {
  _zod?: { def?: { type?: string; value?: unknown; values?: unknown[]; shape?: ShapeOrGetter } }
  value?: unknown
}

export type SchemaOutput<S> = S extends z3.ZodTypeAny ? z3.infer<S> : S extends z4.$ZodType ? z4.output<S> : never
export type SchemaInput<S> = S extends z3.ZodTypeAny ? z3.input<S> : S extends z4.$ZodType ? z4.input<S> : never
export type ShapeOutput<Shape extends ZodRawShapeCompat> = { [K in keyof Shape]: SchemaOutput<Shape[K]> }

/** Whether a schema is of zod 4. */
export function isZ4Schema(s: AnySchema): s is z4.$ZodType {
  return Boolean((s as ZodV4Internal)._zod)
}

/** Makes an object schema of members, with the zod that they are of. Throws if they are of both. */
export function objectFromShape(shape: ZodRawShapeCompat): AnyObjectSchema {
  const members = Object.values(shape)
  if (members.every((member) => isZ4Schema(member))) return z.object(shape as Record<string, z4.$ZodType>)
  if (members.some((member) => isZ4Schema(member))) throw new Error('Mixed Zod versions detected in object shape.')
  return z3.object(shape as z3.ZodRawShape)
}

type ParseResult<S> = { success: true; data: SchemaOutput<S> } | { success: false; error: unknown }

/** Checks a value, and says the result. */
export function safeParse<S extends AnySchema>(
  schema: S,
  data: unknown,
): { success: true; data: SchemaOutput<S> } | { success: false; error: unknown } {
  return (
    isZ4Schema(schema) ? z.core.safeParse(schema, data) : (schema as z3.ZodTypeAny).safeParse(data)
  ) as ParseResult<S>
}

/** Checks a value with a schema that may wait for something. */
export async function safeParseAsync<S extends AnySchema>(
  schema: S,
  data: unknown,
): Promise<{ success: true; data: SchemaOutput<S> } | { success: false; error: unknown }> {
  const result = isZ4Schema(schema)
    ? await z.core.safeParseAsync(schema, data)
    : await (schema as z3.ZodTypeAny).safeParseAsync(data)
  return result as ParseResult<S>
}

/** The members of an object schema. Undefined for another schema. */
export function getObjectShape(schema: AnyObjectSchema | undefined): Record<string, AnySchema> | undefined {
  if (!schema) return undefined
  const shape = isZ4Schema(schema)
    ? (schema as ZodV4Internal)._zod?.def?.shape
    : (schema as unknown as ZodV3Internal).shape
  return typeof shape === 'function' ? shape() : shape
}

/** Returns an object schema for one, or for its members. Undefined for anything else. */
export function normalizeObjectSchema(schema: AnySchema | ZodRawShapeCompat | undefined): AnyObjectSchema | undefined {
  if (!schema) return undefined
  const { _def, _zod } = schema as ZodV3Internal & ZodV4Internal
  if (_zod !== undefined) return _zod.def?.type === 'object' ? (schema as AnyObjectSchema) : undefined
  if (_def !== undefined) return (schema as ZodV3Internal).shape === undefined ? undefined : (schema as AnyObjectSchema)
  const members: unknown[] = typeof schema === 'object' ? Object.values(schema) : []
  return members.length > 0 && members.every(isSchema) ? objectFromShape(schema as ZodRawShapeCompat) : undefined
}

function isSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { _def, _zod, parse } = value as { _def?: unknown; _zod?: unknown; parse?: unknown }
  return _def !== undefined || _zod !== undefined || typeof parse === 'function'
}

/** The issues of an error of zod, one a line; the message of another error. */
export function getParseErrorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { issues, message } = error as { issues?: unknown; message?: unknown }
  if (Array.isArray(issues) && issues.length > 0) return issues.map(formatIssue).join('\n')
  return typeof message === 'string' ? message : JSON.stringify(error)
}

function formatIssue({ message, path = [] }: { message: string; path?: PropertyKey[] }): string {
  const [first, ...rest] = path
  if (first === undefined) return message
  const place = rest.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `${message} at ${String(first)}${place}`
}

export function getSchemaDescription(schema: AnySchema): string | undefined {
  return (schema as { description?: string }).description
}

/** Whether a member of this schema may be left out. */
export function isSchemaOptional(schema: AnySchema): boolean {
  if (isZ4Schema(schema)) return (schema as ZodV4Internal)._zod?.def?.type === 'optional'
  return (schema as z3.ZodTypeAny).isOptional()
}

/** The value of a literal schema, or the first of several. */
export function getLiteralValue(schema: AnySchema): unknown {
  const internal = schema as unknown as ZodV3Internal & ZodV4Internal
  const { value, values } = internal._zod?.def ?? internal._def ?? {}
  return value ?? (Array.isArray(values) ? values[0] : internal.value)
}
