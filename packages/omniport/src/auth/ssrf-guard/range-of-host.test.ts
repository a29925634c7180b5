import { describe, expect, test } from 'vitest'
import { rangeOfHost } from './range-of-host.js'

const nameOf = (address: string) => rangeOfHost(new URL(`https://${address}/`).hostname)?.name

describe('an address is told', () => {
  test.each([
    ['0.0.0.0', 'an unspecified address'],
    ['0.255.255.255', 'an unspecified address'],
    ['10.0.0.1', 'a private address'],
    ['10.255.255.255', 'a private address'],
    ['100.64.0.0', 'a shared address'],
    ['100.127.255.255', 'a shared address'],
    ['127.255.255.254', 'a loopback address'],
    ['169.254.169.254', 'a link-local address'],
    ['172.16.0.0', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.0.0.8', 'a reserved address'],
    ['192.0.2.1', 'a documentation address'],
    ['192.88.99.1', 'a 6to4 relay address'],
    ['192.168.255.255', 'a private address'],
    ['198.18.0.0', 'a benchmarking address'],
    ['198.19.255.255', 'a benchmarking address'],
    ['198.51.100.7', 'a documentation address'],
    ['203.0.113.7', 'a documentation address'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'a reserved address'],
    ['[::]', 'an unspecified address'],
    ['[::1]', 'a loopback address'],
    ['[::10.0.0.1]', 'an IPv4-compatible address'],
    ['[::ffff:10.0.0.1]', 'an IPv4-mapped address'],
    ['[::ffff:8.8.8.8]', 'an IPv4-mapped address'],
    ['[64:ff9b::a00:1]', 'a NAT64 address'],
    ['[64:ff9b:1::1]', 'a NAT64 address'],
    ['[64:ff9b:1:ffff:ffff:ffff:ffff:ffff]', 'a NAT64 address'],
    ['[64:ff9b:2::1]', 'a reserved address'],
    ['[100::1]', 'a reserved address'],
    ['[2001:0:a00:1::]', 'a Teredo address'],
    ['[2001:2::1]', 'a benchmarking address'],
    ['[2001:1ff:ffff::1]', 'a reserved address'],
    ['[2001:db8::1]', 'a documentation address'],
    ['[2002:0a00:1::]', 'a 6to4 address'],
    ['[3fff:fff::1]', 'a documentation address'],
    ['[5f00::1]', 'a reserved address'],
    ['[fc00::1]', 'a private address'],
    ['[fdff:ffff::1]', 'a private address'],
    ['[fe80::1]', 'a link-local address'],
    ['[febf::1]', 'a link-local address'],
    ['[fec0::1]', 'a site-local address'],
    ['[ff02::1]', 'a multicast address'],
  ])('%s is %s', (address, name) => {
    expect(nameOf(address)).toBe(name)
  })

  test.each([
    ['in decimal', '2852039166', 'a link-local address'],
    ['in octal', '0251.0376.0251.0376', 'a link-local address'],
    ['in hexadecimal', '0xa9fea9fe', 'a link-local address'],
    ['in hexadecimal parts', '0xa9.0xfe.0xa9.0xfe', 'a link-local address'],
    ['shortened', '127.1', 'a loopback address'],
    ['with a dot at the end', '127.0.0.1.', 'a loopback address'],
    ['in wide digits', '１２７。0。0。1', 'a loopback address'],
    ['percent-encoded', '%31%32%37.0.0.1', 'a loopback address'],
    ['written out', '[0:0:0:0:0:0:0:1]', 'a loopback address'],
    ['mapped, in hexadecimal', '[::FFFF:A9FE:A9FE]', 'an IPv4-mapped address'],
  ])('%s: %s', (_, address, name) => {
    expect(nameOf(address)).toBe(name)
  })

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '[2000::1]',
    '[2001:200::1]',
    '[2606:4700:4700::1111]',
    '[2003::1]',
    '[3ffe:ffff::1]',
    '[3fff:1000::1]',
  ])('%s is public', (address) => {
    expect(nameOf(address)).toBeUndefined()
  })
})

test('a name is no address', () => {
  expect(['example.com', 'a.1b', 'fe80.example', '10.0.0.1.example'].map(nameOf)).toEqual(Array(4).fill(undefined))
})
