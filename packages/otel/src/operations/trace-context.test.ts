import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerContexts, remoteSpan } from '../fixtures/global-context.js'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import { receivedContext, sentMeta } from './trace-context.js'

let unregister = () => {}
beforeEach(() => {
  unregister = registerContexts()
})
afterEach(() => {
  vi.restoreAllMocks()
  unregister()
})

const localSpan = { traceId: '3'.repeat(32), spanId: '4'.repeat(16), traceFlags: 1 }
const around = trace.setSpanContext(ROOT_CONTEXT, localSpan)

function receive(meta: unknown, active = ROOT_CONTEXT) {
  const message = requestOf('ping', { _meta: meta })
  const { parent, links } = context.with(active, () => receivedContext(operationOf({ message })))
  return { span: trace.getSpanContext(parent), links }
}

describe('a message that arrives', () => {
  test('is in the span that sent it', () => {
    expect(receive({ traceparent: 'x' })).toEqual({ span: remoteSpan, links: [] })
  })

  test('is linked with the span around it', () => {
    expect(receive({ traceparent: 'x' }, around)).toEqual({ span: remoteSpan, links: [{ context: localSpan }] })
  })

  test('is in the span around it, where its sender names none', () => {
    expect(receive({ tracestate: 'x' }, around)).toEqual({ span: localSpan, links: [] })
    expect(receive({}, around)).toEqual({ span: localSpan, links: [] })
    expect(receive({})).toEqual({ links: [] })
  })

  test.each([[undefined], [null], ['traceparent'], [{ traceparent: 5 }], [{ traceparent: 'x'.repeat(8_193) }]])(
    'has no sender in %j',
    (meta) => {
      const extract = vi.spyOn(propagation, 'extract')
      expect([receive(meta), extract.mock.calls]).toEqual([{ links: [] }, []])
    },
  )

  test('may have no parameters', () => {
    expect(receivedContext(operationOf()).links).toEqual([])
  })

  test('gives the members of a context, and no others', () => {
    const extract = vi.spyOn(propagation, 'extract')
    const members = { traceparent: 'a'.repeat(8_192), tracestate: 'b', baggage: 'c' }
    receive({ ...members, other: 'd' })
    expect(extract.mock.calls.map(([, carrier]) => carrier)).toEqual([members])
  })

  test('has members of its own alone', () => {
    expect(receive(Object.create({ traceparent: 'x' }))).toEqual({ links: [] })
  })
})

describe('a message that is sent', () => {
  test('has the members of its context, and no others', () => {
    expect(sentMeta(around)).toEqual({ traceparent: localSpan.spanId })
  })

  test('has none without a span', () => {
    expect(sentMeta(ROOT_CONTEXT)).toBeUndefined()
  })
})
