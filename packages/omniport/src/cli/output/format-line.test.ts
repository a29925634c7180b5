import { expect, test } from 'vitest'
import { formatLine, formatOutput } from './format-line.js'

test.each([
  ['letters of any language stay', 'Grüße 日本 🎉', 'Grüße 日本 🎉'],
  ['ends of lines are shown', 'a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['the escape character is shown', '\u001b[2J', '\\u001b[2J'],
  ['later control characters are shown', '\u009b2J\u007f', '\\u009b2J\\u007f'],
  ['what cannot be seen is shown', 'a\u200bb\u{e0041}c', 'a\\u200bb\\u{e0041}c'],
  [
    'joined emoji stay',
    '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3',
    '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3',
  ],
  ['joined letters stay', 'می\u200cخواهم क्\u200dष', 'می\u200cخواهم क्\u200dष'],
  ['joiners elsewhere are shown', 'a\u200db\u200cc', 'a\\u200db\\u200cc'],
  ['selectors elsewhere are shown', 'a\ufe0f 1\ufe0f ❤\ufe0f\ufe0f', 'a\\ufe0f 1\\ufe0f ❤\ufe0f\\ufe0f'],
  ['selectors that say something are shown', 'x\u{e0100}\u{e0101}', 'x\\u{e0100}\\u{e0101}'],
  ['fillers are shown', 'a\u3164\u115f\uffa0\u2800\u034fb', 'a\\u3164\\u115f\\uffa0\\u2800\\u034fb'],
  ['what has no meaning is shown', '\ue000\u{fffff}\ud800', '\\ue000\\u{fffff}\\ud800'],
  ['marks on a letter stay', 'e\u0301 ש\u05c1\u05b8\u0591', 'e\u0301 ש\u05c1\u05b8\u0591'],
  ['marks that pile up are shown', `e${'\u0301'.repeat(10)}`, `e${'\u0301'.repeat(8)}${'\\u0301'.repeat(2)}`],
  ['a turned direction is shown', '\u202etxt', '\\u202etxt'],
])('%s', (_name, text, expected) => {
  expect(formatLine(text)).toBe(expected)
})

test.each([
  ['colours are left out', '\u001b[31mred\u001b[0m\n', 'red'],
  ['what else a terminal obeys is shown', '\u001b]0;title\u0007\u001b[2J', '\\u001b]0;title\\u0007\\u001b[2J'],
  ['columns stay apart', 'a\tb\r\n', 'a  b'],
])('output of a program: %s', (_name, text, expected) => {
  expect(formatOutput(text)).toBe(expected)
})
