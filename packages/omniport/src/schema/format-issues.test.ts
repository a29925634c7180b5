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

  it.each(['must be x', 'is x', 'has x', 'repeats x', 'does x'])('a sentence continues with "%s"', (message) => {
    expect(formatIssues([{ path: ['a'], message }])).toBe(`a ${message}`)
  })

  it.each(['mustard', 'Must be x', 'x must be', 'must', 'it is x'])('a sentence of its own is "%s"', (message) => {
    expect(formatIssues([{ path: ['a'], message }])).toBe(`a: ${message}`)
  })

  it.each([
    [['a', 'b'], 'a.b is bad'],
    [['_a$', '$b-1', 'ñ2'], '_a$.$b-1.ñ2 is bad'],
    [['1a'], '["1a"] is bad'],
    [['-a'], '["-a"] is bad'],
    [['a.b', 'c'], '["a.b"].c is bad'],
    [['a', 0, 1], 'a[0][1] is bad'],
    [['a'.repeat(40)], `${'a'.repeat(40)} is bad`],
    [['a'.repeat(41)], `["${'a'.repeat(40)}…"] is bad`],
    [['a".b'], '["a\\".b"] is bad'],
  ])('the path %j', (path, text) => {
    expect(formatIssues([{ path, message: 'is bad' }])).toBe(text)
  })

  it('shows twenty keys of a path', () => {
    const path = (keys: number) => Array.from({ length: keys }, (_, index) => index % 10)
    const shown = Array.from({ length: 20 }, (_, index) => `[${index % 10}]`).join('')
    expect([
      formatIssues([{ path: path(20), message: 'is bad' }]),
      formatIssues([{ path: path(21), message: 'is bad' }]),
    ]).toEqual([`${shown} is bad`, `${shown}… is bad`])
  })

  it('cuts a long path and a long message', () => {
    const path = Array.from({ length: 4 }, () => 'a'.repeat(40))
    expect(formatIssues([{ path, message: 'is bad' }])).toBe(`${path.join('.').slice(0, 120)}… is bad`)
    expect(formatIssues([{ path: ['a'], message: `is ${'x'.repeat(237)}` }])).toBe(`a is ${'x'.repeat(237)}`)
    expect(formatIssues([{ path: ['a'], message: `is ${'x'.repeat(238)}` }])).toBe(`a is ${'x'.repeat(237)}…`)
  })

  it('a message is on one line, without space around it', () => {
    expect(formatIssues([{ path: [], message: ' \n is\u2029 \u0007bad \t' }])).toBe('value is bad')
  })

  it('counts none beyond eight if there are eight', () => {
    const issues = Array.from({ length: 8 }, (_, index) => ({ path: [index], message: 'is bad' }))
    expect(formatIssues(issues).endsWith('; [7] is bad')).toBe(true)
    expect(formatIssues([...issues, ...issues.slice(7)]).endsWith('; [7] is bad; and 1 more')).toBe(true)
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
