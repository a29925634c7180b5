import { expect, test } from 'vitest'
import { allowedHostsOf } from './allowed-hosts.js'

test('names that are allowed come to those of this machine', () => {
  expect(allowedHostsOf(undefined)).toEqual({})
  expect(allowedHostsOf(['a.example'])).toEqual({ allowedHosts: ['localhost', '127.0.0.1', '[::1]', 'a.example'] })
})
