/** A suspicious part of a definition. */
export interface Finding {
  readonly kind: 'hidden-characters' | 'control-characters' | 'instructions' | 'secrets' | 'hidden-text' | 'links'
  /** A JSON pointer into the definition: `/description`. */
  readonly path: string
  /** A description for people, on one line; invisible characters are written as `U+200B`. */
  readonly text: string
}
