/** One problem of a value. The path is empty for the value itself; the message follows the name of the place. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}
