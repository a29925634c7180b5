/** A way to break the library that compiles, and that tests must notice. */
export interface Mutation {
  /** The broken behaviour, in plain words. Unique. */
  readonly name: string
  /** What it changes, from `packages/omniport/src` or, beginning with `packages/`, from the root. */
  readonly file: string
  /** The text it replaces, which stands there once. */
  readonly find: string
  readonly replace: string
  /** The tests that should notice: files or folders, from `packages/omniport/src` or, beginning with `test/` or `packages/`, from the root. */
  readonly tests: readonly string[]
  /** Requirements that it breaks. */
  readonly breaks?: readonly string[] | undefined
}

export const mutations: readonly Mutation[]
