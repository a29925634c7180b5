import { describe, expect, test } from 'vitest'
import { findProxy } from './find-proxy.js'

const proxy = 'http://proxy.example:3128'
const target = (hostname: string, port = 443) => ({ protocol: 'https:', hostname, port })

describe('findProxy', () => {
  test.each<[what: string, protocol: string, env: Record<string, string>, href: string | undefined]>([
    ['none', 'https:', {}, undefined],
    ['that of its protocol', 'https:', { HTTPS_PROXY: proxy, HTTP_PROXY: 'http://other.example' }, `${proxy}/`],
    ['that in small letters first', 'https:', { https_proxy: proxy, HTTPS_PROXY: 'http://other.example' }, `${proxy}/`],
    ['none of another protocol', 'https:', { HTTP_PROXY: proxy }, undefined],
    ['one without a protocol', 'http:', { HTTP_PROXY: 'proxy.example:3128' }, `${proxy}/`],
    ['none that a request of CGI names', 'http:', { HTTP_PROXY: proxy, REQUEST_METHOD: 'GET' }, undefined],
    ['none where it is empty', 'https:', { HTTPS_PROXY: '' }, undefined],
  ])('is %s', (_, protocol, env, href) => {
    expect(findProxy({ protocol, hostname: 'mcp.example', port: 443 }, env)?.href).toBe(href)
  })

  test.each<[hostname: string, port: number, list: string, isProxied: boolean]>([
    ['mcp.example', 443, '', true],
    ['mcp.example', 443, '*', false],
    ['mcp.example', 443, 'other.example, mcp.example', false],
    ['MCP.example.', 443, 'mcp.example', false],
    ['api.mcp.example', 443, 'mcp.example', false],
    ['api.mcp.example', 443, '.mcp.example', false],
    ['api.mcp.example', 443, '*.mcp.example', false],
    ['notmcp.example', 443, 'mcp.example', true],
    ['mcp.example', 443, 'mcp.example:8443', true],
    ['mcp.example', 8443, 'mcp.example:8443', false],
    ['10.1.2.3', 443, '10.0.0.0/8', false],
    ['11.1.2.3', 443, '10.0.0.0/8', true],
    ['10.1.2.3', 443, '10.0.0.0/99', true],
    ['10.1.2.3', 443, '2.3', true],
    ['2001:db8::1', 443, '2001:db8::/32', false],
    ['2001:db8::1', 443, '2001:db8::1', false],
    ['2001:db8::1', 443, '[2001:db8::1]:443', false],
    ['localhost', 443, '', false],
    ['app.localhost', 443, '', false],
    ['127.0.0.9', 443, '', false],
    ['::1', 443, '', false],
  ])('%s:%i with NO_PROXY=%j: %s', (hostname, port, list, isProxied) => {
    expect(findProxy(target(hostname, port), { HTTPS_PROXY: proxy, NO_PROXY: list }) !== undefined).toBe(isProxied)
  })

  test.each(['socks5://proxy.example', 'http://'])('refuses %s, without what it says', (value) => {
    expect(() => findProxy(target('mcp.example'), { HTTPS_PROXY: value })).toThrow(
      'HTTPS_PROXY must be the URL of an HTTP proxy, such as http://proxy.example:3128',
    )
  })
})
