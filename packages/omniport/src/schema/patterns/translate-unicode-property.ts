import { assertUnicodeProperty } from './assert-unicode-property.js'

/**
 * Translates a Unicode property, `p{…}` or `P{…}`, into members of an RE2 class. Throws a `SyntaxError` for one that RE2 does not
 * have; RE2 itself refuses short names of scripts.
 */
export function translateUnicodeProperty(text: string): string {
  assertUnicodeProperty(text)
  const [, letter = 'p', key, value = ''] = /^([pP])\{(?:(\w+)=)?(\w+)\}$/.exec(text) ?? []
  const range = key === undefined ? ranges.get(value) : undefined
  if (range !== undefined) return letter === 'p' ? range.inside : range.outside
  const isName = key === undefined || /^(?:General_Category|gc)$/.test(key)
  return `\\${letter}{${isName ? (longNames.get(value) ?? value) : value}}`
}

const lastCodePoint = '\\x{10ffff}'

/** Properties that are a single range. */
const ranges: ReadonlyMap<string, { readonly inside: string; readonly outside: string }> = new Map([
  ['ASCII', { inside: '\\x{0}-\\x{7f}', outside: `\\x{80}-${lastCodePoint}` }],
  ...['Regional_Indicator', 'RI'].map(
    (name) =>
      [name, { inside: '\\x{1f1e6}-\\x{1f1ff}', outside: `\\x{0}-\\x{1f1e5}\\x{1f200}-${lastCodePoint}` }] as const,
  ),
])

/** Names that differ in RE2: long names of general categories, short names of other properties. */
const longNames: ReadonlyMap<string, string> = toPairs(
  'Letter L Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter Lm Other_Letter Lo ' +
    'Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me Number N Decimal_Number Nd digit Nd Letter_Number Nl ' +
    'Other_Number No Punctuation P punct P Connector_Punctuation Pc Dash_Punctuation Pd Open_Punctuation Ps ' +
    'Close_Punctuation Pe Initial_Punctuation Pi Final_Punctuation Pf Other_Punctuation Po Symbol S Math_Symbol Sm ' +
    'Currency_Symbol Sc Modifier_Symbol Sk Other_Symbol So Separator Z Space_Separator Zs Line_Separator Zl ' +
    'Paragraph_Separator Zp Other C Control Cc cntrl Cc Format Cf Surrogate Cs Private_Use Co ' +
    'Alpha Alphabetic AHex ASCII_Hex_Digit ExtPict Extended_Pictographic Hex Hex_Digit Lower Lowercase ' +
    'QMark Quotation_Mark Term Terminal_Punctuation Upper Uppercase space White_Space',
)

function toPairs(text: string): ReadonlyMap<string, string> {
  const words = text.split(' ')
  return new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ''] as const] : [])))
}
