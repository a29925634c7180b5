import { expect, test } from 'vitest'
import { AllowedHosts, checkAllowedHosts, checkAllowedOrigins } from './allowed-names.js'

test.each([
  ['localhost', true],
  ['LOCALHOST:80', true],
  ['localhost:123456', false],
  ['localhost.evil.example', false],
  ['api.example:8443', true],
  ['api.example', false],
  ['api.example:1', false],
  ['', false],
])('%j is allowed: %s, and again when it was asked before', (authority, isAllowed) => {
  const hosts = new AllowedHosts(['localhost', 'API.example:8443'])
  expect([hosts.has(authority), hosts.has(authority)]).toEqual([isAllowed, isAllowed])
})

test('however many there were, each is looked at', () => {
  const hosts = new AllowedHosts(['localhost'])
  const ports = Array.from({ length: 1_000 }, (_, port) => port)
  expect(ports.every((port) => hosts.has(`localhost:${port}`) && !hosts.has(`evil:${port}`))).toBe(true)
})

test('what is refused is said once for each name, and for ten names at most', () => {
  const hosts = new AllowedHosts(['localhost'])
  const names = Array.from({ length: 20 }, (_, at) => `evil${at}.example`)
  expect(names.filter((name) => hosts.refuse(name))).toEqual(names.slice(0, 10))
  expect(names.filter((name) => hosts.refuse(name))).toEqual([])
})

test.each(['any', [], ['localhost', 'API.example:8443', '[::1]:80']])('%j may be the allowed hosts', (hosts) => {
  expect(checkAllowedHosts(hosts)).toBe(undefined)
})

const hostAdvice = "a name as in the header Host, such as 'mcp.example.com'"

test.each<readonly [unknown, string]>([
  ['localhost', 'allowedHosts must be an array, got "localhost"'],
  [null, 'allowedHosts must be an array, got null'],
  [['*'], `allowedHosts: each must be ${hostAdvice}, got "*"`],
  [['https://mcp.example.com'], `allowedHosts: each must be ${hostAdvice}, got "https://mcp.example.com"`],
  [['a.example,b.example'], `allowedHosts: each must be ${hostAdvice}, got "a.example,b.example"`],
  [['a.example', undefined], `allowedHosts: each must be ${hostAdvice}, got undefined`],
])('%j may not be the allowed hosts', (hosts, message) => {
  expect(() => checkAllowedHosts(hosts)).toThrow(new TypeError(message))
})

test.each([
  undefined,
  [],
  ['https://app.example.com', 'http://localhost:5173', 'null', 'chrome-extension://abcdef', 'tauri://localhost'],
])('%j may be the allowed origins', (origins) => {
  expect(checkAllowedOrigins(origins)).toBe(undefined)
})

test('a text is not taken for a list of its parts', () => {
  const text = 'https://app.example.com'
  expect(() => checkAllowedOrigins(text)).toThrow(new TypeError(`allowedOrigins must be an array, got "${text}"`))
})

test.each([
  '*',
  'app.example.com',
  'https://app.example.com/',
  'https://app.example.com:443',
  'HTTPS://app.example.com',
  'https://app.example.com/path',
  'https://*.example.com',
  'https://münchen.example',
  '',
])('%j is no origin that a browser sends', (origin) => {
  const advice = "a whole origin, such as 'https://app.example.com'"
  expect(() => checkAllowedOrigins([origin])).toThrow(
    new TypeError(`allowedOrigins: each must be ${advice}, got ${JSON.stringify(origin)}`),
  )
})
