/** Options of `pack`. */
export interface PackFlags {
  readonly out?: string | undefined
}
