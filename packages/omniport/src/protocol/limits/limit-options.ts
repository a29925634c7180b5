import type { Limits } from './limits.js'

/** Limits to set over the defaults; undefined is the default. */
export type LimitOptions = { readonly [K in keyof Limits]?: Limits[K] | undefined } & {
  /**
   * The limits that may be set beyond a hundred times their default, up to `Infinity`, which turns a limit off. **The risk**:
   * anyone who can reach the program can then make it use any amount of memory, or wait for any time. Default: none.
   */
  readonly allowUnbounded?: readonly (keyof Limits)[] | undefined
}
