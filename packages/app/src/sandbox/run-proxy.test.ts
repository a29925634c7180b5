import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCsp } from './check-csp.js'
import { createRateCheck, fitsLimits } from './message-limits.js'
import { openView, runProxy } from './run-proxy.js'
import { toPolicy } from './to-policy.js'

const host = 'https://host.test'
const reserved = 'ui/notifications/sandbox-'
const limits = { messageCharacters: 50, messageValues: 10, messageDepth: 3, messagesPerSecond: 1, messageBurst: 5 }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** The page of the sandbox, without a browser. */
class FakePage {
  readonly #listeners: ((event: object) => void)[] = []
  readonly toHost: [message: object, origin: string][] = []
  readonly toView: [message: object, origin: string][] = []
  readonly parent = { postMessage: (message: object, origin: string) => this.toHost.push([message, origin]) }
  readonly view = { postMessage: (message: object, origin: string) => this.toView.push([message, origin]) }
  readonly frames: object[] = []
  readonly onLoad: (() => void)[] = []
  readonly onViolation: (() => void)[] = []
  readonly attributes: [name: string, value: string][] = []
  readonly frame = {
    ...{ allow: '', srcdoc: '', contentWindow: this.view },
    setAttribute: (name: string, value: string) => this.attributes.push([name, value]),
    addEventListener: (type: string, listener: () => void) => type === 'load' && this.onLoad.push(listener),
    remove: () => this.frames.pop(),
  }
  readonly document = {
    createElement: (name: string) => (name === 'iframe' ? this.frame : undefined),
    addEventListener: (type: string, listener: () => void) =>
      type === 'securitypolicyviolation' && this.onViolation.push(listener),
    body: { append: (frame: object) => this.frames.push(frame) },
  }

  readonly addEventListener = (type: string, listener: (event: object) => void) => {
    if (type === 'message') this.#listeners.push(listener)
  }

  fromHost(data: unknown, { origin = host, source = this.parent as object } = {}): void {
    for (const listener of this.#listeners) listener({ data, origin, source })
  }

  fromView(data: unknown, { origin = 'null', source = this.view as object } = {}): void {
    this.fromHost(data, { origin, source })
  }

  open(params: object = { html: '<p>', limits: {} }): void {
    this.fromHost({ method: `${reserved}resource-ready`, params })
    this.toHost.length = 0
  }
}

let page: FakePage

beforeEach(() => {
  page = new FakePage()
  vi.stubGlobal('window', { parent: page.parent })
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('addEventListener', page.addEventListener)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function run(hostOrigins: readonly string[] = [host]): void {
  runProxy({ checkCsp, toPolicy, fitsLimits, createRateCheck, openView, hostOrigins, limits })
}

const notice = (name: string, params: object, origin = host) => [
  { jsonrpc: '2.0', method: `${reserved}${name}`, params },
  origin,
]

test('each host is told that the page is ready', () => {
  run([host, 'https://other.test'])
  expect(page.toHost).toEqual([notice('proxy-ready', {}), notice('proxy-ready', {}, 'https://other.test')])
})

describe('a view', () => {
  test('is opened for a host', () => {
    run()
    page.open()
    expect(page.frames).toEqual([page.frame])
    expect(page.frame.srcdoc).toMatch(/<p>$/)
  })

  test.each<[what: string, data: object, from: object]>([
    ['another origin', {}, { origin: 'https://other.test' }],
    ['another window', {}, { source: {} }],
    ['another message', { method: `${reserved}other` }, {}],
    ['one without a document', { params: { html: 5 } }, {}],
    ['one without parameters', { params: undefined }, {}],
  ])('is not opened for %s', (_what, data, from) => {
    run()
    page.fromHost({ method: `${reserved}resource-ready`, params: { html: '' }, ...data }, from)
    expect(page.frames).toEqual([])
  })

  test('is opened once', () => {
    run()
    page.open()
    page.open({ html: 'another' })
    expect([page.frames.length, page.frame.srcdoc.endsWith('<p>')]).toEqual([1, true])
  })

  test('gets the messages of its host, and none that is for the sandbox', () => {
    run([host, 'https://other.test'])
    page.fromHost(ping)
    page.open()
    page.fromHost(ping)
    page.fromHost({ ...ping, method: `${reserved}x` })
    page.fromHost(ping, { origin: 'https://other.test' })
    page.fromHost(null)
    expect(page.toView).toEqual([
      [ping, '*'],
      [null, '*'],
    ])
  })

  test('that has left its frame gets nothing', () => {
    run()
    page.open()
    Object.assign(page.frame, { contentWindow: null })
    page.fromHost(ping)
    expect([page.toView, page.toHost]).toEqual([[], []])
  })

  test('is heard from its own window alone before it is there too', () => {
    run()
    page.toHost.length = 0
    page.fromView(ping)
    expect(page.toHost).toEqual([])
  })

  test('talks to its host, and not for the sandbox', () => {
    run()
    page.open()
    page.fromView(ping)
    page.fromView({ ...ping, method: `${reserved}x` })
    page.fromView(null)
    page.fromView(ping, { origin: 'https://view.test' })
    page.fromView(ping, { source: {} })
    expect(page.toHost).toEqual([
      [ping, host],
      [null, host],
    ])
  })

  test.each<[what: string, data: object, params: object]>([
    ['a request', { id: 7, method: 'x', a: 'y'.repeat(50) }, { id: 7 }],
    ['a request with a text for its id', { id: 'i'.repeat(100), method: 'x' }, { id: 'i'.repeat(100) }],
    ['a request with a long id', { id: 'i'.repeat(101), method: 'x' }, {}],
    ['a request with another id', { id: {}, method: 'x', a: 'y'.repeat(50) }, {}],
    ['a notification', { method: 'x', a: 'y'.repeat(50) }, {}],
    ['an answer', { id: 7, result: 'y'.repeat(50) }, {}],
  ])('cannot send what is too large, of which the host is told: %s', (_what, data, params) => {
    run()
    page.open()
    page.fromView(data)
    expect(page.toHost).toEqual([notice('message-refused', params)])
  })

  test('has the limits that the host gives', () => {
    run()
    page.open({ html: '', limits: { messageCharacters: 500, messageBurst: 1 } })
    const long = { method: 'x', a: 'y'.repeat(100) }
    page.fromView(long)
    page.fromView(long)
    expect(page.toHost).toEqual([[long, host], notice('view-ended', { reason: 'rate' })])
  })

  test('is removed when it sends too many', () => {
    run()
    page.open()
    for (let count = 0; count < 7; count += 1) page.fromView(ping)
    expect(page.toHost.slice(5)).toEqual([notice('view-ended', { reason: 'rate' })])
    expect(page.frames).toEqual([])
    page.fromHost(ping)
    expect(page.toView).toEqual([])
  })

  test('is removed when it has loaded another document', () => {
    run()
    page.open()
    for (const load of page.onLoad) load()
    expect([page.frames.length, page.toHost]).toEqual([1, []])
    for (const load of [...page.onLoad, ...page.onLoad]) load()
    expect([page.frames.length, page.toHost]).toEqual([0, [notice('view-ended', { reason: 'navigated' })]])
  })

  test('is removed when it breaks its policy', () => {
    run()
    page.open()
    for (const violate of page.onViolation) violate()
    expect([page.frames.length, page.toHost]).toEqual([0, [notice('view-ended', { reason: 'navigated' })]])
  })
})

describe('the frame of a view', () => {
  const open = (params: object) => openView({ html: '<p>', ...params }, { checkCsp, toPolicy }, () => {})

  test('has an origin of its own, and its policy before all else', () => {
    const policy = toPolicy(checkCsp(undefined).csp)
    expect(open({}).srcdoc).toBe(
      `<!doctype html><base href="about:srcdoc"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><p>`,
    )
    expect(page.attributes).toEqual([['sandbox', 'allow-scripts allow-forms']])
  })

  test('may have another base where its policy has one', () => {
    expect(open({ csp: { baseUriDomains: ['https://base.test'] } }).srcdoc).toMatch(/^<!doctype html><meta /)
  })

  test.each([
    [undefined, ''],
    [{}, ''],
    [{ camera: {}, other: {} }, 'camera'],
    [
      { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
      'camera; microphone; geolocation; clipboard-write',
    ],
  ])('has the permissions that are given: %j', (permissions, allow) => {
    expect(open({ permissions }).allow).toBe(allow)
  })
})
