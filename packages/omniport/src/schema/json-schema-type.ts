/**
 * The values that a JSON Schema literal allows, as far as its types say: `type`, `properties`, `required`, `items`, `enum`,
 * `const`, `anyOf`, `oneOf` and `additionalProperties`. Other keywords only narrow a value, so they are left to validation.
 * What cannot be told, such as the target of a `$ref`, is unknown. On the side `output`, after validation, a property with a
 * `default` is always there.
 */
export type JsonSchemaType<S, Side extends 'input' | 'output'> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: infer T }
      ? OfType<T extends readonly (infer N)[] ? N : T, S, Side>
      : S extends { readonly anyOf: readonly (infer A)[] } | { readonly oneOf: readonly (infer A)[] }
        ? JsonSchemaType<A, 'input'> // validation adds no defaults inside alternatives
        : unknown

type OfType<T, S, Side extends 'input' | 'output'> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? Items<S, Side>
          : T extends 'object'
            ? Members<S, Side>
            : unknown

type Items<S, Side extends 'input' | 'output'> = S extends { readonly prefixItems: unknown }
  ? unknown[]
  : S extends { readonly items: infer I }
    ? JsonSchemaType<I, Side>[]
    : unknown[]

type Members<S, Side extends 'input' | 'output'> = S extends { readonly properties: infer P }
  ? string extends keyof P
    ? Record<string, unknown>
    : [keyof P] extends [never]
      ? Others<S, Side>
      : Properties<P, RequiredKeys<S> | (Side extends 'output' ? KeysWithDefault<P> : never), Side> & MoreKeys<S>
  : Others<S, Side>

/** An object of which no property is named. */
type Others<S, Side extends 'input' | 'output'> = S extends { readonly additionalProperties: infer A extends object }
  ? Record<string, JsonSchemaType<A, Side>>
  : Record<string, unknown>

/** Other keys may be read where the schema says that there are some; else a misspelt key does not compile. */
type MoreKeys<S> = S extends { readonly additionalProperties: true | object } ? { [name: string]: unknown } : unknown

type RequiredKeys<S> = S extends { readonly required: readonly (infer K)[] } ? (string extends K ? never : K) : never

type KeysWithDefault<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P]

/** Inferred once more, so that messages and editors show the members, not how they came about. */
type Properties<P, Present, Side extends 'input' | 'output'> = {
  -readonly [K in keyof P as K extends Present ? K : never]: JsonSchemaType<P[K], Side>
} & {
  -readonly [K in keyof P as K extends Present ? never : K]?: JsonSchemaType<P[K], Side> | undefined
} extends infer T
  ? { [K in keyof T]: T[K] }
  : never
