import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventReader } from './event-reader.js'

test('events are the same, however their text is cut', () => {
  const text = ': a\r\nevent: endpoint\ndata: /m\n\nid: 1\ndata: {"a":\ndata:1}\r\n\r\ndata\n\ndata: x\n'
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (size) => {
      const events: string[][] = []
      const reader = new EventReader((...event) => void events.push(event))
      for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size))
      expect(events).toEqual([
        ['endpoint', '/m'],
        ['message', '{"a":\n1}'],
      ])
    }),
  )
})

function read(text: string, maxCharacters?: number): readonly (readonly string[])[] {
  const events: string[][] = []
  new EventReader((...event) => void events.push(event), maxCharacters).push(text)
  return events
}

test.each([
  [
    'a space after the colon is not of the value',
    'data:  a\n\ndata:b\n\n',
    [
      ['message', ' a'],
      ['message', 'b'],
    ],
  ],
  ['a value may have colons', 'event: a:b\ndata: c: d\n\n', [['a:b', 'c: d']]],
  ['a name without a value has an empty one', 'event\ndata: a\n\n', [['', 'a']]],
  [
    'lines may end in CR',
    'event: e\rdata: a\r\rdata: b\r\r ',
    [
      ['e', 'a'],
      ['message', 'b'],
    ],
  ],
  [
    'an event without data is none, and its name is not that of the next',
    'event: e\n\ndata: a\n\n',
    [['message', 'a']],
  ],
  ['other names say nothing', 'id: 1\nretry: 5\ndatax: b\n: data: c\ndata: a\n\n', [['message', 'a']]],
  ['what is not ended has not come', 'data: a\n', []],
])('%s', (_name, text, events) => {
  expect(read(text)).toEqual(events)
})

test('an event has at most so many characters, each for itself', () => {
  const tooLong = new Error('an event of the stream is too long')
  expect(read('data: 12345\n\ndata: 67890\n\n', 5)).toHaveLength(2)
  expect(read('data: 123\ndata: 45\n', 5)).toEqual([])
  expect(() => read('data: 123\ndata: 456\n', 5)).toThrow(tooLong)
  expect(() => read('123456', 5)).toThrow(tooLong)
  expect(read('12345', 5)).toEqual([])
  expect(() => read('data: 123\n456', 5)).toThrow(tooLong)
})
