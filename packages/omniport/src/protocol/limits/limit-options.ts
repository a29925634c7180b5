import type { Limits } from './limits.js'

/** Limits to set over the defaults; undefined is the default. */
export type LimitOptions = { readonly [K in keyof Limits]?: Limits[K] | undefined } & {
  /**
   * The limits that may be set beyond a hundred times their default, up to `Infinity`, which is none at all. **The risk**: whoever
   * can reach the program can then make it use as much memory, or wait as long, as they like. Default: none.
   */
  readonly allowUnbounded?: readonly (keyof Limits)[] | undefined
}
