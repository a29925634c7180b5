import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { checkCsp } from './check-csp.js'
import { toPolicy } from './to-policy.js'

describe('an entry of a csp', () => {
  test.each([
    ['a name', 'https://api.example.com', 'https://api.example.com'],
    ['a port', 'https://api.example.com:8443', 'https://api.example.com:8443'],
    ['an address', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['one label', 'http://localhost:3000', 'http://localhost:3000'],
    ['a socket', 'wss://live.example.com', 'wss://live.example.com'],
    ['capitals', 'HTTPS://API.Example.com', 'https://api.example.com'],
    ['a slash at its end', 'https://api.example.com/', 'https://api.example.com'],
    ['any subdomain', 'https://*.example.com', 'https://*.example.com'],
    ['punycode', 'https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('may have %s', (_, entry, origin) => {
    expect(checkCsp({ connectDomains: [entry] })).toMatchObject({ csp: { connectDomains: [origin] }, refused: [] })
  })

  test.each<[string, unknown]>([
    ['everything', '*'],
    ['every host of a scheme', 'https:'],
    ['every host of a scheme, spelled as one', 'https://*'],
    ['every host of a top-level domain', 'https://*.com'],
    ['a wildcard within', 'https://a.*.example.com'],
    ['a part of a label', 'https://a*.example.com'],
    ['a keyword', "'unsafe-eval'"],
    ['a second directive', 'https://a.example; connect-src *'],
    ['a second source', 'https://a.example https://b.example'],
    ['a line break', 'https://a.example\nhttps://b.example'],
    ['a comma, which begins a second policy', 'https://a.example, default-src *'],
    ['a quote that ends the attribute', 'https://a.example"><script>'],
    ['a path', 'https://a.example/path'],
    ['a query', 'https://a.example?x'],
    ['credentials', 'https://user@a.example'],
    ['no scheme', 'a.example'],
    ['a scheme of data', 'data:'],
    ['a script', 'javascript://a.example'],
    ['a port of no number', 'https://a.example:*'],
    ['an empty label', 'https://a..example'],
    ['a long text', `https://${'a.'.repeat(200)}example`],
    ['no text', 7],
    ['null', null],
    ['an object with a text', { toString: () => 'https://a.example' }],
  ])('cannot be %s', (_, entry) => {
    verifies('APPS-20')
    const { csp, refused } = checkCsp({ connectDomains: [entry, 'https://good.example'], resourceDomains: [entry] })
    expect([csp.connectDomains, csp.resourceDomains, refused.length]).toEqual([['https://good.example'], [], 2])
  })

  test('of frames, resources and base URIs is http or https', () => {
    const list = ['wss://a.example', 'https://a.example']
    const { csp, refused } = checkCsp({ resourceDomains: list, frameDomains: list, baseUriDomains: list })
    expect(csp).toEqual({
      connectDomains: [],
      resourceDomains: ['https://a.example'],
      frameDomains: ['https://a.example'],
      baseUriDomains: ['https://a.example'],
    })
    expect(refused).toEqual(
      ['resourceDomains', 'frameDomains', 'baseUriDomains'].map((name) => `${name}: "wss://a.example"`),
    )
  })

  test('of base URIs has no wildcard', () => {
    expect(checkCsp({ baseUriDomains: ['https://*.example.com'] }).csp.baseUriDomains).toEqual([])
  })
})

const nothing = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'https://a.example'],
  ['an object without lists', {}],
  ['an object of other lists', { otherDomains: ['https://a.example'], frameDomains: null }],
])('a csp that is %s allows nothing, and nothing of it is refused', (_, csp) => {
  expect(checkCsp(csp)).toEqual({ csp: nothing, refused: [] })
})

test('a text in the place of a list is its one entry, and anything else is none', () => {
  const csp = { connectDomains: 'https://a.example', resourceDomains: { 0: 'https://a.example' } }
  expect(checkCsp(csp)).toEqual({
    csp: { ...nothing, connectDomains: ['https://a.example'] },
    refused: ['resourceDomains: {"0":"https://a.example"}'],
  })
})

test('an entry that is refused is named, with 100 characters at most', () => {
  const entries = ['x'.repeat(200), undefined]
  const { refused } = checkCsp({ frameDomains: entries })
  expect(refused).toEqual([`frameDomains: "${'x'.repeat(99)}`, 'frameDomains: undefined'])
})

test.each<[string, string, boolean]>([
  ['63 characters', 'a'.repeat(63), true],
  ['64 characters', 'a'.repeat(64), false],
  ['a hyphen within', 'a--b', true],
  ['a hyphen first', '-a', false],
  ['a hyphen last', 'a-', false],
  ['an underscore', 'a_b', false],
])('a label of an entry may have %s, or not', (_, label, isAllowed) => {
  const entries = [`https://${label}`, `https://${label}.example`]
  expect(checkCsp({ frameDomains: entries }).csp.frameDomains).toEqual(isAllowed ? entries : [])
})

test.each<[string, boolean]>([
  ['https://a.example:1', true],
  ['https://a.example:65535', true],
  ['https://a.example:655350', false],
  ['https://a.example:', false],
  ['https://a.example//', false],
  ['xhttps://a.example', false],
  ['httpss://a.example', false],
  ['https://*.a.example', true],
  ['https://*.*.a.example', false],
])('%s is an entry, or not', (entry, isAllowed) => {
  expect(checkCsp({ frameDomains: [entry] }).csp.frameDomains).toEqual(isAllowed ? [entry] : [])
})

test('an entry of capitals is one of any list, in small letters', () => {
  const list = ['HTTPS://A.Example']
  const small = ['https://a.example']
  expect(checkCsp({ resourceDomains: list, frameDomains: list, baseUriDomains: list }).csp).toEqual({
    ...{ connectDomains: [], resourceDomains: small, frameDomains: small, baseUriDomains: small },
  })
})

test('an entry has less than 300 characters', () => {
  const long = `https://${'ab.'.repeat(96)}abc`
  expect([long.length, `${long}d`.length]).toEqual([299, 300])
  expect(checkCsp({ connectDomains: [long, `${long}d`] }).csp.connectDomains).toEqual([long])
})

test('a csp has at most 100 entries in a list', () => {
  const entries = Array.from({ length: 50_000 }, (_, index) => `https://a${index}.example`)
  const { csp, refused } = checkCsp({ connectDomains: entries })
  expect([csp.connectDomains.length, refused]).toEqual([100, ['connectDomains: "https://a100.example"']])
})

describe('the policy of a view', () => {
  test('denies everything but inline scripts and styles, and data images, when nothing is declared', () => {
    verifies('APPS-11')
    expect(toPolicy(checkCsp(undefined).csp).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'unsafe-inline'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      'media-src data:',
      "font-src 'none'",
      "connect-src 'none'",
      "frame-src 'none'",
      "base-uri 'self'",
      "object-src 'none'",
      "form-action 'none'",
    ])
  })

  test('allows each declared origin for its use, and nothing else', () => {
    verifies('APPS-10')
    const { csp } = checkCsp({
      connectDomains: ['https://api.example'],
      resourceDomains: ['https://*.cdn.example'],
      frameDomains: ['https://video.example'],
      baseUriDomains: ['https://base.example'],
    })
    expect(toPolicy(csp).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'unsafe-inline' https://*.cdn.example",
      "style-src 'unsafe-inline' https://*.cdn.example",
      'img-src data: https://*.cdn.example',
      'media-src data: https://*.cdn.example',
      'font-src https://*.cdn.example',
      'connect-src https://api.example',
      'frame-src https://video.example',
      'base-uri https://base.example',
      "object-src 'none'",
      "form-action 'none'",
    ])
  })
})
