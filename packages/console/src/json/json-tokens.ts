/** A piece of a text for a reader's eyes. */
export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'mark'
  readonly text: string
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([\s\S][^"\d\-tfn]*)/g

/** Splits a text into pieces with colours. Any text may come: joined, the pieces are the text. */
export function jsonTokens(text: string): readonly JsonToken[] {
  return [...text.matchAll(pattern)].flatMap(([whole, string, colon, number, literal]): JsonToken[] => {
    if (string !== undefined && colon !== undefined) {
      return [
        { kind: 'name', text: string },
        { kind: 'mark', text: colon },
      ]
    }
    if (string !== undefined) return [{ kind: 'string', text: string }]
    return [{ kind: number !== undefined ? 'number' : literal !== undefined ? 'literal' : 'mark', text: whole }]
  })
}
