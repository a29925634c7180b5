/** The position of a value inside a JSON document: names of members and indexes of items, from the outside in. */
export type JsonPath = readonly (string | number)[]

interface Located {
  /** Offsets into the text: the first character, and the one after the last. */
  readonly start: number
  readonly end: number
}

/** A JSON value and where it stands in its text, so that one part can be changed while the rest stays as it was typed. */
export type JsonNode = Located &
  (
    | { readonly kind: 'string'; readonly value: string }
    /** The digits as they were typed: 1.50 and 12345678901234567890 stay what they are. */
    | { readonly kind: 'number' }
    | { readonly kind: 'literal'; readonly value: boolean | null }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  )

export interface JsonMember {
  readonly name: string
  /** The offset of the quote before the name. */
  readonly start: number
  readonly value: JsonNode
}

/** Why a text is not JSON, and where. Lines and columns count from 1. */
export interface JsonProblem {
  readonly message: string
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** The node at a path. Of members with the same name the last one counts, as in JSON.parse. */
export function nodeAt(node: JsonNode | undefined, path: JsonPath): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((inner, step) => {
    if (inner?.kind === 'array') return typeof step === 'number' ? inner.items[step] : undefined
    return inner?.kind === 'object' ? inner.members.findLast(({ name }) => name === step)?.value : undefined
  }, node)
}
