import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { webOrigin } from '../requests/web-origin.js'
import { urlWarnings } from './url-warnings.js'

const clear = 'It is not encrypted (http:): others on the way can read and change everything.'
const here = 'It leads to a program on this machine.'
const mixed = 'The name of the site mixes letters of several alphabets.'
const odd =
  'It has spaces, backslashes or characters that cannot be seen, which browsers read in other ways than people.'
const punycode = (host: string) =>
  `The name of the site has letters of other alphabets, and may only look like one that you know: ${host}`
const user = (host: string) =>
  `The text before the @ is not the site, though it may look like one. The URL leads to ${host}`
const number = (host: string) => `The site has an IP address instead of a name: ${host}`

describe('an address', () => {
  test.each<readonly [string, readonly string[]]>([
    ['https://a.example/login?x=1#y', []],
    ['https://a.example:8443/', []],
    ['not an address', ['This is not a valid URL.']],
    ['', ['This is not a valid URL.']],
    ['http://a.example/', [clear]],
    ['http://localhost:3000/', [here]],
    ['https://app.localhost/', [here]],
    ['javascript:alert(1)', ['It is not a web page: it begins with javascript:']],
    ['file:///etc/passwd', ['It is not a web page: it begins with file:']],
    ['https://xn--pple-43d.com/', [punycode('xn--pple-43d.com')]],
    ['https://аpple.com/', [punycode('xn--pple-43d.com'), mixed]],
    ['https://пример.example/', [punycode('xn--e1afmkfd.example')]],
    ['https://login.xn--e1afmkfd.example/', [punycode('login.xn--e1afmkfd.example')]],
    ['https://bank.example@evil.example/', [user('evil.example')]],
    ['https://bank.example:x@evil.example:8443/', [user('evil.example:8443')]],
    ['https://93.184.216.34/', [number('93.184.216.34')]],
    ['https://2130706433/', [number('127.0.0.1, a loopback address')]],
    ['https://0x7f.1/', [number('127.0.0.1, a loopback address')]],
    ['http://10.0.0.1/', [clear, number('10.0.0.1, a private address')]],
    ['https://[::1]/', [number('[::1], a loopback address')]],
    ['https://169.254.169.254/latest', [number('169.254.169.254, a link-local address')]],
    ['https://a.example\\@evil.example/', [odd]],
    ['https://a.example/\u202Egpj.exe', [odd]],
    ['https://a.example/a b', [odd]],
    ['https://a\u200B.example/', [odd]],
  ])('%j', (url, warnings) => {
    verifies('ELI-30')
    expect(urlWarnings(url)).toEqual(warnings)
  })
})

test.each([
  ['https://A.example:443/x', 'https://a.example'],
  ['http://a.example:80/x', 'http://a.example'],
  ['https://a.example:8443/x', 'https://a.example:8443'],
  ['blob:https://a.example/x', undefined],
  ['data:text/html,x', undefined],
  ['x', undefined],
])('the origin of %s: %s', (url, origin) => {
  expect(webOrigin(url)).toBe(origin)
})
