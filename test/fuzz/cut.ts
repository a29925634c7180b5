import fc from 'fast-check'

/** Bytes, and the same bytes in pieces: cut anywhere, also inside a character, with empty pieces among them. */
export interface Cut {
  readonly whole: Uint8Array
  readonly pieces: readonly Uint8Array[]
}

/** Cuts what `bytes` gives. Many are cut into single bytes, since the places that matter are few. */
export function cut(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Cut> {
  const places = fc.oneof(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
    fc.constant('everywhere' as const),
  )
  return fc.tuple(bytes, places).map(([whole, places]) => ({ whole, pieces: cutAt(whole, places) }))
}

function cutAt(whole: Uint8Array, places: readonly number[] | 'everywhere'): Uint8Array[] {
  if (places === 'everywhere') return Array.from(whole, (_, at) => whole.subarray(at, at + 1))
  const inside = places.map((place) => Math.floor(place * (whole.length + 1))).sort((a, b) => a - b)
  const edges = [0, ...inside.map((place) => Math.min(place, whole.length)), whole.length]
  return edges.slice(1).map((to, index) => whole.subarray(edges[index], to))
}
