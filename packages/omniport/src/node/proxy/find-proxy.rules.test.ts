import { afterEach, describe, expect, test, vi } from 'vitest'
import { findProxy } from './find-proxy.js'

const proxy = 'http://proxy.example:3128'
const isProxied = (hostname: string, list: string | undefined, port = 443) => {
  const env = { HTTPS_PROXY: proxy, ...(list !== undefined && { NO_PROXY: list }) }
  return findProxy({ protocol: 'https:', hostname, port }, env) !== undefined
}

describe('targets that need no proxy', () => {
  test.each<[string, string, boolean]>([
    ['a.example', '\tb.example\n a.example ', false],
    ['a.example', 'b.example,,c.example', true],
    ['a.example', 'A.EXAMPLE', false],
    ['x.a.example', 'b.example, a.example', false],
    ['a.example', '*.a.example', false],
    ['a.example', '**', true],
    ['a.example', '*.', true],
    ['a.example', 'xa.example', true],
    ['a.example', 'x[a.example', true],
    ['a.example', 'a.exam]ple', true],
    ['a.example', 'a.example:443', false],
    ['a.example', 'a.example:44', true],
    ['a.example', '.a.example:443', false],
    ['a.example', 'b.example/24', true],
    ['a.example..', 'b.example,', true],
    ['a.example', '.', true],
    ['a.example.', 'a.example.', true],
    ['a.example', '[a.example]', false],
    ['a.example', 'a.example:44x', true],
    ['192.0.2.1', '0.2.1', true],
    ['192.0.2.1', '192.0.2.1', false],
    ['192.0.2.1', '192.0.2.0/24', false],
    ['192.0.3.1', '192.0.2.0/24', true],
    ['192.0.2.1', '192.0.2.1/32', false],
    ['192.0.2.2', '192.0.2.1/32', true],
    ['192.0.2.1', '192.0.2.0/33', true],
    ['192.0.2.1', '192.0.2.0/', true],
    ['192.0.2.1', '192.0.2.0/x24', true],
    ['192.0.2.1', '192.0.2.0/24/24', true],
    ['192.0.2.1', '/24', true],
    ['192.0.2.1', '0.0.0.0/0', false],
    ['a.example', '0.0.0.0/0', true],
    ['192.0.2.1', '::/0', true],
    ['2001:db8::1', '::/0', false],
    ['2001:db8::1', '2001:db8::1/128', false],
    ['2001:db8::1', '2001:db8::/129', true],
    ['2001:db8::1', '0.0.0.0/0', true],
    ['2001:db8::1', '[2001:db8::1]', false],
    ['2001:db8::1', '[2001:db8::1]:80', true],
    ['2001:db8::2', '2001:db8::1', true],
  ])('%s with NO_PROXY=%j goes through the proxy: %s', (hostname, list, expected) => {
    expect(isProxied(hostname, list)).toBe(expected)
  })

  test('is this machine, whatever its address, and nothing that only looks like it', () => {
    const own = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.255.0.1', '::1']
    expect(own.filter((name) => isProxied(name, undefined))).toEqual([])
    const others = ['localhost.example', 'notlocalhost', '127.0.0', '127.0.0.1.example', '10.127.0.0.1', '::12', 'x::1']
    expect(others.filter((name) => !isProxied(name, undefined))).toEqual([])
  })
})

describe('the proxy', () => {
  const find = (protocol: string, env: Record<string, string>) =>
    findProxy({ protocol, hostname: 'a.example', port: 80 }, env)?.href

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['of HTTP', 'http:', { HTTP_PROXY: proxy, HTTPS_PROXY: 'http://b.example' }, `${proxy}/`],
    ['in small letters of a CGI program', 'http:', { http_proxy: proxy, REQUEST_METHOD: 'GET' }, `${proxy}/`],
    ['of HTTPS in a CGI program', 'https:', { HTTPS_PROXY: proxy, REQUEST_METHOD: 'GET' }, `${proxy}/`],
    ['with TLS', 'https:', { HTTPS_PROXY: 'https://b.example' }, 'https://b.example/'],
    ['in capitals where the other is empty', 'https:', { https_proxy: '', HTTPS_PROXY: proxy }, `${proxy}/`],
    ['that the small NO_PROXY exempts', 'https:', { HTTPS_PROXY: proxy, no_proxy: '*', NO_PROXY: 'x' }, undefined],
  ])('is the one %s', (_name, protocol, env, expected) => {
    expect(find(protocol, env)).toBe(expected)
  })

  test.each<[string, Record<string, string>, string]>([
    ['http:', { HTTP_PROXY: 'xhttp://b.example' }, 'HTTP_PROXY'],
    ['http:', { HTTP_PROXY: 'ftp://b.example' }, 'HTTP_PROXY'],
    ['https:', { HTTPS_PROXY: 'httpsx://b.example' }, 'HTTPS_PROXY'],
    ['https:', { HTTPS_PROXY: ':' }, 'HTTPS_PROXY'],
  ])('of %s that is none is refused: %j', (protocol, env, name) => {
    expect(() => find(protocol, env)).toThrow(
      expect.objectContaining({
        code: 'unreachable',
        message: `${name} must be the URL of an HTTP proxy, such as http://proxy.example:3128`,
      }),
    )
  })
})

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('is that of this process unless another is given', () => {
    for (const name of ['https_proxy', 'NO_PROXY', 'no_proxy']) vi.stubEnv(name, '')
    vi.stubEnv('HTTPS_PROXY', proxy)
    expect(findProxy({ protocol: 'https:', hostname: 'a.example', port: 443 })?.href).toBe(`${proxy}/`)
  })
})
