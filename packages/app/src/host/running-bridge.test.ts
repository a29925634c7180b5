import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { AppBridgeOptions } from './bridge-options.js'
import { FakePage, hello, openIn, type StartedView, startIn } from './fixtures/fake-page.js'

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

const open = (options?: Partial<AppBridgeOptions>) => openIn(page, options)
const start = (options?: Partial<AppBridgeOptions>, view?: StartedView) => startIn(page, options, view)
const methods = () => page.taken().map(({ method }) => method)

describe('the frame of a sandbox', () => {
  test('is put into the container, with what the view may use', () => {
    const { bridge } = open({
      app: {
        html: '<p>',
        csp: { frameDomains: ['https://f.test', 'nonsense'] },
        permissions: { camera: {}, clipboardWrite: {}, geolocation: {} },
      },
      permissions: { camera: {}, clipboardWrite: {}, microphone: {} },
    })
    expect([bridge.frame, page.children]).toEqual([page.element, [page.element]])
    expect(page.element).toMatchObject({
      ...{ allow: 'camera; clipboard-write', referrerPolicy: 'origin' },
      style: { display: 'block', border: '0', width: '100%' },
      src: 'https://sandbox.test/view?a=1&frame=https%3A%2F%2Ff.test',
    })
    expect(page.attributes).toEqual([['sandbox', 'allow-scripts allow-same-origin allow-forms']])
    expect(bridge.policy).toContain('frame-src https://f.test')
    expect(bridge.refusedDomains).toEqual(['frameDomains: "nonsense"'])
  })

  test('gets the view when it is ready, once', () => {
    open()
    page.notify(`${sandboxed}proxy-ready`)
    const [[message, origin] = [], ...others] = page.posted
    expect([origin, others]).toEqual(['https://sandbox.test', []])
    expect(message).toMatchObject({
      method: `${sandboxed}resource-ready`,
      params: { html: '<p>', permissions: {}, limits: { messageBurst: 500 } },
    })
  })

  test('is heard from its own window and origin alone', async () => {
    const { events } = open()
    page.receive({ method: `${sandboxed}proxy-ready` }, { origin: 'https://evil.test' })
    page.receive({ method: `${sandboxed}proxy-ready` }, { source: page.parent })
    page.receive({ method: `${sandboxed}proxy-ready` }, { source: page.inner })
    await settled()
    expect([page.posted, events]).toEqual([[], []])
  })

  test('passes nothing of a view on before it has given it out', async () => {
    const requests: string[] = []
    open({ on: { request: (method) => void requests.push(method) } })
    page.receive({ jsonrpc: '2.0', id: 1, method: 'ping' })
    await settled()
    page.notify(`${sandboxed}proxy-ready`)
    page.receive({ jsonrpc: '2.0', id: 2, method: 'ping' })
    await settled()
    expect([requests, page.taken().at(-1)]).toEqual([['ping'], { jsonrpc: '2.0', id: 2, result: {} }])
  })
})

describe('a view ends', () => {
  test.each<[string, () => void, string]>([
    ['that loads another document', () => page.notify(`${sandboxed}view-ended`, { reason: 'left' }), 'navigated'],
    ['that the sandbox ended for its rate', () => page.notify(`${sandboxed}view-ended`, { reason: 'rate' }), 'rate'],
    ['whose sandbox loads another document', () => page.notify(`${sandboxed}proxy-ready`), 'navigated'],
  ])('%s', async (_what, happen, reason) => {
    const { events } = await start()
    happen()
    expect(events).toEqual([['end', reason]])
    expect([page.children, page.listeners.size]).toEqual([[], 0])
    expect(page.taken()).toMatchObject([{ method: 'ui/resource-teardown', params: { reason } }])
  })

  test('that sends too much', async () => {
    const { events } = await start({ limits: { messageBurst: 5, messagesPerSecond: 0 } })
    for (let sent = 0; sent < 2; sent += 1) page.notify('x')
    expect(events).toEqual([])
    page.notify('x')
    expect(events).toEqual([['end', 'rate']])
  })

  test.each<[string, () => object, number]>([
    ['past its sandbox', () => ({ source: page.inner }), 1],
    ['from elsewhere', () => ({ source: page.parent }), 0],
    ['from nowhere', () => ({ source: null }), 0],
    ['from another document in its frame', () => ({ origin: 'https://evil.test' }), 0],
  ])('that sends too much %s, or it does not', async (_where, from, ends) => {
    const { events } = open({ limits: { messageBurst: 2, messagesPerSecond: 0 } })
    for (let sent = 0; sent < 3; sent += 1) page.receive({}, from())
    expect(events).toHaveLength(ends)
  })

  test('before it has started, and is told of nothing', async () => {
    const { bridge } = open()
    page.notify(`${sandboxed}proxy-ready`)
    page.taken()
    page.notify(`${sandboxed}view-ended`, {})
    await expect(bridge.ready).rejects.toMatchObject({
      ...{ code: 'closed', message: 'The view ended before it had started: navigated' },
    })
    expect(page.taken()).toEqual([])
  })
})

describe('a message that is too large', () => {
  const message = 'A message must be JSON of at most 10 characters, 200000 values and 64 levels'
  const refusal = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32600, message } })
  const limits = { messageCharacters: 10 }

  test.each([[7], ['a']])('is refused by its id: %j', async (id) => {
    open({ limits })
    page.receive({ jsonrpc: '2.0', id, method: 'x'.repeat(50) })
    expect(page.taken()).toEqual([refusal(id)])
  })

  test.each([[undefined], [{}], [null]])('is left where it has none: %j', (id) => {
    open({ limits })
    page.receive({ id, method: 'x'.repeat(50) })
    expect(page.taken()).toEqual([])
  })

  test('for the sandbox is refused too', () => {
    open()
    page.notify(`${sandboxed}message-refused`, { id: 3 })
    page.notify(`${sandboxed}message-refused`, {})
    page.notify(`${sandboxed}unknown`, { id: 3 })
    expect(page.taken().map(({ id }) => id)).toEqual([3])
  })
})

describe('the start of a view', () => {
  test('is over when it says so, and resolves with what it is', async () => {
    const { bridge, clock } = await start({ limits: { pingMs: 0 } })
    expect(await bridge.ready).toEqual({ info: { name: 'view', version: '2' }, capabilities: {} })
    expect(clock.timers).toBe(0)
  })

  test('takes a time at most: the sandbox did not answer', async () => {
    const { bridge, clock, events } = open({ limits: { startMs: 100 } })
    await clock.advance(99)
    expect(events).toEqual([])
    await clock.advance(1)
    expect(events).toEqual([['end', 'timeout']])
    await expect(bridge.ready).rejects.toMatchObject({
      code: 'timeout',
      message:
        'The view did not start within 100 ms: the sandbox at https://sandbox.test/view did not answer: its hostOrigins must list https://page.test',
    })
  })

  test('takes a time at most: the view did not answer', async () => {
    const { bridge, clock } = await start({ limits: { startMs: 100 } }, { isInitialized: false })
    await clock.advance(100)
    await expect(bridge.ready).rejects.toMatchObject({
      code: 'timeout',
      message: 'The view did not start within 100 ms: the view did not send ui/notifications/initialized',
    })
  })

  test('needs ui/initialize first', async () => {
    const { clock, events } = open({ limits: { startMs: 100 } })
    page.notify(`${sandboxed}proxy-ready`)
    page.notify('ui/notifications/initialized')
    page.notify('ui/notifications/request-teardown')
    await clock.advance(100)
    expect(events).toEqual([['end', 'timeout']])
  })
})

describe('the tool call', () => {
  test('is told from its first argument to its result, in order, once the view has started', async () => {
    const { bridge } = await start({}, { isInitialized: false })
    bridge.sendToolInputPartial({ a: 1 })
    bridge.sendToolInputPartial({ a: 1, b: 2 })
    bridge.sendToolInput({ a: 3 })
    bridge.sendToolInputPartial({ late: true })
    bridge.sendToolResult({ content: [], isError: false })
    expect(page.taken()).toEqual([])
    page.notify('ui/notifications/initialized')
    expect(page.taken().map(({ method, params }) => [method, params])).toEqual([
      ['ui/notifications/tool-input-partial', { arguments: { a: 1, b: 2 } }],
      ['ui/notifications/tool-input', { arguments: { a: 3 } }],
      ['ui/notifications/tool-result', { content: [], isError: false }],
    ])
    page.notify('ui/notifications/initialized')
    expect(page.taken()).toEqual([])
  })

  test('is told at once later', async () => {
    const { bridge } = await start()
    bridge.sendToolInputPartial({ a: 1 })
    bridge.sendToolInputPartial({ a: 2 })
    expect(methods()).toEqual(['ui/notifications/tool-input-partial', 'ui/notifications/tool-input-partial'])
  })

  test.each<[string | undefined, object]>([
    [undefined, {}],
    ['too long', { reason: 'too long' }],
  ])('may be cancelled: %s', async (reason, params) => {
    const { bridge } = await start()
    bridge.sendToolCancelled(reason)
    expect(page.taken()).toMatchObject([{ method: 'ui/notifications/tool-cancelled', params }])
    expect(() => bridge.sendToolCancelled()).toThrow(new TypeError('sendToolCancelled: the call has ended'))
  })

  test('has an order', async () => {
    const { bridge } = await start()
    const result = { content: [] }
    const early = 'sendToolResult: the result is sent once, after sendToolInput'
    expect(() => bridge.sendToolResult(result)).toThrow(new TypeError(early))
    bridge.sendToolInput({})
    const twice = 'sendToolInput: the input is sent once, before the result'
    expect(() => bridge.sendToolInput({})).toThrow(new TypeError(twice))
    bridge.sendToolResult(result)
    expect(() => bridge.sendToolResult(result)).toThrow(new TypeError(early))
    expect(() => bridge.sendToolCancelled()).toThrow(new TypeError('sendToolCancelled: the call has ended'))
  })

  test('is told to nobody after the end', async () => {
    const { bridge } = await start()
    page.notify(`${sandboxed}view-ended`, {})
    page.taken()
    bridge.sendToolInput({})
    expect(page.taken()).toEqual([])
  })
})

describe('the context of the host', () => {
  test('is told when it changes, once the view knows it', async () => {
    const { bridge } = open({ hostContext: { theme: 'dark' } })
    page.notify(`${sandboxed}proxy-ready`)
    bridge.updateHostContext({ locale: 'de' })
    page.taken()
    page.receive({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: hello() })
    await settled()
    expect(page.taken()[0]?.result).toMatchObject({ hostContext: { theme: 'dark', locale: 'de' } })
    page.notify('ui/notifications/initialized')
    bridge.updateHostContext({ theme: 'light' })
    expect(page.taken()).toMatchObject([
      { method: 'ui/notifications/host-context-changed', params: { theme: 'light' } },
    ])
  })

  test('has no mode that the view did not declare', async () => {
    const { bridge } = await start({}, { modes: ['inline'] })
    expect(() => bridge.updateHostContext({ displayMode: 'pip' })).toThrow(
      new TypeError('updateHostContext: the view did not declare the display mode pip'),
    )
    bridge.updateHostContext({ displayMode: 'inline' })
    expect(methods()).toEqual(['ui/notifications/host-context-changed'])
  })

  test('gives the frame its size', async () => {
    const { bridge, events } = await start({ hostContext: { containerDimensions: { height: 50 } } })
    expect(bridge.frame.style).toMatchObject({ height: '50px' })
    page.notify('ui/notifications/size-changed', { width: 300, height: 900 })
    expect([bridge.frame.style.height, events.at(-1)]).toEqual(['50px', ['size', { width: 300, height: 50 }]])
    bridge.updateHostContext({ containerDimensions: { maxHeight: 100 } })
    page.notify('ui/notifications/size-changed', { height: 900 })
    expect([bridge.frame.style.height, events.at(-1)]).toEqual(['100px', ['size', { width: undefined, height: 100 }]])
    const before = events.length
    page.notify('ui/notifications/size-changed', { height: 'tall' })
    bridge.updateHostContext({ theme: 'dark' })
    expect(events).toHaveLength(before)
  })
})

describe('notifications of a view', () => {
  test('are told to the host', async () => {
    const { events } = await start()
    page.notify('ui/notifications/request-teardown')
    page.notify('notifications/message', { level: 'info', data: 1, logger: 'db' })
    page.notify('notifications/message', { level: 'error', data: 'x', logger: 5 })
    page.notify('notifications/message', { level: 'loud', data: 'x' })
    page.notify('notifications/other', { level: 'info' })
    expect(events).toEqual([
      ['closeRequest'],
      ['log', { level: 'info', data: 1, logger: 'db' }],
      ['log', { level: 'error', data: 'x' }],
    ])
  })

  test('do no harm where the host fails', async () => {
    const failure = new Error('of the host')
    const errors: unknown[] = []
    const closeRequest = () => {
      throw failure
    }
    await start({ on: { closeRequest, error: (reason) => void errors.push(reason) } })
    page.notify('ui/notifications/request-teardown')
    expect(errors).toEqual([failure])
  })

  test('that fail are reported by the page where the host does not listen', async () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (reason: unknown) => void reported.push(reason))
    const failure = new Error('of the host')
    await start({
      on: {
        closeRequest: () => {
          throw failure
        },
      },
    })
    page.notify('ui/notifications/request-teardown')
    expect(reported).toEqual([failure])
  })
})

describe('links', () => {
  test('are opened in a tab that knows nothing of the page', async () => {
    await start({ ask: { link: () => true } })
    page.receive({ jsonrpc: '2.0', id: 5, method: 'ui/open-link', params: { url: 'https://a.test/b' } })
    await settled()
    expect(page.opened).toEqual([['https://a.test/b', '_blank', 'noopener,noreferrer']])
  })
})

describe('a view that is watched', () => {
  const limits = { pingMs: 1_000, answerMs: 100, teardownMs: 500 }

  test('is unresponsive when it does not answer, and is not waited for then', async () => {
    const { bridge, clock, events } = await start({ limits })
    await clock.advance(1_000)
    expect(methods()).toEqual(['ping'])
    await clock.advance(100)
    expect(events).toEqual([['unresponsive', { hasAnswered: false }]])
    page.taken()
    const closing = bridge.close()
    await clock.advance(0)
    await closing
    expect(events.at(-1)).toEqual(['end', 'closed'])
  })

  test('that answers is pinged again', async () => {
    const { clock, events } = await start({ limits })
    await clock.advance(1_000)
    const [ping] = page.taken()
    page.receive({ jsonrpc: '2.0', id: ping?.id, result: {} })
    await clock.advance(1_000)
    expect([methods(), events]).toEqual([['ping'], []])
  })
})

describe('close', () => {
  test('lets the view finish, and removes it', async () => {
    const { bridge, events, clock } = await start({ limits: { pingMs: 0 } })
    const closing = bridge.close('done')
    expect(bridge.close()).toBe(closing)
    const [request] = page.taken()
    expect(request).toMatchObject({ method: 'ui/resource-teardown', params: { reason: 'done' } })
    expect(page.children).toHaveLength(1)
    page.receive({ jsonrpc: '2.0', id: request?.id, result: {} })
    await closing
    expect([page.children, events, clock.timers]).toEqual([[], [['end', 'closed']], 0])
    page.notify('ui/notifications/request-teardown')
    expect(events).toHaveLength(1)
  })

  test('waits for a view so long', async () => {
    const { bridge, events, clock } = await start({ limits: { pingMs: 0, teardownMs: 500 } })
    void bridge.close()
    await clock.advance(499)
    expect([events, methods()]).toEqual([[], ['ui/resource-teardown']])
    await clock.advance(1)
    expect(events).toEqual([['end', 'closed']])
  })

  test('of a view that has not started is the end at once', async () => {
    const { bridge, events } = open()
    const failing = expect(bridge.ready).rejects.toMatchObject({
      ...{ code: 'closed', message: 'The view ended before it had started: closed' },
    })
    await bridge.close()
    await failing
    expect([events, page.posted]).toEqual([[['end', 'closed']], []])
  })

  test('after the end is nothing', async () => {
    const { bridge, events } = await start()
    page.notify(`${sandboxed}view-ended`, {})
    page.taken()
    await bridge.close()
    expect([events, page.posted]).toEqual([[['end', 'navigated']], []])
  })
})
