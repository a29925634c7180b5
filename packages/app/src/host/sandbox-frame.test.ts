import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { fitSize, toSizeStyle } from './sandbox-frame.js'

describe('the size of a frame', () => {
  test.each([
    ['is that of the view', { width: 300, height: 200 }, {}, { width: 300, height: 200 }],
    [
      'ends at the maximum',
      { width: 900, height: 900 },
      { maxWidth: 400, maxHeight: 600 },
      { width: 400, height: 600 },
    ],
    ['stays where it is fixed', { width: 900, height: 900 }, { width: 400, height: 50 }, { width: 400, height: 50 }],
    ['is bounded in any case', { width: 1e9, height: 1e9 }, { maxHeight: 1e8 }, { width: 1_000, height: 1_000 }],
    ['is not negative', { width: -5, height: -5 }, {}, { width: 0, height: 0 }],
    ['is left as it is by what is no number', { width: Number.NaN, height: Number.POSITIVE_INFINITY }, {}, {}],
    ['is left as it is by a text', { width: '5' as unknown as number }, {}, {}],
  ])('%s', (_, asked, dimensions, size) => {
    verifies('APPS-16')
    expect(fitSize(asked, dimensions, 1_000)).toEqual({ width: undefined, height: undefined, ...size })
  })

  test.each([
    [
      'fills its container without a width',
      { width: 300, height: 200 },
      {},
      { height: '200px', minWidth: 'min(300px, 100%)' },
    ],
    ['is as wide as it may be', { width: 300, height: 200 }, { maxWidth: 400 }, { height: '200px', width: '300px' }],
    ['is as wide as it has to be', { width: 300 }, { width: 300 }, { width: '300px' }],
    ['changes one side alone', { height: 200 }, {}, { height: '200px' }],
    ['changes nothing', {}, { width: 5 }, {}],
  ])('as styles %s', (_, size, dimensions, style) => {
    expect(toSizeStyle(size, dimensions)).toStrictEqual(style)
  })
})
