import * as z from 'zod/v4'
import { zodToJsonSchema } from 'zod-to-json-schema'
import { type AnyObjectSchema, isZ4Schema } from './zod-compat.js'

export { getMethodLiteral, parseWithCompat } from '../schemas/method-literal.js'

type JsonSchema = Record<string, unknown>

type CommonOpts = {
  strictUnions?: boolean
  pipeStrategy?: 'input' | 'output'
  target?: 'jsonSchema7' | 'draft-7' | 'jsonSchema2019-09' | 'draft-2020-12'
}

/** The JSON Schema of a schema of either zod; of draft 7, unless another is asked for, which only zod 4 knows. */
export function toJsonSchemaCompat(schema: AnyObjectSchema, opts?: CommonOpts): JsonSchema {
  const { strictUnions = true, pipeStrategy = 'input', target = 'draft-7' } = opts ?? {}
  if (!isZ4Schema(schema)) {
    return zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0], {
      strictUnions,
      pipeStrategy,
    }) as JsonSchema
  }
  const isDraft7 = target === 'draft-7' || target === 'jsonSchema7'
  return z.toJSONSchema(schema, { target: isDraft7 ? 'draft-7' : 'draft-2020-12', io: pipeStrategy }) as JsonSchema
}
