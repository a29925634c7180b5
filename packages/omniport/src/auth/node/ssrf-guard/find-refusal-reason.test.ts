import { describe, expect, test } from 'vitest'
import { rangeOfHost } from '../../ssrf-guard/range-of-host.js'
import { refusedRanges } from '../../ssrf-guard/refused-ranges.js'
import { findRefusalReason } from './find-refusal-reason.js'

describe('an address that a name leads to', () => {
  test.each([
    ['10.0.0.1', 'a private address'],
    ['169.254.169.254', 'a link-local address'],
    ['127.0.0.1', 'a loopback address'],
    ['::ffff:10.0.0.1', 'an IPv4-mapped address'],
    ['64:ff9b::a00:1', 'a NAT64 address'],
    ['64:ff9b:1::a00:1', 'a NAT64 address'],
    ['2002:0a00:1::', 'a 6to4 address'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'a Teredo address'],
    ['fc00::1', 'a private address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['2606:4700:4700::1111%eth0', 'a link-local address'],
    ['::1', 'a loopback address'],
    ['::', 'an unspecified address'],
    ['', 'no address'],
    ['010.0.0.1', 'no address'],
    ['localhost', 'no address'],
  ])('%s is refused: %s', (address, reason) => {
    expect(findRefusalReason('mcp.example', address, {})).toBe(reason)
  })

  test.each(['1.1.1.1', '2606:4700:4700::1111', '172.32.0.1'])('%s is let through', (address) => {
    expect(findRefusalReason('mcp.example', address, {})).toBeUndefined()
  })

  test('is held to the same ranges as one that a URL spells', () => {
    for (const { family, network } of refusedRanges) {
      const { hostname } = new URL(`https://${family === 'ipv6' ? `[${network}]` : network}/`)
      expect(findRefusalReason('mcp.example', network, {})).toBe(rangeOfHost(hostname)?.name)
    }
  })
})

describe('rules', () => {
  test('private networks: everything is let through', () => {
    const rules = { allowPrivateNetwork: true }
    expect(
      ['10.0.0.1', '127.0.0.1', 'fe80::1%eth0'].map((address) => findRefusalReason('a.example', address, rules)),
    ).toEqual(Array(3).fill(undefined))
  })

  test.each([
    ['localhost', '127.0.0.1', undefined],
    ['a.localhost.', '127.9.9.9', undefined],
    ['::1', '::1', undefined],
    ['localhost', '10.0.0.1', 'not an address of this machine'],
    ['localhost', '1.1.1.1', 'not an address of this machine'],
    ['mcp.example', '127.0.0.1', 'a loopback address'],
  ])('loopback: %s that leads to %s: %s', (hostname, address, reason) => {
    expect(findRefusalReason(hostname, address, { allowLoopback: true })).toBe(reason)
  })

  test('loopback and private networks: this machine is this machine', () => {
    const rules = { allowLoopback: true, allowPrivateNetwork: true }
    expect(findRefusalReason('localhost', '10.0.0.1', rules)).toBe('not an address of this machine')
    expect(findRefusalReason('mcp.example', '127.0.0.1', rules)).toBeUndefined()
  })
})
