import { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { ResponseSink } from './response-sink.js'

test('what a connection did not take before it was gone waits no more', () => {
  const response = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never)
  const sink = new ResponseSink(response)
  const waiting: number[] = []
  sink.onDrain(() => waiting.push(sink.waiting))
  sink.write('data')
  sink.end()
  expect(sink.waiting).toBe(5)
  response.emit('close')
  response.emit('close')
  expect([sink.waiting, waiting]).toEqual([0, [0]])
})
