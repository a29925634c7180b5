import { createContext, Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createSandboxHandler, sandboxPage } from './sandbox-page.js'

const hostOrigins = ['https://chat.example', 'http://localhost:3000']

const notification = (name: string, params: object) => ({
  jsonrpc: '2.0',
  method: `ui/notifications/sandbox-${name}`,
  params,
})

/** The script of the page in a browser of a few lines: what it posts, its frame for the view, and a way to post to it. */
function open() {
  const [, script = ''] = /<script>(.*)<\/script>$/s.exec(sandboxPage({ hostOrigins }).body) ?? []
  const toHost: unknown[] = []
  const toView: unknown[] = []
  const windowOf = (posted: unknown[]) => ({
    postMessage: (message: unknown, origin: string) => void posted.push([JSON.parse(JSON.stringify(message)), origin]),
  })
  const view = {
    contentWindow: windowOf(toView),
    srcdoc: '',
    isRemoved: false,
    setAttribute: () => {},
    addEventListener: () => {},
    remove: () => {
      view.isRemoved = true
    },
  }
  const host = windowOf(toHost)
  let listener = (_: object) => {}
  const globals = {
    window: { parent: host },
    performance: { now: () => 0 },
    document: { createElement: () => view, body: { append: () => {} }, addEventListener: () => {} },
    addEventListener: (_: string, added: typeof listener) => {
      listener = added
    },
  }
  const context = createContext(globals)
  new Script(script).runInContext(context)
  /** A message arrives with objects of the page, as browsers make them. */
  const receive = (source: object, origin: string, message: unknown) => {
    const data: unknown = new Script(`(${JSON.stringify(message)})`).runInContext(context)
    listener({ source, origin, data })
  }
  return { script, toHost, toView, host, view, receive }
}

describe('the page of the sandbox', () => {
  test('has headers that isolate it, and let only the hosts show it', () => {
    expect(sandboxPage({ hostOrigins }).headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "frame-ancestors https://chat.example http://localhost:3000; frame-src 'none'; object-src 'none'; form-action 'none'; webrtc 'block'",
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    })
  })

  test.each([
    [
      'a path',
      '/sandbox?frame=https%3A%2F%2Fvideo.example&frame=https://*.tube.example',
      'https://video.example https://*.tube.example',
    ],
    ['a URL', 'https://sandbox.example/?a=1&frame=https://video.example#b', 'https://video.example'],
    ['a path with what is no origin', "/?frame=*&frame='self'&frame=https://a.example;script-src", "'none'"],
    ['a URL whose fragment looks as a query', '/#?frame=https://video.example', "'none'"],
    ['a path with a second question mark in an origin', '/?frame=https://vide?o.example', "'none'"],
    ['a path without a query', '/frame=https://video.example', "'none'"],
  ])('allows the frames that %s names', (_, url, sources) => {
    const policy = sandboxPage({ hostOrigins, url }).headers['content-security-policy']
    expect(policy?.split('; ')[1]).toBe(`frame-src ${sources}`)
  })

  test.each([
    ['none', []],
    ['everything', ['*']],
    ['a path', ['https://chat.example/']],
    ['a scheme', ['https:']],
    ['a second source', ['https://chat.example *']],
    ['null', ['null']],
    ['a second directive', ['https://chat.example;']],
    ['a second policy', ['https://chat.example,default-src']],
    ['quotes', ["https://'chat.example'"]],
    ['quotes of HTML', ['https://chat"']],
    ['another scheme', ['ftp://chat.example']],
    ['a socket', ['wss://chat.example']],
    ['nonsense', ['chat.example']],
    ['a number', [5 as never]],
    ['an origin and more', ['https://chat.example', '']],
  ])('is refused for hosts that are %s', (_, origins) => {
    const message =
      origins.length === 0
        ? 'hostOrigins: at least one origin must be able to use the sandbox'
        : `hostOrigins: ${JSON.stringify(origins.at(-1))} must be an origin, such as "https://chat.example.com"`
    expect(() => sandboxPage({ hostOrigins: origins })).toThrow(new TypeError(message))
    expect(() => createSandboxHandler({ hostOrigins: origins })).toThrow(new TypeError(message))
  })

  test('has a script that stands alone: it tells its hosts that it is ready', () => {
    verifies('APPS-12')
    const { toHost, script } = open()
    expect(toHost).toEqual(hostOrigins.map((origin) => [notification('proxy-ready', {}), origin]))
    expect(script).not.toContain('</')
  })

  test('passes messages on in both directions, except its own, and sends no requests', () => {
    verifies('APPS-12', 'APPS-28')
    const { toHost, toView, host, view, receive } = open()
    const [origin = ''] = hostOrigins
    receive(host, 'https://other.example', notification('resource-ready', { html: 'of another' }))
    receive(host, origin, notification('resource-ready', { html: '<p>' }))
    receive(host, origin, notification('resource-ready', { html: 'of another' }))
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} },
      { jsonrpc: '2.0', method: 'ui/notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
      notification('view-ended', { reason: 'rate' }),
    ]
    toHost.length = 0
    for (const message of messages) {
      receive(host, origin, message)
      receive(view.contentWindow, 'null', message)
      receive(host, 'https://other.example', message)
      receive({}, origin, message)
      receive(view.contentWindow, origin, message)
    }
    expect(toHost).toEqual(messages.slice(0, 3).map((message) => [message, origin]))
    expect(toView).toEqual(messages.slice(0, 3).map((message) => [message, '*']))
    expect(view.srcdoc).toMatch(/<p>$/)
  })

  test('takes a view away that sends too much, and tells the host', () => {
    verifies('APPS-19')
    const { toHost, host, view, receive } = open()
    const [origin = ''] = hostOrigins
    receive(
      host,
      origin,
      notification('resource-ready', { html: '', limits: { messageBurst: 2, messagesPerSecond: 0 } }),
    )
    toHost.length = 0
    for (let id = 1; id <= 4; id += 1) receive(view.contentWindow, 'null', { id, method: 'ping' })
    expect(toHost).toEqual([
      [{ id: 1, method: 'ping' }, origin],
      [{ id: 2, method: 'ping' }, origin],
      [notification('view-ended', { reason: 'rate' }), origin],
    ])
    expect(view.isRemoved).toBe(true)
  })

  test.each<[string, unknown, object]>([
    ['a request', { id: 7, method: 'a', params: { value: 'abcdef' } }, { id: 7 }],
    ['a notification', { method: 'a', params: { value: 'abcdef' } }, {}],
    ['a request with a long id', { id: 'a'.repeat(200), method: 'a' }, {}],
    ['a text', 'abcdef', {}],
  ])('refuses %s that is too long', (_, message, params) => {
    const { toHost, host, view, receive } = open()
    const [origin = ''] = hostOrigins
    receive(host, origin, notification('resource-ready', { html: '', limits: { messageCharacters: 5 } }))
    toHost.length = 0
    receive(view.contentWindow, 'null', message)
    expect(toHost).toEqual([[notification('message-refused', params), origin]])
  })
})

describe('the handler of the sandbox', () => {
  const url = '/?frame=https://a.example'
  const page = sandboxPage({ hostOrigins, url })

  /** The arguments of `writeHead` and of `end`. */
  function serve(method: string | undefined, path: string | undefined = url): unknown[][] {
    const answers: unknown[][] = []
    const response = {
      writeHead: (...head: unknown[]) => answers.push(head),
      end: (...body: unknown[]) => answers.push(body),
    }
    createSandboxHandler({ hostOrigins })({ method, url: path }, response)
    return answers
  }

  test('answers GET with the page', () => {
    expect(serve('GET')).toEqual([[200, page.headers], [page.body]])
    expect(serve('GET', '/')).toEqual([[200, sandboxPage({ hostOrigins }).headers], [page.body]])
  })

  test('answers HEAD with its headers', () => {
    expect(serve('HEAD')).toEqual([[200, page.headers], [undefined]])
  })

  test.each([['POST'], ['get'], [undefined]])('answers %j with the methods that it has', (method) => {
    expect(serve(method)).toEqual([[405, { allow: 'GET, HEAD' }], []])
  })
})
