import { expect, test } from 'vitest'
import { isBase64 } from './is-base64.js'

test.each([
  ...['', 'AA==', 'AAA=', 'AAAA', 'AA', 'AAA', 'az+/', ' A A = = ', 'AA=\n=', '\tAAAA\f\r'],
  ...['A', 'AAAAA', 'A===', 'AAAA=', 'AAAAA===', 'AA=', 'A=', '=', '==', 'A=A=', 'A-_A', 'AA==A', 'é', ' ', 'A A'],
])('%j is base64 as it is for `atob`', (text) => {
  const decodes = () => {
    try {
      atob(text)
      return true
    } catch {
      return false
    }
  }
  expect(isBase64(text)).toBe(decodes())
})

test('some texts are, and some are not', () => {
  expect(['AA==', 'A A', 'A', 'A-_A'].map(isBase64)).toEqual([true, true, false, false])
})
