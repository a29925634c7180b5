import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

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

/** The type after validation; an object of unknown members for a JSON Schema literal. */
export type Output<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : Record<string, unknown>

/** The type before defaults and transforms; an object of unknown members for a JSON Schema literal. */
export type Input<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : Record<string, unknown>

/** A flat object, the only shape of a form. */
export type FormValues = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }
