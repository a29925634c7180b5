import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonSchemaType } from './json-schema-type.js'

/**
 * A Standard Schema with conversion to JSON Schema: zod 4 and arktype directly, valibot through `toStandardJsonSchema`, effect
 * through its two converters. The compiler refuses schemas without conversion.
 */
// biome-ignore lint/suspicious/noExplicitAny: a variance position: `Schema` alone must accept every schema
export type Schema<I = any, O = any> = StandardSchemaV1<I, O> & StandardJSONSchemaV1<I, O>

/** The root of a JSON Schema document; a raw shape `{ city: z.string() }` is refused by the compiler. */
export interface JsonSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** A schema of a definition: a Standard Schema with conversion, or a JSON Schema literal. */
export type AnySchema = Schema | JsonSchema

/**
 * The type after validation. For a JSON Schema literal it is what the literal says; for a document whose type is not known
 * where it is written, an object of unknown members.
 */
export type Output<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : JsonSchemaType<S, 'output'>

/** The type before defaults and transforms. For a JSON Schema it is told as `Output` is. */
export type Input<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : JsonSchemaType<S, 'input'>

/** A flat object, the only shape of a form. */
export type FormValues = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }
