import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { AppBridgeOptions } from './bridge-options.js'
import { createAppBridge } from './create-app-bridge.js'
import { FakePage, openIn, type StartedView, startIn } from './fixtures/fake-page.js'

let page: FakePage

beforeEach(() => {
  page = new FakePage()
  vi.stubGlobal('window', page.window)
  vi.stubGlobal('document', page.document)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const sandboxed = 'ui/notifications/sandbox-'
const start = (options?: Partial<AppBridgeOptions>, view?: StartedView) => startIn(page, options, view)
const methods = () => page.taken().map(({ method }) => method)

/** What the page reports, where a host does not listen. */
function reportedErrors(): readonly unknown[] {
  const errors: unknown[] = []
  vi.stubGlobal('reportError', (reason: unknown) => void errors.push(reason))
  return errors
}

test('a bridge is not created for a sandbox that has the origin of the page', () => {
  const options = { container: {} as Node, sandboxUrl: 'https://page.test/sandbox', app: { html: '' } }
  expect(() => createAppBridge({ ...options, hostInfo: { name: 'host', version: '1' } })).toThrow(
    new TypeError(
      'sandboxUrl: https://page.test is the origin of this page; a view needs another one, best on another site',
    ),
  )
  expect(page.listeners.size).toBe(0)
})

test('a host that listens to nothing has no errors', async () => {
  const errors = reportedErrors()
  const { bridge, clock } = await start({ on: {}, limits: { pingMs: 1_000, answerMs: 100 } })
  page.notify('ui/notifications/request-teardown')
  page.notify('notifications/message', { level: 'info', data: 1 })
  page.notify('ui/notifications/size-changed', { width: 1, height: 1 })
  page.receive({ jsonrpc: '2.0', id: 5, method: 'ping' })
  await clock.advance(1_100)
  const closing = bridge.close()
  await clock.advance(0)
  await closing
  expect(errors).toEqual([])
})

test('a host without functions has a view, and its own context', async () => {
  const errors = reportedErrors()
  const { bridge } = await start({ on: undefined, hostContext: undefined })
  page.notify('ui/notifications/size-changed', { height: 20 })
  expect([await bridge.ready, bridge.frame.style.height, errors]).toEqual([
    { info: { name: 'view', version: '2' }, capabilities: {} },
    '20px',
    [],
  ])
})

test.each(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])(
  'a message of the level %s is logged',
  async (level) => {
    const { events } = await start()
    page.notify('notifications/message', { level, data: { a: 1 } })
    expect(events).toStrictEqual([['log', { level, data: { a: 1 } }]])
  },
)

test('a view that says twice that it has started is pinged as before', async () => {
  const { bridge, clock } = await start({ limits: { pingMs: 1_000 } })
  page.notify('ui/notifications/initialized')
  await clock.advance(1_000)
  expect(methods()).toEqual(['ping'])
  page.notify(`${sandboxed}view-ended`, {})
  await bridge.close()
  expect(clock.timers).toBe(0)
})

test('what cannot be sent to a view when it starts does not hold back what follows', async () => {
  const { bridge, events } = await start({}, { isInitialized: false })
  const { postMessage } = page.sandbox
  page.sandbox.postMessage = (message, origin) => postMessage(structuredClone(message), origin)
  bridge.sendToolInput({ f: () => {} })
  bridge.sendToolResult({ content: [] })
  page.notify('ui/notifications/initialized')
  expect(methods()).toEqual(['ui/notifications/tool-result'])
  expect(events).toEqual([['error', expect.objectContaining({ name: 'DataCloneError' })]])
})

test('a failure of a function that serves is reported to the host', async () => {
  const failure = new Error('of the host')
  const errors: unknown[] = []
  const modelContext = async () => Promise.reject(failure)
  await start({ on: { modelContext, error: (reason) => void errors.push(reason) } })
  page.receive({ jsonrpc: '2.0', id: 5, method: 'ui/update-model-context', params: {} })
  await settled()
  expect(page.taken()).toEqual([{ jsonrpc: '2.0', id: 5, error: { code: -32603, message: 'Internal error' } }])
  expect(errors).toEqual([failure])
})

describe('the context of the host', () => {
  test('may have any mode before the view has said which it has', () => {
    const { bridge } = openIn(page)
    bridge.updateHostContext({ displayMode: 'pip' })
    page.notify(`${sandboxed}proxy-ready`)
    expect(methods()).toEqual([`${sandboxed}resource-ready`])
  })

  test('changes when the view has another mode', async () => {
    const displayMode = () => 'fullscreen' as const
    await start({ hostContext: { availableDisplayModes: ['fullscreen'] }, on: { displayMode } })
    page.receive({ jsonrpc: '2.0', id: 5, method: 'ui/request-display-mode', params: { mode: 'fullscreen' } })
    await settled()
    expect(page.taken()).toEqual([
      {
        ...{ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed' },
        params: { displayMode: 'fullscreen' },
      },
      { jsonrpc: '2.0', id: 5, result: { mode: 'fullscreen' } },
    ])
  })

  test('gives no size where it does not speak of it', async () => {
    const { bridge, events } = await start({ hostContext: { containerDimensions: { height: 50 } } })
    events.length = 0
    bridge.updateHostContext({ theme: 'dark' })
    expect(events).toEqual([])
    bridge.updateHostContext({ containerDimensions: { height: 60, width: 70 } })
    expect([events, bridge.frame.style]).toEqual([
      [['size', { width: 70, height: 60 }]],
      { display: 'block', border: '0', width: '70px', height: '60px' },
    ])
  })

  test('without dimensions leaves the frame as wide as its container', async () => {
    const { bridge, events } = openIn(page)
    expect([bridge.frame.style, events]).toEqual([{ display: 'block', border: '0', width: '100%' }, []])
  })
})

describe('a view that is watched', () => {
  const limits = { pingMs: 1_000, answerMs: 100, teardownMs: 500 }

  test('is not reported while it sends other messages', async () => {
    const { clock, events } = await start({ limits })
    await clock.advance(1_050)
    page.notify('notifications/other')
    await clock.advance(50)
    expect(events).toEqual([])
  })

  test('is waited for at its end once it has answered again', async () => {
    const { bridge, clock, events } = await start({ limits })
    await clock.advance(1_100)
    expect(events).toEqual([['unresponsive', { hasAnswered: false }]])
    await clock.advance(1_000)
    page.receive({ jsonrpc: '2.0', id: page.taken().at(-1)?.id, result: {} })
    await settled()
    void bridge.close()
    await clock.advance(499)
    expect(events).toHaveLength(1)
    await clock.advance(1)
    expect(events.at(-1)).toEqual(['end', 'closed'])
  })
})

describe('close', () => {
  test('has a reason where none is given, and asks once', async () => {
    const { bridge, clock } = await start({ limits: { pingMs: 0, teardownMs: 500 } })
    void bridge.close()
    await clock.advance(500)
    expect(page.taken().map(({ method, params }) => [method, params])).toEqual([
      ['ui/resource-teardown', { reason: 'closed' }],
      [
        'notifications/cancelled',
        { requestId: expect.any(Number), reason: 'ui/resource-teardown: no answer within 500 ms' },
      ],
    ])
  })

  test('is the end also where the view answers with an error', async () => {
    const { bridge, events } = await start({ limits: { pingMs: 0 } })
    const closing = bridge.close()
    page.receive({ jsonrpc: '2.0', id: page.taken()[0]?.id, error: { code: 1, message: 'no' } })
    await closing
    expect([events, page.taken()]).toEqual([[['end', 'closed']], []])
  })

  test('cannot be told of by a view that has left its frame', async () => {
    const { bridge, events } = await start()
    Object.assign(page.element, { contentWindow: null })
    bridge.sendToolInput({})
    expect([page.posted, events]).toEqual([[], []])
  })
})

describe('messages past the sandbox', () => {
  /** A window so many frames below the sandbox. */
  const below = (frames: number): object => (frames === 0 ? page.sandbox : { parent: below(frames - 1) })

  test.each<[number, readonly unknown[]]>([
    [1, [['end', 'rate']]],
    [10, [['end', 'rate']]],
    [11, []],
  ])('count from %i frames below it', (frames, expected) => {
    const { events } = openIn(page, { limits: { messageBurst: 0 } })
    page.receive({}, { source: below(frames) })
    expect(events).toEqual(expected)
  })

  test('do not count from a window at the top, a port, or a page that the frame is in', () => {
    const { events } = openIn(page, { limits: { messageBurst: 0 } })
    const top: { parent?: object } = {}
    top.parent = top
    for (const source of [top, {}, page.parent]) page.receive({}, { source })
    expect(events).toEqual([])
  })

  test('count where they come too fast alone', () => {
    const { events } = openIn(page, { limits: { messageBurst: 1, messagesPerSecond: 0 } })
    page.receive({}, { source: page.inner })
    expect(events).toEqual([])
  })
})

test('a message of the sandbox may have no parameters', async () => {
  const { events } = await start()
  page.receive({ jsonrpc: '2.0', method: `${sandboxed}message-refused` })
  expect(page.taken()).toEqual([])
  page.receive({ jsonrpc: '2.0', method: `${sandboxed}view-ended` })
  expect(events).toEqual([['end', 'navigated']])
})

test.each([[null], [undefined], ['text'], [5]])('%j from the sandbox is no message', async (data) => {
  const { events } = await start()
  page.receive(data)
  await settled()
  expect([events, page.taken()]).toEqual([[], []])
})
