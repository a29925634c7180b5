/** Something suspicious in a definition. */
export interface Finding {
  readonly kind: 'hidden-characters' | 'control-characters' | 'instructions' | 'secrets' | 'hidden-text' | 'links'
  /** Where, as a JSON pointer into the definition: `/description`. */
  readonly path: string
  /** For people: what was found, on one line; what cannot be seen is written as `U+200B`. */
  readonly text: string
}
