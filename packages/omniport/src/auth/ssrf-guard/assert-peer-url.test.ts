import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { assertPeerUrl } from './assert-peer-url.js'

test('a host with characters of Latin 1 is accepted, however often it is checked', () => {
  const urls = Array.from({ length: 20_000 }, () => assertPeerUrl('https://m\u00fcnchen.example/', {}).href)
  expect(new Set(urls)).toEqual(new Set(['https://xn--mnchen-3ya.example/']))
})

describe('a URL of a peer is refused', () => {
  test.each([
    ['http://auth.example/', 'auth.example is named with http:, not https:'],
    ['http://127.0.0.1/', '127.0.0.1 is named with http:, not https:'],
    ['https://127.0.0.1/', '127.0.0.1 is a loopback address'],
    ['https://2852039166/', '169.254.169.254 is a link-local address'],
    ['https://0251.0376.0251.0376:8443/', '169.254.169.254:8443 is a link-local address'],
    ['https://[::ffff:10.0.0.1]/', '[::ffff:a00:1] is an IPv4-mapped address'],
    ['https://[::]/', '[::] is an unspecified address'],
    ['https://localhost/', 'localhost is a private name'],
    ['https://LOCALHOST./', 'localhost. is a private name'],
    ['https://a.localhost/', 'a.localhost is a private name'],
    ['https://intranet/', 'intranet is a private name'],
    ['https://printer.local/', 'printer.local is a private name'],
    ['https://metadata.google.internal./', 'metadata.google.internal. is a private name'],
    ['https://nas.home.arpa/', 'nas.home.arpa is a private name'],
    ['https://home.arpa/', 'home.arpa is a private name'],
    ['https://HOME.ARPA./', 'home.arpa. is a private name'],
    ['https://localhost.localdomain/', 'localhost.localdomain is a private name'],
    ['https://vault.internal/', 'vault.internal is a private name'],
    ['https://vault.internal./', 'vault.internal. is a private name'],
    ['https://VAULT.Internal./', 'vault.internal. is a private name'],
    ['https://vault.internal%2E/', 'vault.internal. is a private name'],
    ['https://vault。internal。/', 'vault.internal. is a private name'],
    ['https://ｖａｕｌｔ．ｉｎｔｅｒｎａｌ/', 'vault.internal is a private name'],
    ['https://vault.inter\u00adnal/', 'vault.internal is a private name'],
    ['https://%6Cocalhost/', 'localhost is a private name'],
    ['https://notlocalhost/', 'notlocalhost is a private name'],
    ['https://127.0.0.1./', '127.0.0.1 is a loopback address'],
    ['https://0/', '0.0.0.0 is an unspecified address'],
    ['https://127.1/', '127.0.0.1 is a loopback address'],
    ['https://0x7f.1/', '127.0.0.1 is a loopback address'],
    ['https://0x7F000001/', '127.0.0.1 is a loopback address'],
    ['https://017700000001/', '127.0.0.1 is a loopback address'],
    ['https://[::FFFF:127.0.0.1]/', '[::ffff:7f00:1] is an IPv4-mapped address'],
    ['https://[::ffff:0:127.0.0.1]/', '[::ffff:0:7f00:1] is a reserved address'],
    ['https://[64:ff9b::169.254.169.254]/', '[64:ff9b::a9fe:a9fe] is a NAT64 address'],
    ['https://[2002:a9fe:a9fe::1]/', '[2002:a9fe:a9fe::1] is a 6to4 address'],
    ['https://[4000::1]/', '[4000::1] is a reserved address'],
    ['https://metadata.google.internal../', 'metadata.google.internal.. is a private name'],
    ['https://127.0.0.1../', '127.0.0.1.. is a private name'],
    ['https://.internal/', '.internal is a private name'],
    ['https://me:secret@auth.example/', 'the URL of auth.example has credentials in it'],
    ['https://:secret@auth.example/', 'the URL of auth.example has credentials in it'],
    ['https://.a.example/', '.a.example is a private name'],
    ['https://a.example../', 'a.example.. is a private name'],
    ['https://a..example/', 'a..example is a private name'],
    ['https://nas.private/', 'nas.private is a private name'],
    ['https://nas.corp/', 'nas.corp is a private name'],
    ['https://nas.home/', 'nas.home is a private name'],
    ['https://nas.lan/', 'nas.lan is a private name'],
    ['https://nas.intranet/', 'nas.intranet is a private name'],
    [`${'x'.repeat(40)}://a`, `${'x'.repeat(32)} is not https:`],
    ['https://me@auth.example/', 'the URL of auth.example has credentials in it'],
    ['file:///etc/passwd', 'file: is not https:'],
    ['javascript:alert(1)', 'javascript: is not https:'],
    ['/relative', 'the address that the peer names is not a URL'],
    ['https://[fe80::1%25eth0]/', 'the address that the peer names is not a URL'],
    ['https://1.2.3.4.5/', 'the address that the peer names is not a URL'],
  ])('%s', (text, reason) => {
    verifies('SEC-07')
    const error = expect.objectContaining({ code: 'unreachable', message: `refused: ${reason}` })
    expect(thrownBy(() => assertPeerUrl(text, {}))).toEqual(error)
  })

  test('with a host that is no name, shortened', () => {
    const thrown = thrownBy(() => assertPeerUrl(`http://${'a'.repeat(9_999)}.example/`, {}))
    expect(thrown).toMatchObject({ message: `refused: ${'a'.repeat(253)}… is named with http:, not https:` })
  })
})

describe('a URL of a peer is let through', () => {
  test.each([
    ['a public name', 'https://auth.example/a?b', {}],
    ['any port', 'https://auth.example:8443/', {}],
    ['a public name with the dot of the root', 'https://auth.example./', {}],
    ['a name that only begins like a private one', 'https://localhost.example/', {}],
    ['a name that only ends like a private one', 'https://my-internal.example/', {}],
    ['a name of many labels', 'https://a.bc.d.example/', {}],
    ['a name whose last label ends like a private one', 'https://a.mylocal/', {}],
    ['a name that is like home.arpa', 'https://a.homexarpa/', {}],
    ['a public address', 'https://1.1.1.1/', {}],
    ['a public address of IPv6', 'https://[2606:4700:4700::1111]/', {}],
    ['a private address, if allowed', 'https://10.0.0.1/', { allowPrivateNetwork: true }],
    ['a private name, if allowed', 'https://intranet/', { allowPrivateNetwork: true }],
    ['this machine, if allowed', 'http://127.0.0.1:3000/', { allowLoopback: true }],
    ['this machine over IPv6, if allowed', 'http://[::1]:3000/', { allowLoopback: true }],
    ['this machine by its name, if allowed', 'http://localhost./', { allowLoopback: true }],
  ])('%s', (_, text, rules) => {
    expect(assertPeerUrl(text, rules).href).toBe(text)
  })
})

test.each([
  ['private networks lift no rule of schemes', 'ftp://10.0.0.1/', { allowPrivateNetwork: true }],
  ['private networks lift no other rule', 'http://10.0.0.1/', { allowPrivateNetwork: true }],
  ['nor for this machine', 'http://127.0.0.1/', { allowPrivateNetwork: true }],
  ['this machine is not its network', 'https://10.0.0.1/', { allowLoopback: true }],
  ['this machine has no other spelling', 'http://[::ffff:127.0.0.1]/', { allowLoopback: true }],
  ['nor is 0.0.0.0 one', 'http://0.0.0.0/', { allowLoopback: true }],
  ['a name that ends like localhost is not this machine', 'http://evillocalhost/', { allowLoopback: true }],
  ['nor is one that begins like it', 'http://localhost.evil.example/', { allowLoopback: true }],
  ['this machine gets no credentials either', 'http://a:b@localhost/', { allowLoopback: true }],
])('%s', (_, text, rules) => {
  expect(thrownBy(() => assertPeerUrl(text, rules))).toMatchObject({ code: 'unreachable' })
})
