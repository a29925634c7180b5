/** One thing that is wrong with a value: where, '' path for the value itself, and what, to be read after the name of the place. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}
