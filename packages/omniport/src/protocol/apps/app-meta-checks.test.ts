import { describe, expect, test } from 'vitest'
import { checkOptions } from '../../values/options/check-options.js'
import { createAppMetaChecks } from './app-meta-checks.js'

function check(meta: object): object {
  return checkOptions('app', meta, createAppMetaChecks())
}

const origin = 'an origin, such as "https://example.com" or "https://*.example.com"'

test('all that an app may declare', () => {
  const meta = {
    csp: {
      connectDomains: ['http://a.example', 'https://a.example', 'ws://a.example', 'wss://a.example'],
      resourceDomains: ['http://a.example', 'https://a.example'],
      frameDomains: ['http://a.example', 'https://a.example'],
      baseUriDomains: ['http://a.example', 'https://a.example'],
    },
    permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
    domain: 'a-b.example:80/c_d',
    prefersBorder: false,
  }
  expect(check(meta)).toEqual(meta)
})

describe('origins', () => {
  test.each([
    'https://localhost',
    'https://a.example:8080',
    'https://a.example:99999',
    'https://*.a.example',
    'https://*.a.example:1',
    'https://127.0.0.1',
    'https://A-1.Example',
    `https://${'a'.repeat(292)}`,
  ])('%s', (each) => {
    const meta = { csp: { connectDomains: [each] } }
    expect(check(meta)).toEqual(meta)
  })

  test.each<[unknown]>([
    [1],
    [''],
    ['a.example'],
    ['https://'],
    ['https:/a.example'],
    ['ftp://a.example'],
    ['HTTPS://a.example'],
    [' https://a.example'],
    ['https://a.example '],
    ['https://a.example;'],
    ['https://a.example/'],
    ['https://a.example:'],
    ['https://a.example:123456'],
    ['https://a.example:x'],
    ['https://*'],
    ['https://*.example'],
    ['https://a.*.example'],
    ['https://.example'],
    ['https://a..example'],
    ['https://a.example.'],
    ['https://-a.example'],
    ['https://a-.example'],
    ['https://a.-b'],
  ])('%j is none', (each) => {
    const shown = typeof each === 'string' ? JSON.stringify(each) : String(each)
    expect(() => check({ csp: { frameDomains: ['https://a.example', each] } })).toThrow(
      new TypeError(`app: csp: frameDomains[1] must be ${origin}, got ${shown}`),
    )
  })

  test('one of more than 300 characters is none', () => {
    const text = `https://${'a'.repeat(293)}`
    expect(() => check({ csp: { connectDomains: [text] } })).toThrow(TypeError)
  })

  test.each(['resourceDomains', 'frameDomains', 'baseUriDomains'])('%s are no sockets', (name) => {
    expect(() => check({ csp: { [name]: ['wss://a.example'] } })).toThrow(
      new TypeError(`app: csp: ${name}[0] must be ${origin}, got "wss://a.example"`),
    )
    expect(() => check({ csp: { [name]: ['ws://a.example'] } })).toThrow(TypeError)
  })

  test('there are 100 of a kind at most', () => {
    const most = Array.from({ length: 100 }, (_, index) => `https://a${index}.example`)
    expect(check({ csp: { connectDomains: most } })).toEqual({ csp: { connectDomains: most } })
    expect(() => check({ csp: { connectDomains: [...most, 'https://a.example'] } })).toThrow(
      new TypeError('app: csp: connectDomains must be at most 100 origins, got 101'),
    )
  })

  test('a text is no list', () => {
    expect(() => check({ csp: { connectDomains: 'https://a.example' } })).toThrow(
      new TypeError('app: csp: connectDomains must be an array of origins, got "https://a.example"'),
    )
  })
})

describe('other members', () => {
  test.each([
    [{ csp: [] }, 'app: csp must be an object, got an array'],
    [{ permissions: 1 }, 'app: permissions must be an object, got 1'],
    [{ permissions: { camera: true } }, 'app: permissions: camera must be an object, got true'],
    [{ permissions: { microphone: true } }, 'app: permissions: microphone must be an object, got true'],
    [{ permissions: { geolocation: true } }, 'app: permissions: geolocation must be an object, got true'],
    [{ permissions: { clipboardWrite: true } }, 'app: permissions: clipboardWrite must be an object, got true'],
    [{ prefersBorder: 1 }, 'app: prefersBorder must be true or false, got 1'],
    [{ domain: 1 }, 'app: domain must be the name of a domain, got 1'],
    [{ domain: '' }, 'app: domain must be the name of a domain, got ""'],
    [{ domain: 'a b' }, 'app: domain must be the name of a domain, got "a b"'],
    [{ domain: ' a' }, 'app: domain must be the name of a domain, got " a"'],
    [{ domain: 'a;' }, 'app: domain must be the name of a domain, got "a;"'],
  ])('%j is refused', (meta, message) => {
    expect(() => check(meta)).toThrow(new TypeError(message))
  })

  test('a permission that does not exist is named', () => {
    expect(() => check({ permissions: { camra: {} } })).toThrow(/^app: permissions: there is no option "camra"/)
  })

  test('a domain has 300 characters at most', () => {
    expect(check({ domain: 'a'.repeat(300) })).toEqual({ domain: 'a'.repeat(300) })
    expect(() => check({ domain: 'a'.repeat(301) })).toThrow(TypeError)
  })
})
