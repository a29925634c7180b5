import { expect, test } from 'vitest'
import { AllowedHosts } from './http-settings.js'

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
