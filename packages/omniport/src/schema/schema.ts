import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/**
 * A Standard Schema that can also say itself as JSON Schema: zod 4 and arktype as they are, valibot through
 * `toStandardJsonSchema`, effect through its two converters. A schema without that conversion is refused by the compiler.
 */
// biome-ignore lint/suspicious/noExplicitAny: a variance position: `Schema` alone must accept every schema
export type Schema<I = any, O = any> = StandardSchemaV1<I, O> & StandardJSONSchemaV1<I, O>

/** The root of a JSON Schema document; a raw shape `{ city: z.string() }` is refused by the compiler. */
export interface JsonSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** Whatever a definition may use as a schema: a Standard Schema with conversion, or a JSON Schema literal. */
export type AnySchema = Schema | JsonSchema

/** What a schema gives after validation; an object of unknown members for a JSON Schema literal. */
export type Output<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : Record<string, unknown>

/** What a schema accepts before defaults and transforms; an object of unknown members for a JSON Schema literal. */
export type Input<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : Record<string, unknown>

/** An object one level deep, the only shape that a form can ask a person for. */
export type FormValues = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }
