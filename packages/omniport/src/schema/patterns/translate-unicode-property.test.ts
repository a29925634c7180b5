import { describe, expect, test } from 'vitest'
import { matcherOf } from './fixtures/matches.js'
import { translateUnicodeProperty } from './translate-unicode-property.js'

/** One character of each general category, and of each binary property, and others. */
const characters = Array.from(
  'aAǅʰª\u0301\u0903\u20dd1Ⅷ²_-([)]«»!.,;?"\'`+<$^¦ \u00a0\u2028\u2029\u0000\u001f\u00ad\ue000٣éαΩ中あ🇳😀👍🏽\u200d\ufe0f❤#*~fFgG\u00a9\u3000',
)

const categories =
  'Letter Uppercase_Letter Lowercase_Letter Titlecase_Letter Modifier_Letter Other_Letter Mark Nonspacing_Mark Spacing_Mark ' +
  'Enclosing_Mark Number Decimal_Number digit Letter_Number Other_Number Punctuation punct Connector_Punctuation ' +
  'Dash_Punctuation Open_Punctuation Close_Punctuation Initial_Punctuation Final_Punctuation Other_Punctuation Symbol ' +
  'Math_Symbol Currency_Symbol Modifier_Symbol Other_Symbol Separator Space_Separator Line_Separator Paragraph_Separator ' +
  'Other C Surrogate Cs Control cntrl Format Private_Use L Nd Zs'

const binary =
  'Any ASCII Alpha Alphabetic AHex ASCII_Hex_Digit Dash Emoji Emoji_Component Emoji_Modifier Emoji_Presentation ExtPict ' +
  'Extended_Pictographic Hex Hex_Digit Lower Lowercase Math QMark Quotation_Mark RI Regional_Indicator Term ' +
  'Terminal_Punctuation Upper Uppercase space White_Space'

const foundBy = (test: (character: string) => boolean) => characters.filter(test).join('')

describe('a property means what ECMA-262 means', () => {
  test.each([...categories.split(' '), ...binary.split(' ')])('%s', (name) => {
    for (const pattern of [`^\\p{${name}}$`, `^\\P{${name}}$`]) {
      const expected = new RegExp(pattern, 'u')
      expect([pattern, foundBy(matcherOf(pattern))]).toEqual([pattern, foundBy((each) => expected.test(each))])
    }
  })

  test.each(['gc=Lu', 'General_Category=Uppercase_Letter', 'gc=punct', 'sc=Greek', 'Script=Latin'])('%s', (text) => {
    const expected = new RegExp(`^\\p{${text}}$`, 'u')
    expect(foundBy(matcherOf(`^\\p{${text}}$`))).toBe(foundBy((each) => expected.test(each)))
  })
})

describe('the members of a class', () => {
  test.each([
    ['p{Letter}', '\\p{L}'],
    ['P{Letter}', '\\P{L}'],
    ['p{gc=Letter}', '\\p{L}'],
    ['p{General_Category=digit}', '\\p{Nd}'],
    ['p{sc=Greek}', '\\p{Greek}'],
    ['P{Script=Old_Italic}', '\\P{Old_Italic}'],
    ['p{ASCII}', '\\x{0}-\\x{7f}'],
    ['P{ASCII}', '\\x{80}-\\x{10ffff}'],
    ['p{RI}', '\\x{1f1e6}-\\x{1f1ff}'],
    ['P{Regional_Indicator}', '\\x{0}-\\x{1f1e5}\\x{1f200}-\\x{10ffff}'],
  ])('%s', (text, members) => {
    expect(translateUnicodeProperty(text)).toBe(members)
  })

  test('are not given for a property that is not there', () => {
    expect(() => translateUnicodeProperty('p{Nothing}')).toThrow(
      new SyntaxError('names a Unicode property that does not exist, \\p{Nothing}'),
    )
  })
})
