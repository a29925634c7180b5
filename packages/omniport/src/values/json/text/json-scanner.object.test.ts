import { describe, expect, test } from 'vitest'
import { JsonScanner, type JsonScannerOptions } from './json-scanner.js'

const bounds = { jsonDepth: 3, jsonNodes: 6 }
const notJson = new SyntaxError('The bytes are not JSON in UTF-8, or exceed a limit')

function scannerOf(text: string, options: Partial<JsonScannerOptions> = {}): JsonScanner {
  return new JsonScanner(new TextEncoder().encode(text), { bounds, longBytes: 1e9, onLong: () => {}, ...options })
}

/** The members of an object, each as its key and its value are written. */
function membersOf(text: string): readonly (readonly [string, string])[] {
  const scanner = scannerOf(text)
  const members: (readonly [string, string])[] = []
  scanner.object(({ from, to }) => {
    const { at } = scanner
    scanner.skip()
    members.push([text.slice(from, to), text.slice(at, scanner.at)])
  })
  scanner.end()
  return members
}

describe('an object', () => {
  test.each<readonly [text: string, members: readonly (readonly [string, string])[]]>([
    ['{}', []],
    [' { } ', []],
    ['{"a":1}', [['a', '1']]],
    [
      ' { "a" : [ 1 ] , "b\\"c" : { } } ',
      [
        ['a', '[ 1 ]'],
        ['b\\"c', '{ }'],
      ],
    ],
    [
      '{"":null,"a":"{"}',
      [
        ['', 'null'],
        ['a', '"{"'],
      ],
    ],
  ])('%s has the members %j', (text, members) => {
    expect(membersOf(text)).toEqual(members)
  })

  test('in an object is taken where its key is found', () => {
    const scanner = scannerOf('{"a":{"b":1},"c":2}')
    const keys: number[] = []
    scanner.object(({ from }) => {
      keys.push(from)
      if (from !== 2) return scanner.skip()
      scanner.object((inner) => {
        keys.push(inner.from)
        scanner.skip()
      })
    })
    scanner.end()
    expect(keys).toEqual([2, 7, 14])
  })

  test.each(['[]', '1', '', '"a"', '{', '{"a"', '{"a" 1}', '{"a":1', '{"a":1 "b":2}', '{a:1}', '{"a":1,}', '{} 1'])(
    'is not %s',
    (text) => {
      expect(() => membersOf(text)).toThrow(notJson)
    },
  )

  test('whose value was not taken is none', () => {
    expect(() => scannerOf('{"a":1}').object(() => {})).toThrow(notJson)
  })
})

describe('a limit', () => {
  test.each([
    ['[[[]]]', '[[[[]]]]'],
    ['{"a":[{}]}', '{"a":[{"b":[]}]}'],
    ['[1,1,1,1,1,1]', '[1,1,1,1,1,1,1]'],
    ['[[],[],[]]', '[[],[],[],1]'],
    ['{"a":1,"b":{},"c":[],"d":1}', '{"a":1,"b":{},"c":[],"d":1,"e":1}'],
  ])('may be reached, as by %s', (most, over) => {
    const scanner = scannerOf(most)
    scanner.skip()
    scanner.end()
    expect(scanner.at).toBe(most.length)
    expect(() => scannerOf(over).skip()).toThrow(notJson)
  })

  test('is that of all values together', () => {
    const scanner = scannerOf('[1,1,1][1,1,1][1,1,1]')
    scanner.skip()
    scanner.skip()
    expect(() => scanner.skip()).toThrow(notJson)
  })
})

test('a member is long from a number of bytes on', () => {
  const found = (longBytes: number) => {
    const keys: number[] = []
    scannerOf('{"a":"xxxx","b":[12345]}', { longBytes, onLong: ({ from }) => keys.push(from) }).skip()
    return keys
  }
  expect([found(6), found(7), found(8)]).toEqual([[2, 13], [13], []])
})

test('the place is that after the value, with the space around it left', () => {
  const scanner = scannerOf(' 1 true')
  scanner.skip()
  const first = scanner.at
  scanner.skip()
  expect([first, scanner.at]).toEqual([2, 7])
  expect(() => scanner.skip()).toThrow(notJson)
})
