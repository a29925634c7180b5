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
