import { expect, test } from 'vitest'
import { isLoopbackAuthority } from './loopback-hosts.js'

test.each(['localhost', 'LocalHost:8080', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])('%s is', (host) => {
  expect(isLoopbackAuthority(host)).toBe(true)
})

test.each(['', 'example.com', 'localhost.example.com', '127.0.0.1.example.com', '::1', 'localhost:123456', '*'])(
  '%j is not',
  (host) => {
    expect(isLoopbackAuthority(host)).toBe(false)
  },
)
