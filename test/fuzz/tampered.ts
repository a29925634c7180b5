import fc from 'fast-check'

/** What somebody may do to a text that they were given. */
export type Tampering = (text: string) => string

const characters = [...'AQgwZabz019-_.=+/ %:~\n\'"\\', '\u0000', 'é', '😀']
const character = fc.constantFrom(...characters)
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** Replaces, adds, removes or moves something at any place; the last places, where encodings are loose, more often. */
export const tampering: fc.Arbitrary<Tampering> = fc
  .record({
    place: fc.oneof(place, fc.constantFrom(0, 0.9999)),
    character,
    what: fc.constantFrom('replace', 'next', 'insert', 'remove', 'cut', 'double', 'upper', 'append'),
  })
  .map(({ place, character, what }) => (text: string) => {
    const at = Math.floor(place * text.length)
    const [before, here, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
    switch (what) {
      case 'replace':
        return before + character + after
      case 'next':
        return before + String.fromCharCode(here.charCodeAt(0) + 1) + after
      case 'insert':
        return before + character + here + after
      case 'remove':
        return before + after
      case 'cut':
        return before
      case 'double':
        return text + text
      case 'upper':
        return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
      default:
        return text + character
    }
  })
