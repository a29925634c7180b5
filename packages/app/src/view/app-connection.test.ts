import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { FakeWindow } from '../channel/fixtures/fake-window.js'
import type { App } from './app.js'
import { type AppOptions, connectWindow } from './connect-app.js'

/** An element as far as its look is set, and the size of its content. */
class FakeElement {
  readonly style = {
    colorScheme: '',
    width: '',
    properties: new Map<string, string>(),
    setProperty(name: string, value: string) {
      this.properties.set(name, value)
    },
    removeProperty(name: string) {
      this.properties.delete(name)
    },
  }
  readonly dataset: Record<string, string> = {}

  getBoundingClientRect() {
    return { width: 90, height: 40 }
  }
}

/** A page in a frame, with a document that is measured when a test says. */
class Page extends FakeWindow {
  readonly parent = new FakeWindow()
  readonly root = new FakeElement()
  readonly document = { documentElement: this.root, body: {}, head: {}, createElement: () => ({}) }
  readonly innerWidth = 300
  readonly ResizeObserver: unknown
  resize = () => {}
  isObserved = false
  #frame = () => {}

  constructor() {
    super()
    const page = this
    this.ResizeObserver = class {
      constructor(onResize: () => void) {
        page.resize = onResize
      }
      observe() {
        page.isObserved = true
      }
      disconnect() {
        page.isObserved = false
      }
    }
  }

  requestAnimationFrame(report: () => void): number {
    this.#frame = report
    return 1
  }

  /** The content may have another size: the next frame is painted. */
  paint(): void {
    this.resize()
    this.#frame()
  }

  cancelAnimationFrame(): void {}

  send(message: object): void {
    this.receive({ jsonrpc: '2.0', ...message }, this.parent)
  }
}

const answer = { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '2' } }

async function open(options: Partial<AppOptions> = {}, hostContext: object = {}) {
  const page = new Page()
  const clock = createManualRuntime()
  const connecting = connectWindow(page, { name: 'v', version: '1', ...options }, clock)
  page.send({ id: 1, result: { ...answer, hostContext } })
  const app: App = await connecting
  page.parent.taken()
  return { app, page, clock }
}

const plain = { autoResize: false, applyHostStyles: false }

/** What comes of a call that the host answers with `result`. */
async function outcomeOf(call: (app: App) => Promise<unknown>, result: object): Promise<unknown> {
  const { app, page } = await open({ ...plain, displayModes: ['pip'] }, { availableDisplayModes: ['pip'] })
  const calling = call(app).catch((reason: unknown) => reason)
  const [request] = page.parent.taken()
  page.send({ id: request?.id, result })
  return calling
}

describe('the look of the host', () => {
  test('is that of its context, and of each change of it, unless it is not wanted', async () => {
    const context = { theme: 'dark', styles: { variables: { '--a': '1' } }, containerDimensions: { width: 5 } }
    const { page } = await open({}, context)
    expect([page.root.dataset, page.root.style.colorScheme, page.root.style.width]).toEqual([
      { theme: 'dark' },
      'dark',
      '100vw',
    ])
    page.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'light' } })
    expect([page.root.dataset, [...page.root.style.properties]]).toEqual([{ theme: 'light' }, [['--a', '1']]])
    const other = await open({ applyHostStyles: false }, context)
    other.page.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'light' } })
    expect([other.page.root.dataset, other.page.root.style.colorScheme]).toEqual([{}, ''])
  })
})

describe('the size of the content', () => {
  const sizes = (page: Page) =>
    page.parent.taken().flatMap(({ method, params }) => (method === 'ui/notifications/size-changed' ? [params] : []))

  test('is told while the view is connected', async () => {
    const { app, page } = await open()
    expect(page.isObserved).toBe(true)
    page.paint()
    expect(sizes(page)).toEqual([{ width: 300, height: 40 }])
    app.close()
    expect(page.isObserved).toBe(false)
  })

  test('follows the dimensions that the host allows now', async () => {
    const { page } = await open({}, { containerDimensions: { maxWidth: 400 } })
    page.paint()
    expect(sizes(page)).toEqual([{ width: 90, height: 40 }])
    const containerDimensions = { width: 300 }
    page.send({ method: 'ui/notifications/host-context-changed', params: { containerDimensions } })
    page.paint()
    expect(sizes(page)).toEqual([{ width: 300, height: 40 }])
  })

  test('is not told where that is not wanted', async () => {
    const { page } = await open({ autoResize: false })
    expect(page.isObserved).toBe(false)
    page.paint()
    expect(sizes(page)).toEqual([])
  })
})

describe('an answer that cannot be used', () => {
  test.each<[string, (app: App) => Promise<unknown>, object, string, string]>([
    ['of a link', (app) => app.openLink('a:b'), { isError: true }, 'denied', 'ui/open-link: the host did not do it'],
    [
      'of a file',
      (app) => app.downloadFile([]),
      { isError: true },
      'denied',
      'ui/download-file: the host did not do it',
    ],
    ['of a message', (app) => app.sendMessage(''), { isError: true }, 'denied', 'ui/message: the host did not do it'],
    [
      'of a context',
      (app) => app.updateModelContext({}),
      { isError: true },
      'denied',
      'ui/update-model-context: the host did not do it',
    ],
    [
      'of a resource',
      (app) => app.readResource('a:b'),
      { contents: {} },
      'invalid_result',
      'resources/read: contents must be an array',
    ],
    [
      'of resources',
      (app) => app.listResources(),
      { contents: [] },
      'invalid_result',
      'resources/list: resources must be an array',
    ],
    [
      'of a mode',
      (app) => app.requestDisplayMode('pip'),
      {},
      'invalid_result',
      'ui/request-display-mode: the host must answer with the mode',
    ],
  ])('%s says so', async (_, call, result, code, message) => {
    expect(await outcomeOf(call, result)).toMatchObject({ name: 'OmniportError', code, message })
  })

  test.each([{}, { isError: false }, { isError: 'yes' }])('is not %j of a link', async (result) => {
    expect(await outcomeOf((app) => app.openLink('a:b'), result)).toBeUndefined()
  })

  test.each([
    { ...answer, protocolVersion: 5 },
    { ...answer, hostInfo: 'host' },
    { ...answer, hostInfo: { version: '1' } },
  ])('at the start is %j', async (result) => {
    const page = new Page()
    const connecting = connectWindow(page, { name: 'v', version: '1' })
    page.send({ id: 1, result })
    await expect(connecting).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'ui/initialize: the host must answer with protocolVersion and hostInfo',
    })
    expect([page.isObserved, page.listeners.size]).toEqual([false, 0])
  })
})

test('the host has what it says of itself, and a version that is text', async () => {
  const page = new Page()
  const connecting = connectWindow(page, { name: 'v', version: '1', ...plain })
  const hostInfo = { name: 'host', version: 2, title: 'Host' }
  page.send({ id: 1, result: { ...answer, hostInfo, hostCapabilities: [], hostContext: 'x' } })
  const { host, hostCapabilities, hostContext } = await connecting
  expect([host, hostCapabilities, hostContext]).toEqual([{ name: 'host', version: '2', title: 'Host' }, {}, {}])
})

describe('what a view is asked', () => {
  test('is a ping, or its end, and nothing else', async () => {
    const { page } = await open(plain)
    page.send({ id: 'a', method: 'ping' })
    page.send({ id: 'b', method: 'ui/resource-teardown', params: { reason: 5 } })
    page.send({ id: 'c', method: 'tools/list' })
    await settled()
    const answers = new Map(page.parent.taken().map(({ id, ...rest }) => [id, rest]))
    expect(Object.fromEntries(answers)).toEqual({
      a: { result: {} },
      b: { result: {} },
      c: { error: { code: -32601, message: 'Method not found: tools/list' } },
    })
  })

  test('has its reason only where that is text', async () => {
    const { app, page } = await open(plain)
    const reasons: unknown[] = []
    app.onTeardown((reason) => reasons.push(reason))
    page.send({ id: 1, method: 'ui/resource-teardown', params: { reason: 5 } })
    page.send({ id: 2, method: 'ui/resource-teardown', params: { reason: 'over' } })
    await settled()
    expect(reasons).toEqual([undefined, 'over'])
  })
})

test('those who subscribe hear of the tool and of the context', async () => {
  const { app, page } = await open(plain)
  let count = 0
  const end = app.subscribe(() => {
    count += 1
  })
  page.send({ method: 'ui/notifications/tool-input', params: { arguments: {} } })
  page.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } })
  expect(count).toBe(2)
  end()
  page.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'light' } })
  expect(count).toBe(2)
})

test('a request has a minute, unless another time is given', async () => {
  const { app, clock } = await open(plain)
  const pinging = app.ping().catch((reason: unknown) => reason)
  const late = app.listResources({ timeoutMs: 100, cursor: 'c' }).catch((reason: unknown) => reason)
  clock.advance(100)
  expect(await late).toMatchObject({ code: 'timeout', message: 'resources/list: no answer within 100 ms' })
  clock.advance(59_900)
  expect(await pinging).toMatchObject({ code: 'timeout', message: 'ping: no answer within 60000 ms' })
  const slow = await open({ ...plain, timeoutMs: 5 })
  const asking = slow.app.ping().catch((reason: unknown) => reason)
  slow.clock.advance(5)
  expect(await asking).toMatchObject({ message: 'ping: no answer within 5 ms' })
})
