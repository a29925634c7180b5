import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestConsole, type TestConsole } from './open-test-console.js'

let opened: TestConsole
beforeAll(async () => {
  opened = await openTestConsole()
})
afterAll(() => opened.close())

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends any headers, which `fetch` does not. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  const { hostname, port } = new URL(opened.console.origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

describe('the state of the console', () => {
  test.each<[string, () => Record<string, string>]>([
    ['no token', () => ({})],
    ['a wrong token', () => ({ 'x-omniport-token': 'x'.repeat(43) })],
    ['an empty token', () => ({ 'x-omniport-token': '' })],
    ['the token in a cookie', () => ({ cookie: `token=${opened.token}` })],
    ['the token as a bearer', () => ({ authorization: `Bearer ${opened.token}` })],
    ['a page of another site', () => ({ 'x-omniport-token': opened.token, 'sec-fetch-site': 'cross-site' })],
    ['a page of another port', () => ({ 'x-omniport-token': opened.token, 'sec-fetch-site': 'same-site' })],
  ])('is not given to %s', async (_name, headers) => {
    const { status, body } = await send('/api/1/state', headers())
    expect([status, JSON.parse(body).error.code]).toEqual([401, 'unauthorized'])
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a name that resolves to this machine', { host: 'evil.example' }],
    ['the name localhost', { host: 'localhost' }],
  ])('is not given to %s, even with the token', async (_name, headers) => {
    const reply = await send('/api/1/state', { 'x-omniport-token': opened.token, ...headers })
    expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([403, 'denied'])
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('is given to the page', async () => {
    const { origin } = opened.console
    const { status, headers } = await send('/api/1/state', { 'x-omniport-token': opened.token, origin })
    expect([status, headers['cache-control'], headers['set-cookie']]).toEqual([200, 'no-store', undefined])
  })

  test('takes no preflight of another origin', async () => {
    const reply = await send('/api/1/actions/operate', { origin: 'https://evil.example' }, 'OPTIONS')
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([403, undefined])
  })
})

describe('the page', () => {
  test('has a policy without inline scripts, and no frames around it', async () => {
    const { status, headers } = await send('/')
    expect(status).toBe(200)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join()).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
  })

  test.each([
    ['the page itself', '/', 200, 'no-cache'],
    ['a deep link', '/servers/notes/tools/add', 200, 'no-cache'],
    ['a file with a digest in its name', '/assets/page-abc123.js', 200, 'public, max-age=31536000, immutable'],
    ['a file that is not there', '/assets/other.js', 404, undefined],
    ['a way out of the folder', '/assets/..%2f..%2fpackage.json', 404, undefined],
  ])('is served for %s', async (_name, path, status, cache) => {
    const reply = await send(path, { 'accept-encoding': 'gzip' })
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, cache])
  })

  test('comes as it is in the package, and plain for those who do not take that', async () => {
    const packed = await send('/', { 'accept-encoding': 'gzip' })
    const plain = await send('/')
    expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined])
    expect(plain.body).toBe('<!doctype html><title>Console</title>')
  })

  test('takes no other methods', async () => {
    expect((await send('/', {}, 'POST')).status).toBe(405)
  })
})

describe('an action', () => {
  test.each<[string, string, unknown, string]>([
    [
      'an unknown member',
      'operate',
      { id: 'a', request: { kind: 'ping', server: 's' }, x: 1 },
      'operate has no member "x"',
    ],
    [
      'a wrong id',
      'operate',
      { id: '../a', request: {} },
      'operate.id must have 1 to 64 characters of A-Z a-z 0-9 _ -',
    ],
    [
      'an unknown kind',
      'operate',
      { id: 'a', request: { kind: '__proto__' } },
      'operate.request.kind must be one of call,',
    ],
    [
      'arguments that are a list',
      'operate',
      { id: 'a', request: { kind: 'call', server: 's', tool: 't', args: [] } },
      'operate.request.args must be an object',
    ],
    [
      'a server that is not there',
      'start-server',
      { server: '__proto__' },
      'There is no server with the name __proto__',
    ],
    ['no object', 'clear-timeline', null, 'clear-timeline must be an object'],
    [
      'a long delay',
      'set-faults',
      { server: 's', faults: { delayMs: 1e9 } },
      'set-faults.faults.delayMs must be a number from 0 to 60000',
    ],
    [
      'a request that is not open',
      'answer',
      { id: 'r1', answer: { type: 'form', action: 'cancel' } },
      'This was answered already',
    ],
    ['a server without a command', 'add-server', { name: 'x' }, 'Give a command, or a url'],
    [
      'an address of another scheme',
      'add-server',
      { name: 'x', url: 'file:///etc/passwd' },
      'url must begin with http:// or https://',
    ],
    ['a template that is none', 'expand-template', { template: '{', values: {} }, 'Malformed URI template'],
  ])('is refused for %s', async (_name, action, input, message) => {
    const reply = await opened.send(action as 'operate', input)
    expect(reply).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(reply.ok ? '' : reply.error.message).toContain(message)
  })

  test.each([
    ['that is unknown', '/api/1/actions/explode', 404],
    ['of an object of its table', '/api/1/actions/constructor', 404],
    ['of another version', '/api/2/state', 404],
  ])('%s is not there', async (_name, path, status) => {
    const response = await opened.get(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(status)
  })

  test('must be JSON, since forms of other sites cannot be', async () => {
    const response = await opened.get('/api/1/actions/clear-timeline', { method: 'POST', body: '{}' })
    expect(response.status).toBe(400)
  })
})
