import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, webAddress } from '../elements/clean-text.js'
import { splitCommand } from '../elements/split-command.js'
import { formatRoute, parseRoute, sections } from './route.js'

test('a view is the same after it was a link', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(name, fc.constantFrom(...sections), name, (server, section, item) => {
      const route = { view: 'server', server, section, item } as const
      expect(parseRoute(formatRoute(route))).toEqual(route)
    }),
  )
})

test.each([
  ['', { view: 'start' }],
  ['#/nothing/such', { view: 'start' }],
  ['#/servers/notes', { view: 'server', server: 'notes', section: 'overview' }],
  ['#/servers/%', { view: 'server', server: '%', section: 'overview' }],
  ['#/history/a', { view: 'history', item: 'a' }],
])('the link %j', (hash, expected) => {
  expect(parseRoute(hash)).toEqual(expected)
})

describe('a command line', () => {
  test.each([
    ['node a.js --b', ['node', 'a.js', '--b']],
    ['node "my file.js" \'x y\'', ['node', 'my file.js', 'x y']],
    ['a\\ b "c\\"d" e"f g"h', ['a b', 'c"d', 'ef gh']],
    ['  ', []],
  ])('%s', (line, expected) => {
    expect(splitCommand(line)).toEqual(expected)
  })
})

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['javascript:alert(1)', undefined],
  [' https://a.example', undefined],
  ['https://', undefined],
  ['data:text/html,x', undefined],
])('the address %s', (text, expected) => {
  expect(webAddress(text)).toBe(expected)
})

test('hidden characters are shown', () => {
  expect(cleanText('a\u202Eb\n\tc\u0000')).toBe('a⟨U+202E⟩b\n\tc⟨U+0000⟩')
})
