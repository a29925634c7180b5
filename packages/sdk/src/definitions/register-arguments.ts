import { isRawShape } from '../definitions/raw-shape.js'
import type { ZodRawShapeCompat } from '../server/zod-compat.js'
import type { ToolAnnotations } from '../types.js'

export interface ToolArguments {
  readonly description: string | undefined
  readonly inputSchema: ZodRawShapeCompat | undefined
  readonly annotations: ToolAnnotations | undefined
  readonly callback: unknown
}

/**
 * Reads the arguments of `tool()` after the name: a description, a shape and annotations, each of which may be left out, and the
 * callback.
 */
export function readToolArguments(name: string, given: readonly unknown[]): ToolArguments {
  const rest = [...given]
  const description = typeof rest[0] === 'string' ? (rest.shift() as string) : undefined
  const inputSchema = rest.length > 1 && isRawShape(rest[0]) ? (rest.shift() as ZodRawShapeCompat) : undefined
  const next = rest[0]
  const isAnnotated = rest.length > 1 && typeof next === 'object' && next !== null && !isRawShape(next)
  if (!isAnnotated) return { description, inputSchema, annotations: undefined, callback: next }
  if (inputSchema === undefined && Object.values(next).some((value) => typeof value === 'object' && value !== null)) {
    throw new Error(`Tool ${name} expected a Zod schema or ToolAnnotations, but received an unrecognized object`)
  }
  return { description, inputSchema, annotations: next as ToolAnnotations, callback: rest[1] }
}
