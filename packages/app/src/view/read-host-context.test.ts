import { expect, test } from 'vitest'
import { readHostContext } from './read-host-context.js'

const valid = {
  toolInfo: { tool: { name: 't' } },
  theme: 'dark',
  styles: { variables: { '--a': 'b', '--c': undefined }, css: { fonts: '@font-face {}' } },
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'other'],
  containerDimensions: { width: 1, maxHeight: 2, other: 'x' },
  locale: 'de',
  timeZone: 'Europe/Zurich',
  userAgent: 'a',
  platform: 'web',
  deviceCapabilities: { touch: true },
  safeAreaInsets: { top: 0, right: 1, bottom: 2, left: 3 },
}

test('a context is as the host gives it, with members that are not known', () => {
  expect(readHostContext({ ...valid, other: 5 })).toEqual({ ...valid, other: 5 })
  expect(readHostContext({ theme: 'light', styles: {}, containerDimensions: {} })).toEqual({
    ...{ theme: 'light', styles: {}, containerDimensions: {} },
  })
})

test('a member that is undefined is there, so that a change takes it back', () => {
  const change = { theme: undefined, styles: { variables: undefined, css: { fonts: undefined } } }
  expect(readHostContext(change)).toStrictEqual(change)
})

test('the theme may be light', () => {
  expect(readHostContext({ theme: 'light', safeAreaInsets: { top: 1 } })).toEqual({
    ...{ theme: 'light', safeAreaInsets: { top: 1 } },
  })
})

test.each([[undefined], [null], ['dark'], [['dark']]])('%j is no context', (value) => {
  expect(readHostContext(value)).toEqual({})
})

test.each<[string, readonly unknown[]]>([
  ['toolInfo', ['t', {}, { tool: 't' }, null, [], { tool: [] }]],
  ['theme', ['blue', 5, null]],
  [
    'styles',
    [
      'x',
      [],
      { variables: [] },
      { variables: { a: 5 } },
      { css: 'x' },
      { css: { fonts: 5 } },
      null,
      { css: null },
      { css: [] },
      { variables: null },
    ],
  ],
  ['displayMode', ['other', 5, null]],
  ['availableDisplayModes', ['inline', [5], null, ['inline', 5]]],
  [
    'containerDimensions',
    [5, { width: '1' }, { maxWidth: '1' }, { height: Number.NaN }, { maxHeight: null }, null, []],
  ],
  ['locale', [5]],
  ['timeZone', [null]],
  ['userAgent', [{}]],
  ['platform', [true]],
  ['deviceCapabilities', ['x', [], null]],
  ['safeAreaInsets', [5, null, [], { top: '1' }, { right: '1' }, { bottom: '1' }, { left: '1' }]],
])('%s of another type is left out, and the rest stays', (name, values) => {
  for (const value of values) {
    const { [name as keyof typeof valid]: _, ...rest } = valid
    expect(readHostContext({ ...valid, [name]: value })).toEqual(rest)
  }
})
