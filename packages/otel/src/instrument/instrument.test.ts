import { channel } from 'node:diagnostics_channel'
import {
  type Context,
  context,
  type MeterProvider,
  type SpanOptions,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import { type Operation, type OperationObserver, type OperationOutcome, operationChannel } from 'omniport/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerContexts, remoteSpan } from '../fixtures/global-context.js'
import { operationOf, requestOf } from '../fixtures/operation-of.js'
import { type Instrumentation, type InstrumentOptions, instrument } from './instrument.js'

let unregister = () => {}
const started: Instrumentation[] = []

beforeEach(() => {
  unregister = registerContexts()
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
})

afterEach(() => {
  vi.useRealTimers()
  for (const one of started.splice(0)) one.stop()
  unregister()
})

interface FakeSpan {
  readonly name: string
  readonly options: SpanOptions
  readonly parent: string | undefined
  readonly calls: unknown[][]
}

/** Providers that say what is asked of them. */
function start({ isRecording = true, ...options }: InstrumentOptions & { readonly isRecording?: boolean } = {}) {
  const spans: FakeSpan[] = []
  const points: unknown[][] = []
  const made: unknown[][] = []
  const startSpan = (name: string, given: SpanOptions, parent: Context) => {
    const calls: unknown[][] = []
    spans.push({ name, options: given, parent: trace.getSpanContext(parent)?.spanId, calls })
    const called =
      (what: string) =>
      (...args: unknown[]) =>
        void calls.push([what, ...args])
    return {
      spanContext: () => ({ traceId: '5'.repeat(32), spanId: `${spans.length}`.repeat(16), traceFlags: 1 }),
      isRecording: () => isRecording,
      ...Object.fromEntries(
        ['setAttribute', 'setAttributes', 'setStatus', 'updateName', 'end'].map((name) => [name, called(name)]),
      ),
    }
  }
  const createHistogram = (name: string, details: object) => {
    made.push([name, details])
    return { record: (...given: unknown[]) => void points.push([name, ...given]) }
  }
  const scopes: unknown[][] = []
  const tracerProvider = {
    getTracer: (...scope: unknown[]) => {
      scopes.push(scope)
      return { startSpan }
    },
  } as unknown as TracerProvider
  const meterProvider = {
    getMeter: (...scope: unknown[]) => {
      scopes.push(scope)
      return { createHistogram }
    },
  } as unknown as MeterProvider
  const instrumentation = instrument({ tracerProvider, meterProvider, ...options })
  started.push(instrumentation)
  const publish = (given: Partial<Operation>): OperationObserver => {
    const observers: OperationObserver[] = []
    channel(operationChannel).publish(operationOf(given, observers))
    return observers[0] ?? { end: () => {} }
  }
  const callsOf = (outcome: OperationOutcome, given: Partial<Operation> = {}) => {
    publish({ message: requestOf('tools/call', { name: 'add', arguments: { a: 1 } }), ...given }).end(outcome)
    return spans.at(-1)?.calls.filter(([name]) => name !== 'setAttribute')
  }
  return { spans, points, made, scopes, publish, callsOf, instrumentation }
}

const call = requestOf('tools/call', { name: 'add', arguments: { a: 1 } })
const common = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'add', 'mcp.method.name': 'tools/call' }
const { 'gen_ai.tool.name': _named, ...unnamed } = common
const done: OperationOutcome = { response: { jsonrpc: '2.0', id: 1, result: { content: [] } } }
const refused = (code: number): OperationOutcome => ({
  response: { jsonrpc: '2.0', id: 1, error: { code, message: 'refused' } },
})

test('what measures says who it is, and has four histograms of seconds', () => {
  const { scopes, made } = start()
  expect(scopes).toEqual([
    ['@omniport/otel', '0.1.0'],
    ['@omniport/otel', '0.1.0'],
  ])
  const explicitBucketBoundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]
  const of = (description: string) => ({ unit: 's', description, advice: { explicitBucketBoundaries } })
  expect(made).toEqual([
    ['mcp.client.operation.duration', of('Duration of MCP requests and notifications as their sender sees it')],
    ['mcp.client.session.duration', of('Duration of MCP sessions as the client sees it')],
    ['mcp.server.operation.duration', of('Duration of MCP requests and notifications as their receiver sees it')],
    ['mcp.server.session.duration', of('Duration of MCP sessions as the server sees it')],
  ])
})

describe('a span', () => {
  test('is of the one who sends, in the active context', () => {
    const { spans, publish } = start()
    const around = trace.setSpanContext(context.active(), { ...remoteSpan, spanId: '9'.repeat(16) })
    context.with(around, () => publish({ message: call, connection: { key: {}, sessionId: 's', onEnd: () => {} } }))
    expect(spans).toMatchObject([
      { name: 'tools/call add', options: { kind: 2, links: [], attributes: common }, parent: '9'.repeat(16) },
    ])
    expect(spans[0]?.calls).toEqual([
      ['setAttribute', 'jsonrpc.request.id', '1'],
      ['setAttribute', 'mcp.session.id', 's'],
    ])
  })

  test('is of the one who serves, in that of the sender', () => {
    const { spans, publish } = start()
    const message = requestOf('ping', { _meta: { traceparent: 'x' } })
    const observer = publish({ role: 'receiver', message })
    expect(spans).toMatchObject([{ name: 'ping', options: { kind: 1, links: [] }, parent: remoteSpan.spanId }])
    expect(observer.meta).toBeUndefined()
  })

  test('is around the operation, and goes with what is sent', () => {
    const observer = start().publish({})
    expect(observer.meta).toEqual({ traceparent: '1'.repeat(16) })
    expect(observer.run?.(() => trace.getSpanContext(context.active())?.spanId)).toBe('1'.repeat(16))
    expect(trace.getSpanContext(context.active())).toBeUndefined()
  })

  test('ends with its operation', () => {
    expect(start().callsOf(done)).toEqual([['end']])
  })

  test.each<[string, OperationOutcome, Partial<Operation>, unknown[][]]>([
    [
      'an error',
      refused(-32603),
      { role: 'receiver' },
      [
        ['setAttributes', { 'rpc.response.status_code': '-32603', 'error.type': '-32603' }],
        ['setStatus', { code: 2, message: 'refused' }],
      ],
    ],
    [
      'an error without a message',
      { reason: 'gone' },
      {},
      [
        ['setAttributes', { 'error.type': '_OTHER' }],
        ['setStatus', { code: 2, message: '' }],
      ],
    ],
    [
      'an error of the one who sent',
      refused(-32602),
      { role: 'receiver', message: requestOf('x'.repeat(65)) },
      [
        ['setAttributes', { 'rpc.response.status_code': '-32602' }],
        ['updateName', 'x'.repeat(64)],
      ],
    ],
    [
      'a method that does not exist',
      refused(-32601),
      { role: 'receiver', message: requestOf('x/own') },
      [
        ['setAttributes', { 'rpc.response.status_code': '-32601' }],
        ['updateName', 'x/own'],
      ],
    ],
    [
      'an error of its sender',
      refused(-32602),
      {},
      [
        ['setAttributes', { 'rpc.response.status_code': '-32602', 'error.type': '-32602' }],
        ['setStatus', { code: 2, message: 'refused' }],
      ],
    ],
  ])('says of %s', (_what, outcome, given, expected) => {
    expect(start().callsOf(outcome, given)).toEqual([...expected, ['end']])
  })

  test('has the name of a tool that was served before, though its arguments were refused', () => {
    const { callsOf } = start()
    const refusal = () => callsOf(refused(-32602), { role: 'receiver' })?.filter(([name]) => name === 'updateName')
    expect(refusal()).toEqual([['updateName', 'tools/call']])
    callsOf(done, { role: 'receiver' })
    expect(refusal()).toEqual([])
  })

  test('has contents where they are to be recorded', () => {
    expect(start({ recordContents: true }).callsOf(done)).toEqual([
      ['setAttributes', { 'gen_ai.tool.call.arguments': '{"a":1}' }],
      ['setAttributes', { 'gen_ai.tool.call.result': '{"content":[]}' }],
      ['end'],
    ])
  })

  test('that is not recorded only ends', () => {
    const { callsOf, spans, points } = start({ recordContents: true, isRecording: false })
    callsOf(refused(1))
    expect([spans[0]?.calls, points.length]).toEqual([[['end']], 1])
  })
})

describe('a duration', () => {
  test.each([
    ['sender', 'mcp.client.operation.duration'],
    ['receiver', 'mcp.server.operation.duration'],
  ] as const)('of a %s is in seconds', (role, name) => {
    const { publish, points } = start()
    const observer = publish({ role, message: call })
    vi.advanceTimersByTime(1_500)
    observer.end(done)
    expect(points).toEqual([[name, 1.5, common]])
  })

  const own = requestOf('x/own')

  test.each<[string, Partial<Operation>, OperationOutcome[], object[]]>([
    [
      'of a tool that nobody served has its method alone',
      { role: 'receiver', message: call },
      [refused(-32602), refused(-32000), { reason: new Error('gone') }],
      [
        { ...unnamed, 'rpc.response.status_code': '-32602' },
        { ...unnamed, 'rpc.response.status_code': '-32000', 'error.type': '-32000' },
        { ...unnamed, 'error.type': 'Error' },
      ],
    ],
    [
      'of a tool that was served has its name',
      { role: 'receiver', message: call },
      [done, refused(-32603)],
      [common, { ...common, 'rpc.response.status_code': '-32603', 'error.type': '-32603' }],
    ],
    [
      'of a tool whose result is an error has its name',
      { role: 'receiver', message: call },
      [{ response: { jsonrpc: '2.0', id: 1, result: { isError: true } } }],
      [{ ...common, 'error.type': 'tool_error' }],
    ],
    [
      'of a method that nobody served has no name of its own',
      { role: 'receiver', message: own },
      [refused(-32601), refused(-32000), done, refused(-32000)],
      [
        { 'mcp.method.name': '_OTHER', 'rpc.response.status_code': '-32601' },
        { 'mcp.method.name': '_OTHER', 'rpc.response.status_code': '-32000', 'error.type': '-32000' },
        { 'mcp.method.name': 'x/own' },
        { 'mcp.method.name': 'x/own', 'rpc.response.status_code': '-32000', 'error.type': '-32000' },
      ],
    ],
    [
      'of a notification has its name',
      { role: 'receiver', message: { jsonrpc: '2.0', method: 'notifications/progress' } },
      [{}],
      [{ 'mcp.method.name': 'notifications/progress' }],
    ],
    [
      'of what was sent has its names',
      { message: call },
      [refused(-32602)],
      [{ ...common, 'rpc.response.status_code': '-32602', 'error.type': '-32602' }],
    ],
  ])('%s', (_what, given, outcomes, expected) => {
    const { publish, points } = start()
    for (const outcome of outcomes) publish(given).end(outcome)
    expect(points.map(([, , attributes]) => attributes)).toEqual(expected)
  })
})

describe('a session', () => {
  function connect() {
    const ends: ((error?: unknown) => void)[] = []
    const connection = { key: {}, onEnd: (fn: (error?: unknown) => void) => void ends.push(fn) }
    return { connection, ends }
  }

  const initialize = requestOf('initialize')
  const ofSessions = (points: readonly unknown[][]) => points.filter(([name]) => String(name).includes('session'))

  test('begins with its first message, and is that of its last one', () => {
    const { publish, points } = start()
    const { connection, ends } = connect()
    publish({ connection, message: initialize, transport: 'http', url: new URL('http://a.test:1/') })
    vi.advanceTimersByTime(1_000)
    publish({ connection, revision: '2025-11-25', transport: 'http', url: new URL('http://b.test:2/') })
    vi.advanceTimersByTime(1_000)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    expect(ofSessions(points)).toEqual([
      [
        ...['mcp.client.session.duration', 2],
        {
          ...{ 'mcp.protocol.version': '2025-11-25', 'network.protocol.name': 'http' },
          ...{ 'server.address': 'b.test', 'server.port': 2 },
        },
      ],
    ])
  })

  test('of a client begins with initialize, and of a server with anything', () => {
    const { publish } = start()
    const [client, server] = [connect(), connect()]
    publish({ connection: client.connection, message: requestOf('server/discover') })
    publish({ connection: server.connection, role: 'receiver', message: requestOf('ping') })
    expect([client.ends.length, server.ends.length]).toEqual([0, 1])
    publish({ connection: client.connection, message: initialize })
    expect(client.ends).toHaveLength(1)
  })

  test.each<[unknown, object]>([
    [undefined, {}],
    [Object.assign(new Error('x'), { code: 'closed' }), { 'error.type': 'closed' }],
    [Object.assign(new TypeError('x'), { code: 5 }), { 'error.type': 'TypeError' }],
    ['x', { 'error.type': '_OTHER' }],
    [null, { 'error.type': '_OTHER' }],
  ])('ends with %j', (error, expected) => {
    const { publish, points } = start()
    const { connection, ends } = connect()
    publish({ connection, role: 'receiver', transport: 'stdio', message: initialize })
    ends[0]?.(error)
    expect(ofSessions(points)).toEqual([['mcp.server.session.duration', 0, expected]])
  })
})

test('nothing more begins after the end, and what has begun ends as usual', () => {
  const { publish, instrumentation, spans, points } = start()
  const observer = publish({})
  instrumentation.stop()
  publish({})
  observer.end(done)
  expect([spans.length, spans[0]?.calls.at(-1), points.length]).toEqual([1, ['end'], 1])
  expect(channel(operationChannel).hasSubscribers).toBe(false)
})

test('without providers the global ones are used, which do nothing at first', () => {
  const instrumentation = instrument()
  started.push(instrumentation)
  const observers: OperationObserver[] = []
  channel(operationChannel).publish(operationOf({}, observers))
  expect(observers).toHaveLength(1)
  expect(() => observers[0]?.end(done)).not.toThrow()
})
