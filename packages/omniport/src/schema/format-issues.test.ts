import { describe, expect, it } from 'vitest'
import { formatIssues } from './format-issues.js'

describe('formatIssues', () => {
  it.each([
    [
      'issues are joined',
      [
        { path: ['a'], message: 'must be a number' },
        { path: ['items', 2, 'name'], message: 'is required' },
      ],
      'a must be a number; items[2].name is required',
    ],
    ['the value itself has a name', [{ path: [], message: 'must be an object' }], 'value must be an object'],
    [
      'a sentence of its own follows a colon',
      [{ path: ['a'], message: 'Invalid input: expected string' }],
      'a: Invalid input: expected string',
    ],
    [
      'a message that names the place is enough',
      [{ path: ['items', 2], message: 'items[2] must be odd' }],
      'items[2] must be odd',
    ],
    ['an item of a list', [{ path: [0, 'a'], message: 'is required' }], '[0].a is required'],
    ['a name that needs quotes', [{ path: ['a b', '', '1'], message: 'is required' }], '["a b"][""]["1"] is required'],
    ['a name in another script', [{ path: ['città', 'x-y'], message: 'is required' }], 'città.x-y is required'],
    [
      'line breaks and controls become spaces',
      [{ path: ['a\nb'], message: 'is\n\n  bad\u0000\u2028here' }],
      '["a\\nb"] is bad here',
    ],
    ['no issue is still a sentence', [], 'value is invalid'],
  ])('%s', (_name, issues, text) => {
    expect(formatIssues(issues)).toBe(text)
  })

  it('counts the issues beyond eight', () => {
    const issues = Array.from({ length: 11 }, (_, index) => ({ path: [index], message: 'is bad' }))
    expect(formatIssues(issues)).toBe(
      '[0] is bad; [1] is bad; [2] is bad; [3] is bad; [4] is bad; [5] is bad; [6] is bad; [7] is bad; and 3 more',
    )
  })

  it('is bounded whatever the issues hold', () => {
    const long = 'x'.repeat(1_000_000)
    const issue = { path: Array.from({ length: 10_000 }, () => long), message: long }
    expect(formatIssues([issue]).length).toBe(120 + 1 + 2 + 240 + 1)
    expect(formatIssues(Array.from({ length: 100 }, () => issue)).length < 3_100).toBe(true)
  })
})
