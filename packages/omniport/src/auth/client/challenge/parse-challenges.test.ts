import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { codePoint } from '#test/support/code-point.js'
import { parseChallenges } from './parse-challenges.js'

type Plain = readonly [scheme: string, params?: Readonly<Record<string, string>>, token68?: string]

function plain(header: string): readonly Plain[] {
  return parseChallenges(header).map(({ scheme, params, token68 }) =>
    token68 === undefined ? [scheme, Object.fromEntries(params)] : [scheme, Object.fromEntries(params), token68],
  )
}

test('a challenge has a token only where the header has one', () => {
  expect(parseChallenges('Bearer, Negotiate YWJj')).toStrictEqual([
    { scheme: 'bearer', params: new Map() },
    { scheme: 'negotiate', token68: 'YWJj', params: new Map() },
  ])
})

describe('the challenges of a header', () => {
  const rows: readonly (readonly [string, readonly Plain[]])[] = [
    ['', []],
    [' , ,', []],
    ['Bearer', [['bearer', {}]]],
    ['bEARER ', [['bearer', {}]]],
    ['Bearer realm="a b"', [['bearer', { realm: 'a b' }]]],
    ['Bearer REALM=a, Scope="x y"', [['bearer', { realm: 'a', scope: 'x y' }]]],
    ['Bearer error = "invalid_token" , scope\t=\tread', [['bearer', { error: 'invalid_token', scope: 'read' }]]],
    ['Bearer a="say \\"hi\\", \\\\ok"', [['bearer', { a: 'say "hi", \\ok' }]]],
    ['Bearer a="", b=c', [['bearer', { a: '', b: 'c' }]]],
    ['Bearer a=1, a=2, A=3', [['bearer', { a: '1' }]]],
    ['Bearer a="Basic realm=\\"x\\", DPoP"', [['bearer', { a: 'Basic realm="x", DPoP' }]]],
    [
      'Bearer, DPoP',
      [
        ['bearer', {}],
        ['dpop', {}],
      ],
    ],
    [
      'Bearer a=1, DPoP algs="ES256 EdDSA", a=2',
      [
        ['bearer', { a: '1' }],
        ['dpop', { algs: 'ES256 EdDSA', a: '2' }],
      ],
    ],
    ['Negotiate YWJj=', [['negotiate', {}, 'YWJj=']]],
    ['Negotiate \t YWJj=', [['negotiate', {}, 'YWJj=']]],
    [
      'Negotiate YWJj==, Bearer a=1',
      [
        ['negotiate', {}, 'YWJj=='],
        ['bearer', { a: '1' }],
      ],
    ],
    [
      'Negotiate a.b/c+d , Bearer',
      [
        ['negotiate', {}, 'a.b/c+d'],
        ['bearer', {}],
      ],
    ],
    [', ,Bearer ,, a=1,,b=2,', [['bearer', { a: '1', b: '2' }]]],
  ]
  test.each(rows)('%s', (header, challenges) => {
    verifies('AUTH-15')
    expect(plain(header)).toEqual(challenges)
  })
})

describe('what servers send against the rules is read all the same', () => {
  const rows: readonly (readonly [string, string, readonly Plain[]])[] = [
    [
      'a bare URL',
      'Bearer resource_metadata=https://a.example/b?c=d, scope=e',
      [['bearer', { resource_metadata: 'https://a.example/b?c=d', scope: 'e' }]],
    ],
    [
      'no comma',
      'Bearer a="1" b=2 DPoP c=3',
      [
        ['bearer', { a: '1', b: '2' }],
        ['dpop', { c: '3' }],
      ],
    ],
    ['a line break', 'Bearer a=1,\r\n b=2', [['bearer', { a: '1', b: '2' }]]],
  ]
  test.each(rows)('%s', (_name, header, challenges) => expect(plain(header)).toEqual(challenges))
})

describe('what cannot be read ends the header', () => {
  const rows: readonly (readonly [string, string, readonly Plain[]])[] = [
    ['a parameter of no scheme', 'a=1, Bearer b=2', []],
    [
      'a quote without an end',
      'Basic a=1, Bearer b="2, c=3',
      [
        ['basic', { a: '1' }],
        ['bearer', {}],
      ],
    ],
    ['a quote alone', 'Bearer "a", DPoP', [['bearer', {}]]],
    ['other characters', 'Bearer a=1, [b]=2, DPoP', [['bearer', { a: '1' }]]],
    ['too much', `Bearer a="${'x'.repeat(16_384)}"`, []],
  ]
  test.each(rows)('%s', (_name, header, challenges) => expect(plain(header)).toEqual(challenges))
})

test('a header of 16,384 characters is read', () => {
  const most = `Bearer a="${'x'.repeat(16_384 - 11)}"`
  expect(most).toHaveLength(16_384)
  expect(plain(most)).toEqual([['bearer', { a: 'x'.repeat(16_384 - 11) }]])
  expect(plain(`${most} `)).toEqual([])
})

test('names that objects inherit are names', () => {
  const [challenge] = parseChallenges('Bearer __proto__=1, constructor="2"')
  expect([...(challenge?.params ?? [])]).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

describe('any header', () => {
  const tokenCharacter = fc.constantFrom(..."abcXYZ019!#$%&'*+-.^_`|~")
  const token = fc.string({ unit: tokenCharacter, minLength: 1, maxLength: 8 })
  const text = fc.string({ unit: codePoint, maxLength: 20 })
  const blank = fc.constantFrom('', ' ', '\t', '  ')
  const challenge = fc.record({
    scheme: token,
    params: fc.uniqueArray(fc.tuple(token, text, fc.boolean()), {
      selector: ([name]) => name.toLowerCase(),
      maxLength: 4,
    }),
  })

  test('that is well formed says what was put into it', () => {
    verifies('AUTH-15')
    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 4 }), blank, (challenges, space) => {
        const header = challenges.map(({ scheme, params }) => {
          const pairs = params.map(([name, value]) => `${name}${space}=${space}"${value.replace(/["\\]/g, '\\$&')}"`)
          return `${scheme} ${pairs.join(`${space},${space}`)}`
        })
        const expected = challenges.map(({ scheme, params }) => ({
          scheme: scheme.toLowerCase(),
          params: new Map(params.map(([name, value]) => [name.toLowerCase(), value])),
        }))
        expect(parseChallenges(header.join(', '))).toEqual(expected)
      }),
    )
  })

  test('of pieces in any order is read without an error, and no scheme is made up', () => {
    const piece = fc.constantFrom('Bearer', ' ', ',', '=', '"', '\\', 'a', 'scope', '==', '/', '\t', '\u0000', 'é')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const header = pieces.join('')
        for (const { scheme } of parseChallenges(header)) expect(header.toLowerCase()).toContain(scheme)
      }),
    )
  })

  test.each([
    ['quotes', 'Bearer a="'.padEnd(16_384, '\\"')],
    ['blanks', 'Bearer a'.padEnd(16_384, ' ')],
    ['blanks before a value', 'Bearer a='.padEnd(16_384, ' ')],
    ['one name', 'Bearer '.padEnd(16_384, 'a')],
    ['schemes', 'a '.repeat(8_192)],
    ['parameters', `Bearer ${'a=1 '.repeat(4_000)}`],
    ['ends of a token68', 'Bearer a'.padEnd(16_383, '=').concat('"')],
  ])('of many %s is read at once', (_name, header) => {
    const start = process.cpuUsage()
    for (let round = 0; round < 20; round += 1) parseChallenges(header)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
  })
})
