import { compiles } from '../backtracking/measure-regexp.js'

/**
 * Checks that RE2 has a Unicode property, `p{…}` or `P{…}`: general categories, scripts as `name=value`, and its binary
 * properties. Returns no members. @throws SyntaxError whose message follows "the pattern".
 */
export function assertUnicodeProperty(text: string): '' {
  const [, key, value = ''] = /^[pP]\{(?:(\w+)=)?(\w+)\}$/.exec(text) ?? []
  if (!compiles(`\\${text}`, 'u')) throw new SyntaxError(`names a Unicode property that does not exist, \\${text}`)
  if (!(key === undefined ? isCategory(value) || binaries.test(value) : isSupported(key, value)))
    throw new SyntaxError(`uses a Unicode property that is not supported, \\${text}`)
  return ''
}

function isSupported(key: string, value: string): boolean {
  return /^(?:General_Category|gc)$/.test(key) ? isCategory(value) : /^(?:Script|sc)$/.test(key)
}

/** RE2 has all general categories but one of three others, and that of code points without one. */
function isCategory(value: string): boolean {
  return compiles(`\\p{gc=${value}}`, 'u') && !/^(?:LC|Cased_Letter|Cn|Unassigned)$/.test(value)
}

/** The names of binary properties, long and short. */
const binaries =
  /^(?:Any|ASCII|Alpha(betic)?|A(SCII_)?Hex(_Digit)?|Dash|Emoji(_Component|_Modifier|_Presentation)?|Ext(ended_Pictographic|Pict)|Hex(_Digit)?|Lower(case)?|Math|Q(uotation_)?Mark|R(egional_)?I(ndicator)?|Term(inal_Punctuation)?|Upper(case)?|space|White_Space)$/
