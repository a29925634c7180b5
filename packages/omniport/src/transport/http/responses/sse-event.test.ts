import { expect, test } from 'vitest'
import { toEventData } from './event-writer.js'
import { formatSseEvent, type SseEvent, sseComment, sseHeaders } from './sse-event.js'

test.each<[SseEvent, string]>([
  [{ data: '{}' }, 'data: {}\n\n'],
  [{ data: '' }, 'data: \n\n'],
  [{ event: 'endpoint', data: '/a' }, 'event: endpoint\ndata: /a\n\n'],
  [{ id: '1_2', data: '' }, 'id: 1_2\ndata: \n\n'],
  [{ retry: 0, data: '' }, 'retry: 0\ndata: \n\n'],
  [{ retry: 5, id: 'a', event: 'message', data: 'x' }, 'event: message\nid: a\nretry: 5\ndata: x\n\n'],
])('the event %j is written so', (event, text) => {
  expect(formatSseEvent(event)).toBe(text)
})

test('a comment is an event of nothing', () => {
  expect(sseComment).toBe(':\n\n')
})

test('a stream is not kept by who passes it on, nor changed', () => {
  expect(sseHeaders).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
})

test('the data of an event is text, whatever the message was encoded as', () => {
  expect(['{"a":"\u00fc"}', new TextEncoder().encode('{"a":"\u00fc"}')].map(toEventData)).toEqual([
    '{"a":"\u00fc"}',
    '{"a":"\u00fc"}',
  ])
})
