import { createContext, Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createSandboxHandler, sandboxPage } from './sandbox-page.js'

const hostOrigins = ['https://chat.example', 'http://localhost:3000']

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
  ])('is refused for hosts that are %s', (_, origins) => {
    expect(() => sandboxPage({ hostOrigins: origins })).toThrow(TypeError)
    expect(() => createSandboxHandler({ hostOrigins: origins })).toThrow(/^hostOrigins: /)
  })

  test('has a script that stands alone: it tells its hosts that it is ready', () => {
    verifies('APPS-12')
    const [, script = ''] = /<script>(.*)<\/script>$/s.exec(sandboxPage({ hostOrigins }).body) ?? []
    const posted: unknown[] = []
    const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) }
    new Script(script).runInContext(createContext({ window: { parent }, addEventListener: () => {} }))
    const ready = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }
    expect(posted).toEqual(hostOrigins.map((origin) => [ready, origin]))
    expect(script).not.toContain('</')
  })
})

test.each([
  ['GET', 200, true],
  ['HEAD', 200, false],
  ['POST', 405, false],
])('the handler answers %s with %i', (method, status, hasBody) => {
  const answers: unknown[] = []
  const response = {
    writeHead: (code: number, headers: object) => answers.push(code, Object.keys(headers).length > 0),
    end: (body?: string) => answers.push(body !== undefined),
  }
  createSandboxHandler({ hostOrigins })({ method, url: '/?frame=https://a.example' }, response)
  expect(answers).toEqual([status, true, hasBody])
})
