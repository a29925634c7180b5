/** One argument: text whose type the schema decides, or a JSON value. */
export interface Argument {
  readonly name: string
  readonly value: { readonly text: string } | { readonly json: unknown }
}
