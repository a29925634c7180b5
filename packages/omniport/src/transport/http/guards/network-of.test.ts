import { expect, test } from 'vitest'
import { networkOf } from './network-of.js'

test.each([
  ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
  ['an IPv4 address of a socket for both', '::ffff:192.0.2.7', '192.0.2.7'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['another one of the same client', '2001:db8:1:2::9', '2001:db8:1:2'],
  ['one whose zeros begin there', '2001:db8:1::9', '2001:db8:1:0'],
  ['one that is zero where it counts', '2001:db8::9', '2001:db8:0:0'],
  ['one whose end reaches into its first half', '2001::3:4:5:6:7', '2001:0:0:3'],
  ['the loopback address', '::1', '0:0:0:0'],
  ['no address', undefined, ''],
])('the network of %s', (_name, address, network) => {
  expect(networkOf(address)).toBe(network)
})
