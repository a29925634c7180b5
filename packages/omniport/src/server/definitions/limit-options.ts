import type { Limits } from '../../protocol/limits.js'

/** Limits to set over the defaults. */
export type LimitOptions = { readonly [K in keyof Limits]?: Limits[K] | undefined }
