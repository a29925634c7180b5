import { expect, test } from 'vitest'
import { isDisplayMode } from './display.js'

test.each(['inline', 'fullscreen', 'pip'])('%s is a display mode', (value) => {
  expect(isDisplayMode(value)).toBe(true)
})

test.each([[''], ['huge'], ['Inline'], ['toString'], [undefined], [null], [1], [true], [['inline']]])(
  '%j is no display mode',
  (value) => {
    expect(isDisplayMode(value)).toBe(false)
  },
)
