import { codeOf, visible } from './visible.js'

/**
 * Describes invisible characters in a text, with the message encoded in them; undefined if there are none. Characters that
 * scripts and emoji need are not counted: joiners, the selector after an emoji, direction marks in right-to-left text.
 *
 * spec: https://www.unicode.org/reports/tr36/
 */
export function findHiddenCharacters(text: string): string | undefined {
  if (!ignorable.test(text)) return undefined
  const characters = [...text.replace(flags, '')]
  const isRightToLeft = rightToLeft.test(text)
  const isBraille = braille.test(text)
  const hidden = characters.filter((character, index) => {
    if (!ignorable.test(character)) return false
    const context = {
      before: characters[index - 1] ?? '',
      after: characters[index + 1] ?? '',
      isRightToLeft,
      isBraille,
    }
    return !(needed.get(character)?.(context) ?? isVariant(character, context))
  })
  if (hidden.length === 0) return undefined
  const kinds = [...new Set(hidden)]
  const codes = `${kinds.slice(0, maxCodes).map(codeOf).join(' ')}${kinds.length > maxCodes ? ' …' : ''}`
  const words = decode(hidden)
  const count = hidden.length === 1 ? 'a character' : `${hidden.length} characters`
  return `${count} that cannot be seen: ${codes}${words === '' ? '' : `, which say "${visible(words)}"`}`
}

const maxCodes = 8

interface CharacterContext {
  readonly before: string
  readonly after: string
  /** True for the whole text. */
  readonly isRightToLeft: boolean
  readonly isBraille: boolean
}

export const ignorable = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u

/** The flags of England, Scotland and Wales consist of tag characters. */
const flags =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu

const letter = /\p{L}/u
const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}]/u
const braille = /[\u2801-\u28FF]/
const hangul = /\p{sc=Hang}/u
const khmer = /\p{sc=Khmr}/u
const mongolian = /\p{sc=Mong}/u
const han = /\p{sc=Han}/u
const mathOrHan = /[\p{Sm}\p{sc=Han}\p{sc=Mymr}0]/u
const spaceless = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const pictograph = /\p{Extended_Pictographic}/u
const endOfPictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u
const keycap = /[0-9#*]/
/** Scripts that use joiners between letters. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]/u

type IsNeeded = (context: CharacterContext) => boolean

const isOfDirection: IsNeeded = ({ before, isRightToLeft }) => isRightToLeft && !ignorable.test(before)
const isOfPictograph: IsNeeded = ({ before, after }) =>
  keycap.test(before) ? after === '\u20E3' : /\p{Emoji}/u.test(before)
const isOfHangul: IsNeeded = ({ before, after }) => hangul.test(before) || hangul.test(after)
const isOfKhmer: IsNeeded = ({ before }) => khmer.test(before)
const isOfMongolian: IsNeeded = ({ before }) => mongolian.test(before)

/** The contexts in which an invisible character is legitimate. */
const needed: ReadonlyMap<string, IsNeeded> = new Map<string, IsNeeded>([
  ['\u00AD', ({ before, after }) => letter.test(before) && letter.test(after)],
  ['\u200B', ({ before, after }) => spaceless.test(before) || spaceless.test(after)],
  ['\u200C', ({ before }) => joining.test(before)],
  ['\u200D', ({ before, after }) => joining.test(before) || (endOfPictograph.test(before) && pictograph.test(after))],
  ['\uFEFF', ({ before }) => before === ''],
  ['\u2800', ({ isBraille }) => isBraille],
  ['\uFE0E', isOfPictograph],
  ['\uFE0F', isOfPictograph],
  ...[...'\u061C\u200E\u200F\u2066\u2067\u2068\u2069'].map((mark) => [mark, isOfDirection] as const),
  ...[...'\u115F\u1160'].map((filler) => [filler, isOfHangul] as const),
  ...[...'\u17B4\u17B5'].map((vowel) => [vowel, isOfKhmer] as const),
  ...[...'\u180B\u180C\u180D\u180E\u180F'].map((selector) => [selector, isOfMongolian] as const),
])

/** Variation selectors are legitimate after characters that have variants. */
function isVariant(character: string, { before }: CharacterContext): boolean {
  if (/[\uFE00-\uFE02]/.test(character)) return mathOrHan.test(before)
  return /[\u{E0100}-\u{E01EF}]/u.test(character) && han.test(before)
}

const utf8 = new TextDecoder()

/** Decodes tag characters as ASCII, and variation selectors as bytes. */
function decode(hidden: readonly string[]): string {
  const bytes = hidden.flatMap((character) => {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xe0020 && code <= 0xe007e) return [code - 0xe0000]
    if (code >= 0xfe00 && code <= 0xfe0f) return [code - 0xfe00]
    return code >= 0xe0100 && code <= 0xe01ef ? [code - 0xe0100 + 16] : []
  })
  const text = utf8.decode(Uint8Array.from(bytes))
  return /[\p{L}\p{N}]{2}/u.test(text) ? text : ''
}
