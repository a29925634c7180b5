import { expect, test } from 'vitest'
import { isLoopbackHost } from './is-loopback-host.js'

test.each(['localhost', 'localhost.', 'abc.localhost', 'a.bc.localhost.', '127.0.0.1', '127.255.255.254', '[::1]'])(
  '%s is this machine',
  (hostname) => {
    expect(isLoopbackHost(hostname)).toBe(true)
  },
)

test.each([
  'xlocalhost',
  'localhost.example',
  'localhost..',
  'localhostx',
  'a.localhost.example',
  '128.0.0.1',
  '10.0.0.1',
  '0.0.0.0',
  '[::2]',
  '[::]',
  '',
])('%s is not', (hostname) => {
  expect(isLoopbackHost(hostname)).toBe(false)
})
