import { expect, test } from 'vitest'
import { assertUnicodeProperty } from './assert-unicode-property.js'

test.each([
  ...['p{L}', 'P{Lu}', 'p{Letter}', 'p{gc=Nd}', 'P{General_Category=Decimal_Number}', 'p{Script=Greek}', 'p{sc=Latin}'],
  ...['p{Any}', 'P{ASCII}', 'p{Alpha}', 'p{Uppercase}', 'p{Emoji}', 'p{White_Space}'],
])('\\%s is known, and has no members yet', (text) => {
  expect(assertUnicodeProperty(text)).toBe('')
})

test.each([
  ...['p{LC}', 'P{Cased_Letter}', 'p{Cn}', 'p{gc=Unassigned}', 'p{gc=LC}'],
  ...['p{ID_Start}', 'P{Emoji_Modifier_Base}', 'p{Cased}'],
  ...['p{Script_Extensions=Greek}', 'p{scx=Grek}', 'p{L}x', 'p{sc=Greek}x'],
])('\\%s is not supported', (text) => {
  const message = `uses a Unicode property that is not supported, \\${text}`
  expect(() => assertUnicodeProperty(text)).toThrow(new SyntaxError(message))
})

test.each(['p{Nothing}', 'P{gc=Greek}', 'p{sc=Nobody}', 'p{emoji}', 'p{nothing=L}'])('\\%s does not exist', (text) => {
  const message = `names a Unicode property that does not exist, \\${text}`
  expect(() => assertUnicodeProperty(text)).toThrow(new SyntaxError(message))
})
