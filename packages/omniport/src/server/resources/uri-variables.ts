type Operator = '+' | '#' | '.' | '/' | ';'
type Clean<S extends string> = S extends `${infer N}*` ? N : S extends `${infer N}:${number}` ? N : S
type Each<S extends string> = S extends `${infer A},${infer B}` ? Clean<A> | Each<B> : Clean<S>

/** The variables of every expression but `{?…}` and `{&…}`. */
type PathNames<U extends string> = U extends `${string}{${infer E}}${infer R}`
  ? (E extends `${'?' | '&'}${string}` ? never : E extends `${Operator}${infer X}` ? Each<X> : Each<E>) | PathNames<R>
  : never

type QueryNames<U extends string> = U extends `${string}{${infer E}}${infer R}`
  ? (E extends `${'?' | '&'}${infer X}` ? Each<X> : never) | QueryNames<R>
  : never

/**
 * The variables of a URI template, read from its literal type: those of `{?…}` and `{&…}` are optional. All are
 * strings. A template that is not a literal has unknown variables.
 *
 * spec: server/resources#resource-templates
 */
export type UriVariables<U extends string> = string extends U
  ? Readonly<Record<string, string>>
  : { readonly [K in PathNames<U>]: string } & { readonly [K in QueryNames<U>]?: string }
