import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { FakeWindow } from '../channel/fixtures/fake-window.js'
import type { App } from './app.js'
import { type AppOptions, connectApp, connectWindow } from './connect-app.js'

const answer = {
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'host', version: '2' },
  hostCapabilities: { openLinks: {} },
  hostContext: { theme: 'dark', availableDisplayModes: ['inline', 'fullscreen'] },
}

/** A view in a frame, and the page around it. */
class Frame extends FakeWindow {
  readonly parent = new FakeWindow()

  /** Brings a message of the host. */
  send(message: object): void {
    this.receive({ jsonrpc: '2.0', ...message }, this.parent)
  }
}

function start(options: Partial<AppOptions> = {}) {
  const frame = new Frame()
  const clock = createManualRuntime()
  const errors: unknown[] = []
  const all = { name: 'v', version: '1', autoResize: false, applyHostStyles: false, ...options }
  const connecting = connectWindow(frame, { onError: (reason) => errors.push(reason), ...all }, clock)
  return { frame, clock, errors, connecting }
}

async function open(options: Partial<AppOptions> = {}, context: object = {}) {
  const { frame, connecting, ...rest } = start(options)
  frame.send({ id: 1, result: { ...answer, hostContext: { ...answer.hostContext, ...context } } })
  const app: App = await connecting
  frame.parent.taken()
  /** What a call sends; the host answers with `response`. */
  const exchange = async <T>(call: Promise<T>, response: object) => {
    const [request] = frame.parent.taken()
    frame.send({ id: request?.id, ...response })
    const settledCall = await call.catch((reason: unknown) => reason)
    return { method: request?.method, params: request?.params, outcome: settledCall }
  }
  return { app, frame, exchange, ...rest }
}

describe('connectApp', () => {
  test('says its name, its modes and its revision, and that it is ready once the host has answered', async () => {
    verifies('APPS-17')
    const { frame, connecting } = start({ title: 'View', displayModes: ['inline', 'pip'] })
    expect(frame.parent.posted).toEqual([
      {
        targetOrigin: '*',
        message: {
          id: 1,
          method: 'ui/initialize',
          params: {
            protocolVersion: '2026-01-26',
            appInfo: { name: 'v', version: '1', title: 'View' },
            appCapabilities: { availableDisplayModes: ['inline', 'pip'] },
          },
        },
      },
    ])
    frame.parent.taken()
    frame.send({ id: 1, result: answer })
    const app = await connecting
    expect(frame.parent.taken()).toEqual([{ method: 'ui/notifications/initialized', params: {} }])
    expect([app.host, app.hostCapabilities, app.hostContext]).toEqual([
      answer.hostInfo,
      answer.hostCapabilities,
      answer.hostContext,
    ])
  })

  test('declares that it is shown inline where it names no modes', () => {
    const { frame } = start()
    expect(frame.parent.taken()).toMatchObject([{ params: { appCapabilities: { availableDisplayModes: ['inline'] } } }])
  })

  test('rejects at once where there is no host', async () => {
    const options = { name: 'v', version: '1' }
    await expect(connectApp(options)).rejects.toMatchObject({ code: 'unreachable' })
    const alone = Object.assign(new FakeWindow(), { parent: undefined as unknown as FakeWindow })
    alone.parent = alone
    await expect(connectWindow(alone, options)).rejects.toMatchObject({ code: 'unreachable' })
    expect(alone.posted).toEqual([])
  })

  test('rejects when the host does not answer, and hears no more', async () => {
    const { frame, clock, connecting } = start({ timeoutMs: 1_000 })
    clock.advance(1_000)
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' })
    expect(frame.listeners.size).toBe(0)
  })

  test('waits a minute where nothing is said', async () => {
    const { clock, connecting } = start()
    clock.advance(59_999)
    expect(clock.timers).toBe(1)
    clock.advance(1)
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' })
  })

  test('is given up by its signal', async () => {
    const controller = new AbortController()
    const { connecting } = start({ signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(connecting).rejects.toThrow('enough')
  })

  test.each<[string, object]>([
    ['has no version', { ...answer, protocolVersion: undefined }],
    ['has no name', { ...answer, hostInfo: undefined }],
    ['has a name that is a number', { ...answer, hostInfo: { name: 1 } }],
  ])('rejects an answer that %s', async (_, result) => {
    const { frame, connecting } = start()
    frame.send({ id: 1, result })
    await expect(connecting).rejects.toMatchObject({ code: 'invalid_result' })
    expect(frame.parent.taken().map(({ method }) => method)).toEqual(['ui/initialize'])
  })

  test('rejects with the error of the host', async () => {
    const { frame, connecting } = start()
    frame.send({ id: 1, error: { code: -32000, message: 'No apps here' } })
    await expect(connecting).rejects.toMatchObject({ code: -32000, message: 'No apps here' })
  })

  test('takes what has its type of the context, and the name alone where that is all there is', async () => {
    const { frame, connecting } = start()
    const hostContext = { theme: 'pink', locale: 1, timeZone: 'UTC', styles: { variables: { '--a': 1 } }, own: [1] }
    frame.send({ id: 1, result: { protocolVersion: 'x', hostInfo: { name: 'h' }, hostContext } })
    const app = await connecting
    expect([app.host, app.hostCapabilities, app.hostContext]).toEqual([
      { name: 'h', version: '' },
      {},
      { timeZone: 'UTC', own: [1] },
    ])
  })

  test.each<readonly [string, object, string]>([
    ['no name', { name: undefined }, 'name must be a name, got undefined'],
    ['an empty name', { name: '' }, 'name must be a name, got ""'],
    ['no version', { version: undefined }, 'version must be a string, got undefined'],
    [
      'an unknown mode',
      { displayModes: ['huge'] },
      `displayModes must be a list of 'inline', 'fullscreen' and 'pip', got ["huge"]`,
    ],
    [
      'a mode alone',
      { displayModes: 'inline' },
      `displayModes must be a list of 'inline', 'fullscreen' and 'pip', got "inline"`,
    ],
    [
      'a host for an origin',
      { hostOrigin: 'a.example' },
      'hostOrigin must be an origin such as https://host.example, got "a.example"',
    ],
    [
      'a URL for an origin',
      { hostOrigin: 'https://a.example/' },
      'hostOrigin must be an origin such as https://host.example, got "https://a.example/"',
    ],
    ['no time', { timeoutMs: 0 }, 'timeoutMs must be milliseconds above 0, got 0'],
    ['a time that is no number', { timeoutMs: Number.NaN }, 'timeoutMs must be milliseconds above 0, got NaN'],
  ])('rejects wrong options before anything is sent: %s', async (_, options, message) => {
    const { frame, connecting } = start(options)
    await expect(connecting).rejects.toEqual(new TypeError(`connectApp: ${message}`))
    expect([frame.posted, frame.listeners.size]).toEqual([[], 0])
  })

  test('talks to the origin that it was told, and to no other', async () => {
    const { frame, connecting } = start({ hostOrigin: 'https://host.example' })
    frame.receive(
      { jsonrpc: '2.0', id: 1, result: { ...answer, hostInfo: { name: 'evil' } } },
      frame.parent,
      'https://x.example',
    )
    frame.send({ id: 1, result: answer })
    expect((await connecting).host.name).toBe('host')
    expect(new Set(frame.parent.posted.map(({ targetOrigin }) => targetOrigin))).toEqual(
      new Set(['https://host.example']),
    )
  })
})

describe('the tool call of a view', () => {
  const input = (args: unknown) => ({ method: 'ui/notifications/tool-input', params: { arguments: args } })
  const partial = (args: unknown) => ({ method: 'ui/notifications/tool-input-partial', params: { arguments: args } })
  const result = (params: object) => ({ method: 'ui/notifications/tool-result', params })
  const cancelled = (params: object) => ({ method: 'ui/notifications/tool-cancelled', params })

  test('is followed from its first argument to its result', async () => {
    verifies('APPS-38')
    const { app, frame } = await open()
    const seen: unknown[] = []
    app.onPartialToolInput((value) => seen.push(['partial', value]))
    app.onToolInput((value) => seen.push(['input', value]))
    app.onToolResult((value) => seen.push(['result', value]))
    app.onToolCancelled((value) => seen.push(['cancelled', value]))
    frame.send(partial({ region: 'no' }))
    expect(app.tool).toEqual({ partialInput: { region: 'no' } })
    frame.send(input({ region: 'north' }))
    expect(app.tool).toEqual({ input: { region: 'north' } })
    frame.send(result({ content: [], structuredContent: { sum: 3 }, _meta: { at: 1 } }))
    const whole = { content: [], structuredContent: { sum: 3 }, isError: false, _meta: { at: 1 } }
    expect(app.tool).toEqual({ input: { region: 'north' }, result: whole })
    expect(seen).toEqual([
      ['partial', { region: 'no' }],
      ['input', { region: 'north' }],
      ['result', whole],
    ])
  })

  test('is not missed by who listens late', async () => {
    const { app, frame } = await open()
    frame.send(input({ a: 1 }))
    frame.send(result({ content: [] }))
    frame.send(cancelled({ reason: 'too late' }))
    await settled()
    const seen: unknown[] = []
    app.onToolInput((value) => seen.push(value))
    app.onToolResult(({ content }) => seen.push(content))
    app.onToolCancelled(({ reason }) => seen.push(reason))
    app.onPartialToolInput((value) => seen.push(value))
    expect(seen).toEqual([{ a: 1 }, [], 'too late'])
  })

  test('begins anew with new input', async () => {
    verifies('APPS-38')
    const { app, frame } = await open()
    frame.send(input({ a: 1 }))
    frame.send(result({ content: [], isError: true }))
    frame.send(partial({ a: 2 }))
    expect(app.tool).toEqual({ partialInput: { a: 2 } })
    frame.send(cancelled({ reason: 1 }))
    expect(app.tool).toEqual({ partialInput: { a: 2 }, cancelled: {} })
  })

  test.each<[string, object, object]>([
    ['arguments that are no object', input('x'), { input: {} }],
    ['no arguments', { method: 'ui/notifications/tool-input' }, { input: {} }],
    ['a result without content', result({}), { result: { content: [], isError: false } }],
    [
      'a result whose isError is text',
      result({ content: [], isError: 'no' }),
      { result: { content: [], isError: false } },
    ],
    ['a method of objects', { method: 'constructor' }, {}],
    ['what views do not get', { method: 'ui/notifications/sandbox-resource-ready', params: { html: 'x' } }, {}],
  ])('is readable whatever comes: %s', async (_, message, state) => {
    const { app, frame } = await open()
    frame.send(message)
    expect(app.tool).toEqual(state)
  })

  test('keeps a member that is named __proto__ as a member', async () => {
    const { app, frame } = await open()
    frame.send(input(JSON.parse('{"__proto__": {"isAdmin": true}}')))
    frame.send({
      method: 'ui/notifications/host-context-changed',
      params: JSON.parse('{"__proto__": {"theme": "light"}}'),
    })
    frame.send(result(JSON.parse('{"content": [], "__proto__": {"structuredContent": 1}}')))
    const found = [app.tool.input, app.hostContext, app.tool.result] as Record<string, unknown>[]
    expect(found.map(({ isAdmin, theme, structuredContent }) => [isAdmin, theme, structuredContent])).toEqual([
      [undefined, undefined, undefined],
      [undefined, 'dark', undefined],
      [undefined, undefined, undefined],
    ])
  })

  test('is told to each listener, though another throws, until it is removed', async () => {
    const { app, frame, errors } = await open()
    const listener = vi.fn()
    app.onToolInput(() => {
      throw new Error('mine')
    })
    const remove = app.onToolInput(listener)
    const unsubscribe = app.subscribe(listener)
    frame.send(input({}))
    expect(listener).toHaveBeenCalledTimes(2)
    remove()
    unsubscribe()
    frame.send(input({}))
    expect(listener).toHaveBeenCalledTimes(2)
    expect(errors).toEqual([new Error('mine'), new Error('mine')])
  })
})

test('the context of the host is merged with each change', async () => {
  verifies('APPS-37')
  const { app, frame } = await open({}, { locale: 'en' })
  const before = app.hostContext
  const seen: unknown[] = []
  const remove = app.onHostContextChange((context) => seen.push(context))
  const change = (params: object) => frame.send({ method: 'ui/notifications/host-context-changed', params })
  change({ theme: 'light', displayMode: 'huge' })
  remove()
  change({ locale: 'de' })
  expect(seen).toEqual([{ ...answer.hostContext, locale: 'en', theme: 'light' }])
  expect(app.hostContext).toEqual({ ...answer.hostContext, locale: 'de', theme: 'light' })
  expect(before).toEqual({ ...answer.hostContext, locale: 'en' })
})

describe('a request of a view', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const
  type Row = readonly [string, (app: App) => Promise<unknown>, string, object, object, unknown]
  const tool = { content: [], structuredContent: 1, isError: false }
  test.each<Row>([
    ['callTool', (app) => app.callTool('t', { a: 1 }), 'tools/call', { name: 't', arguments: { a: 1 } }, tool, tool],
    [
      'readResource',
      (app) => app.readResource('a:b'),
      'resources/read',
      { uri: 'a:b' },
      { contents: [] },
      { contents: [] },
    ],
    ['listResources', (app) => app.listResources(), 'resources/list', {}, { resources: [] }, { resources: [] }],
    [
      'listResources with a cursor',
      (app) => app.listResources({ cursor: 'c' }),
      'resources/list',
      { cursor: 'c' },
      { resources: [] },
      { resources: [] },
    ],
    [
      'openLink',
      (app) => app.openLink('https://a.example'),
      'ui/open-link',
      { url: 'https://a.example' },
      {},
      undefined,
    ],
    ['downloadFile', (app) => app.downloadFile([]), 'ui/download-file', { contents: [] }, {}, undefined],
    [
      'sendMessage',
      (app) => app.sendMessage('hi'),
      'ui/message',
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {},
      undefined,
    ],
    [
      'sendMessage of blocks',
      (app) => app.sendMessage([image]),
      'ui/message',
      { role: 'user', content: [image] },
      {},
      undefined,
    ],
    [
      'updateModelContext',
      (app) => app.updateModelContext({ structuredContent: { a: 1 } }),
      'ui/update-model-context',
      { structuredContent: { a: 1 } },
      {},
      undefined,
    ],
    ['ping', (app) => app.ping(), 'ping', {}, {}, undefined],
    [
      'requestDisplayMode',
      (app) => app.requestDisplayMode('fullscreen'),
      'ui/request-display-mode',
      { mode: 'fullscreen' },
      { mode: 'inline' },
      'inline',
    ],
  ])('%s', async (_name, call, method, params, result, outcome) => {
    verifies('APPS-17', 'APPS-29')
    const { app, exchange } = await open({ displayModes: ['inline', 'fullscreen'] })
    expect(await exchange(call(app), { result })).toEqual({ method, params, outcome })
  })

  test.each<readonly [string, (app: App) => Promise<unknown>, object, string]>([
    ['openLink', (app) => app.openLink('https://a.example'), { isError: true }, 'denied'],
    ['sendMessage', (app) => app.sendMessage('hi'), { isError: true }, 'denied'],
    ['readResource', (app) => app.readResource('a:b'), {}, 'invalid_result'],
    ['requestDisplayMode', (app) => app.requestDisplayMode('fullscreen'), { mode: 'huge' }, 'invalid_result'],
  ])('rejects where the host does not do it: %s', async (_name, call, result, code) => {
    const { app, exchange } = await open({ displayModes: ['fullscreen'] })
    expect((await exchange(call(app), { result })).outcome).toMatchObject({ code })
  })

  test.each<readonly [string, Partial<AppOptions>, object, string]>([
    ['that it did not declare', {}, {}, 'requestDisplayMode: "fullscreen" is not in the displayModes of connectApp'],
    [
      'that the host lacks',
      { displayModes: ['fullscreen'] },
      { availableDisplayModes: ['inline'] },
      'requestDisplayMode: the host has no mode "fullscreen"',
    ],
    [
      'where the host names none',
      { displayModes: ['fullscreen'] },
      { availableDisplayModes: undefined },
      'requestDisplayMode: the host has no mode "fullscreen"',
    ],
  ])('for a display mode %s is not sent', async (_, options, context, message) => {
    verifies('APPS-17')
    const { app, frame } = await open(options, context)
    await expect(app.requestDisplayMode('fullscreen')).rejects.toMatchObject({ code: 'unsupported', message })
    expect(frame.parent.taken()).toEqual([])
  })

  test('has a time and a signal of its own', async () => {
    const { app, clock } = await open({ timeoutMs: 1_000 })
    const call = app.callTool('t', {}, { timeoutMs: 10 })
    clock.advance(10)
    await expect(call).rejects.toMatchObject({ code: 'timeout' })
    await expect(app.ping({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})

test('notifications of a view', async () => {
  const { app, frame } = await open()
  app.log('info', { a: 1 })
  app.log('error', 'b', 'chart')
  app.sendSize({ height: 10 })
  app.requestTeardown()
  expect(frame.parent.taken()).toEqual([
    { method: 'notifications/message', params: { level: 'info', data: { a: 1 } } },
    { method: 'notifications/message', params: { level: 'error', data: 'b', logger: 'chart' } },
    { method: 'ui/notifications/size-changed', params: { height: 10 } },
    { method: 'ui/notifications/request-teardown', params: {} },
  ])
})

describe('a request of the host', () => {
  test('ping is answered', async () => {
    const { frame } = await open()
    frame.send({ id: 9, method: 'ping' })
    await settled()
    expect(frame.parent.taken()).toEqual([{ id: 9, result: {} }])
  })

  test('teardown is answered when all listeners have ended', async () => {
    const { app, frame } = await open()
    const reasons: unknown[] = []
    let end = () => {}
    app.onTeardown((reason) => {
      reasons.push(reason)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    })
    app.onTeardown((reason) => reasons.push(reason))
    app.onTeardown(() => reasons.push('removed'))()
    frame.send({ id: 'x', method: 'ui/resource-teardown', params: { reason: 'closed' } })
    await settled()
    expect([reasons, frame.parent.taken()]).toEqual([['closed', 'closed'], []])
    end()
    await settled()
    expect(frame.parent.taken()).toEqual([{ id: 'x', result: {} }])
  })

  test('teardown is answered with an error where a listener fails', async () => {
    const { app, frame, errors } = await open()
    app.onTeardown(() => {
      throw new Error('disk full')
    })
    frame.send({ id: 1, method: 'ui/resource-teardown', params: {} })
    await settled()
    expect(frame.parent.taken()).toEqual([
      { id: 1, error: { code: -32000, message: 'The view could not end in order' } },
    ])
    expect(errors).toEqual([new Error('disk full')])
  })

  test.each(['tools/call', 'ui/initialize', '__proto__', 'toString'])('%s is refused', async (method) => {
    const { frame } = await open()
    frame.send({ id: 1, method })
    await settled()
    expect(frame.parent.taken()).toEqual([{ id: 1, error: { code: -32601, message: `Method not found: ${method}` } }])
  })
})

test('whatever the host sends, a view is there for what comes after it', async () => {
  const methods = ['tool-input', 'tool-input-partial', 'tool-result', 'tool-cancelled', 'host-context-changed']
  const method = fc.constantFrom('ui/resource-teardown', 'ping', ...methods.map((name) => `ui/notifications/${name}`))
  const names = fc.constantFrom(
    'arguments',
    'content',
    'isError',
    'reason',
    'theme',
    'styles',
    '__proto__',
    'requestId',
  )
  const params = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })))
  const id = fc.option(fc.oneof(fc.integer(), fc.string(), fc.jsonValue()), { nil: undefined })
  const message = fc.oneof(fc.jsonValue(), fc.record({ jsonrpc: fc.constant('2.0'), id, method, params }))
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 20 }), async (messages) => {
      const { app, frame, errors, exchange } = await open()
      for (const each of messages) frame.receive(each, frame.parent)
      await settled(1)
      frame.parent.taken()
      frame.send({ method: 'ui/notifications/tool-input', params: { arguments: { last: true } } })
      expect(app.tool).toEqual({ input: { last: true } })
      expect((await exchange(app.ping(), { result: {} })).outcome).toBe(undefined)
      expect(errors).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a closed view rejects what it asks, and hears no more', async () => {
  const { app, frame } = await open()
  const call = app.callTool('t', {})
  app.close()
  await expect(call).rejects.toMatchObject({ code: 'closed' })
  await expect(app.ping()).rejects.toMatchObject({ code: 'closed' })
  frame.send({ method: 'ui/notifications/tool-input', params: { arguments: {} } })
  expect([app.tool, frame.listeners.size]).toEqual([{}, 0])
})
