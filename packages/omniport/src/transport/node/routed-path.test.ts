import { expect, test } from 'vitest'
import { toRoutedPath } from './routed-path.js'

const metadata = '/.well-known/oauth-protected-resource/api/mcp'
const served = { paths: ['/mcp', '/sse', metadata], endpoints: new Set(['/mcp', '/sse']) }
const atRoot = { paths: ['/'], endpoints: new Set(['/']) }

test.each([
  ['a URL that nobody changed', '/mcp?a=b', '/mcp?a=b', ['', '/mcp']],
  ['another URL that nobody changed', '/x', '/x', ['', '/x']],
  ['a prefix', '/mcp', '/api/mcp', ['/api', '/mcp']],
  ['a prefix and a query', '/sse?a=/b', '/api/v1/sse?a=/b', ['/api/v1', '/sse']],
  ['another path under a prefix', '/x', '/api/x', ['/api', '/x']],
  ['the mount path itself', '/', '/api', ['/api', '/']],
  ['the mount path itself with a slash', '/', '/api/', ['/api', '/']],
  ['the endpoint as mount path', '/', '/mcp', ['', '/mcp']],
  ['the endpoint as mount path, with a query', '/?a=b', '/mcp?a=b', ['', '/mcp']],
  ['the endpoint as mount path under a prefix', '/', '/api/mcp', ['/api', '/mcp']],
  ['the endpoint as mount path, with a slash', '/', '/api/mcp/', ['/api/mcp', '/']],
  ['a mount path that ends like an endpoint', '/', '/api/xmcp', ['/api/xmcp', '/']],
  ['a whole path that is an endpoint', '/x', '/mcp', ['', '/mcp']],
  ['metadata that is the mount path', '/', metadata, ['', metadata]],
  ['metadata under a prefix', metadata, `/api${metadata}`, ['/api', metadata]],
  ['a URL that was replaced', '/mcp', '/old', ['', '/mcp']],
  ['a query that was replaced', '/mcp?a', '/api/mcp?b', ['/api', '/mcp']],
  ['an empty segment', '/sse', '//evil.example/sse', ['', '//evil.example/sse']],
  ['an empty segment within', '/sse', '/a//b/sse', ['', '/a//b/sse']],
  ['a backslash', '/sse', '/\\evil.example/sse', ['', '/\\evil.example/sse']],
  ['a quote', '/sse', '/"/sse', ['', '/"/sse']],
  ['a prefix that does not end at a segment', 'mcp', '/api/mcp', ['', '/api/mcp']],
])('of %s', (_name, url, originalUrl, [prefix, path]) => {
  expect(toRoutedPath(url, originalUrl, served)).toEqual({ prefix, path })
})

test.each([
  ['/', '/assist', '/assist'],
  ['/', '/assist/', '/assist'],
  ['/?a', '/?b', ''],
])('an endpoint at / is the mount path: %s of %s', (url, originalUrl, prefix) => {
  expect(toRoutedPath(url, originalUrl, atRoot)).toEqual({ prefix, path: '/' })
})
