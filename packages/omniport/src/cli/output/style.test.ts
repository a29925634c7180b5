import { expect, test } from 'vitest'
import { createStyle } from './style.js'

const isColored = (env: Record<string, string>, isTerminal: boolean, color?: boolean) =>
  createStyle({ env, isTerminal, options: { ...(color !== undefined && { color }) } }).strong('x') !== 'x'

test.each([
  [{}, true, undefined, true],
  [{}, false, undefined, false],
  [{}, true, false, false],
  [{ FORCE_COLOR: '1' }, false, undefined, true],
  [{ FORCE_COLOR: 'true' }, false, undefined, true],
  [{ FORCE_COLOR: '0' }, true, undefined, false],
  [{ FORCE_COLOR: 'false' }, true, undefined, false],
  [{ FORCE_COLOR: '' }, true, undefined, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, undefined, true],
  [{ FORCE_COLOR: '1' }, true, false, false],
  [{ NO_COLOR: '1' }, true, undefined, false],
  [{ NO_COLOR: '' }, true, undefined, true],
  [{ TERM: 'dumb' }, true, undefined, false],
  [{ TERM: 'xterm' }, true, true, true],
])('%j, a terminal: %s, --color: %s', (env, isTerminal, color, expected) => {
  expect(isColored(env, isTerminal, color)).toBe(expected)
})

test('each kind of text has its colour', () => {
  const { strong, faint, name, good, warning, bad } = createStyle({ env: {}, isTerminal: true, options: {} })
  expect([strong, faint, name, good, warning, bad].map((paint) => paint('x'))).toEqual([
    '\u001b[1mx\u001b[22m',
    '\u001b[2mx\u001b[22m',
    '\u001b[36mx\u001b[39m',
    '\u001b[32mx\u001b[39m',
    '\u001b[33mx\u001b[39m',
    '\u001b[31mx\u001b[39m',
  ])
})
