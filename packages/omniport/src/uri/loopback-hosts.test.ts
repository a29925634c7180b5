import { expect, test } from 'vitest'
import { isLoopbackAuthority, loopbackHosts } from './loopback-hosts.js'

test.each(['localhost', 'LocalHost:8080', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])('%s is', (host) => {
  expect(isLoopbackAuthority(host)).toBe(true)
})

test.each([
  '',
  'example.com',
  'localhost.example.com',
  '127.0.0.1.example.com',
  '::1',
  'localhost:123456',
  'localhost:',
  'localhost:80:80',
  'localhost:8o',
  ':80',
  '*',
])('%j is not', (host) => {
  expect(isLoopbackAuthority(host)).toBe(false)
})

test('they are three, and nobody can add one', () => {
  expect(loopbackHosts).toEqual(['localhost', '127.0.0.1', '[::1]'])
  expect(Object.isFrozen(loopbackHosts)).toBe(true)
})
