import type { AnySchema, SchemaInput } from './zod-compat.js'

export const COMPLETABLE_SYMBOL: unique symbol = Symbol.for('mcp.completable')

/** Lists the values that begin with what the user has typed. */
export type CompleteCallback<T extends AnySchema = AnySchema> = (
  value: SchemaInput<T>,
  context?: { arguments?: Record<string, string> },
) => SchemaInput<T>[] | Promise<SchemaInput<T>[]>

export type CompletableMeta<T extends AnySchema = AnySchema> = { complete: CompleteCallback<T> }

export type CompletableSchema<T extends AnySchema> = T & { [COMPLETABLE_SYMBOL]: CompletableMeta<T> }

/** Gives a schema of an argument a function that completes its value. */
export function completable<T extends AnySchema>(schema: T, complete: CompleteCallback<T>): CompletableSchema<T> {
  return Object.defineProperty(schema, COMPLETABLE_SYMBOL, { value: { complete } }) as CompletableSchema<T>
}

/** Tells if a schema has such a function. */
export function isCompletable(schema: unknown): schema is CompletableSchema<AnySchema> {
  return typeof schema === 'object' && schema !== null && COMPLETABLE_SYMBOL in schema
}

/** The function that completes the value of a schema, if it has one. */
export function getCompleter<T extends AnySchema>(schema: T): CompleteCallback<T> | undefined {
  return (schema as unknown as Partial<CompletableSchema<T>>)[COMPLETABLE_SYMBOL]?.complete
}

/** Gives the schema itself: it is not wrapped. */
export function unwrapCompletable<T extends AnySchema>(schema: CompletableSchema<T>): T {
  return schema
}

declare enum TypeKind {
  Completable = 'McpCompletable',
}

/** @deprecated Nothing has this type name any more. */
export const McpZodTypeKind = { Completable: 'McpCompletable' } as unknown as typeof TypeKind
export type McpZodTypeKind = TypeKind
// biome-ignore lint/style/noNamespace: programs name the type of one kind, as of an enum.
export declare namespace McpZodTypeKind {
  type Completable = TypeKind.Completable
}

/** @deprecated Nothing has this definition any more. */
export interface CompletableDef<T extends AnySchema = AnySchema> {
  type: T
  complete: CompleteCallback<T>
  typeName: McpZodTypeKind.Completable
}
