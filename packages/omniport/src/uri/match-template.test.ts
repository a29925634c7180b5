import fc from 'fast-check'
import { parseTemplate as parseWithOracle } from 'url-template'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { expandStrings } from './fixtures/expand-strings.js'
import { matchTemplate } from './match-template.js'
import { parseTemplate } from './parse-template.js'

type Row = readonly [rule: string, source: string, uri: string, values: Record<string, string> | undefined]

const requiredRows: readonly Row[] = [
  ['text without variables matches itself', 'a://b', 'a://b', {}],
  ['text without variables matches nothing else', 'a://b', 'a://b/', undefined],
  ['the empty template matches the empty text', '', '', {}],
  ['a variable takes a segment', 'weather://{city}/now', 'weather://Oslo/now', { city: 'Oslo' }],
  ['a value is decoded', 'a://{x}', 'a://caf%C3%A9%20%2B+', { x: 'café ++' }],
  [
    'an encoded slash is a slash in the value',
    'file:///{name}',
    'file:///..%2Fetc%2Fpasswd',
    { name: '../etc/passwd' },
  ],
  ['a variable is not empty', 'a://{x}/b', 'a:///b', undefined],
  ['a variable does not take a slash', 'a://{x}', 'a://b/c', undefined],
  ['a variable does not take a question mark', 'a://{x}', 'a://b?c', undefined],
  ['a variable does not take a number sign', 'a://{x}', 'a://b#c', undefined],
  [
    'a variable takes other reserved characters',
    'user://{mail}',
    "user://a:@!$&'()*+,;=[]",
    { mail: "a:@!$&'()*+,;=[]" },
  ],
  ['a variable takes a letter outside ASCII', 'a://{x}', 'a://Zürich', { x: 'Zürich' }],
  ['an escape in the URI is not the literal it encodes', 'a://b{x}', 'a://%62c', undefined],
  ['a literal outside ASCII matches its escapes', 'a://ü/{x}', 'a://%C3%BC/1', { x: '1' }],
  ['a list is split at its commas', 'map?{x,y}', 'map?1024,768', { x: '1024', y: '768' }],
  ['labels are split at their dots', 'X{.x,y}', 'X.1024.768', { x: '1024', y: '768' }],
  ['segments are split at their slashes', '{/x,y}/here', '/1024/768/here', { x: '1024', y: '768' }],
  ['path parameters come in their order', 'a{;x,y}', 'a;x=1;y=2', { x: '1', y: '2' }],
  ['path parameters come in no other order', 'a{;x,y}', 'a;y=2;x=1', undefined],
  ['a path parameter is not empty', 'a{;x}', 'a;x', undefined],
  ['a path parameter does not take a semicolon', 'a{;x}', 'a;x=1;x=2', undefined],
  ['reserved expansion takes reserved characters', 'a:{+p}/z', 'a:/b?c=d#e/z', { p: '/b?c=d#e' }],
  ['reserved expansion is decoded too', 'a:{+p}', 'a:b%2Fc', { p: 'b/c' }],
  ['reserved expansion is not empty', 'a:{+p}', 'a:', undefined],
  ['a fragment takes reserved characters', 'a{#f}', 'a#/b?c#', { f: '/b?c#' }],
  ['a fragment is required', 'a{#f}', 'a', undefined],
  ['a variable after a question mark does not take an ampersand', 'a?q={q}&l={l}', 'a?q=1&l=2&l=3', undefined],
  ['reserved expansion after a question mark takes an ampersand', 'a?q={+q}', 'a?q=1&l=2', { q: '1&l=2' }],
  ['fixed parameters come in their order', 'a?q={q}&l={l}', 'a?q=1&l=2', { q: '1', l: '2' }],
  ['the last dot splits', '{name}.{ext}', 'a.tar.gz', { name: 'a.tar', ext: 'gz' }],
  ['the last slash splits', 'file://{+dir}/{name}', 'file:///a/b/c', { dir: '/a/b', name: 'c' }],
  ['the leftmost variable takes the most', '{a}{b}', 'xyz', { a: 'xy', b: 'z' }],
  ['the leftmost variable takes the most of reserved characters', '{+a}{+b}', '/x/', { a: '/x', b: '/' }],
  ['the leftmost variable leaves what the others need', '{a}-{b}/{+c}', 'x-y-z/-/w', { a: 'x-y', b: 'z', c: '-/w' }],
  ['a literal is tried at every place', '{+a}x{b}', 'xx/xy', { a: 'xx/', b: 'y' }],
  ['a name may be __proto__', '{__proto__}/{constructor}', 'a/b', JSON.parse('{"__proto__":"a","constructor":"b"}')],
]

const modifierRows: readonly Row[] = [
  ['an exploded path takes all segments', 'a:{/p*}', 'a:/b/c%20d/e', { p: 'b/c d/e' }],
  ['an exploded path takes one segment', 'a:{/p*}', 'a:/b', { p: 'b' }],
  ['an exploded path is not empty', 'a:{/p*}', 'a:/', undefined],
  ['an exploded path keeps empty segments', 'a:{/p*}', 'a://b/', { p: '/b/' }],
  ['an exploded path stops at the query', 'a:{/p*}', 'a:/b?c', undefined],
  ['an exploded path leaves what follows it', '{/p*,name}.{ext}', '/a/b/c.d', { p: 'a/b', name: 'c', ext: 'd' }],
  ['an exploded variable takes slashes', 'file:///{p*}', 'file:///a/b', { p: 'a/b' }],
  ['exploded labels are taken as they are', 'www{.d*}', 'www.example.com', { d: 'example.com' }],
  ['an exploded path parameter takes one value', 'a{;p*}', 'a;p=1', { p: '1' }],
  ['exploded path parameters are not collected', 'a{;p*}', 'a;p=1;p=2', undefined],
  ['a list is taken as it is', '{list}', 'red,green,blue', { list: 'red,green,blue' }],
  ['a prefix takes at most its length', '{a:3}{b}', 'abcdef', { a: 'abc', b: 'def' }],
  ['a prefix takes less', 'x/{a:3}/y', 'x/ab/y', { a: 'ab' }],
  ['a prefix takes no more', 'x/{a:3}/y', 'x/abcd/y', undefined],
  ['a prefix counts decoded characters', '{a:2}', '%C3%A9%F0%9F%98%80', { a: 'é😀' }],
  ['a prefix limits a parameter', '{?a:2}', '?a=%C3%A9b', { a: 'éb' }],
  ['a parameter longer than its prefix is no match', '{?a:2}', '?a=abc', undefined],
  ['a parameter with a prefix may be empty', '{?a:2}', '?a=', { a: '' }],
]

const queryRows: readonly Row[] = [
  ['parameters come in any order', 's://x{?q,lang}', 's://x?lang=en&q=a%26b', { q: 'a&b', lang: 'en' }],
  ['a parameter may be missing', 's://x{?q,lang}', 's://x?lang=en', { lang: 'en' }],
  ['all parameters may be missing', 's://x{?q,lang}', 's://x', {}],
  ['the query may be empty', 's://x{?q}', 's://x?', {}],
  ['a parameter may be empty', 's://x{?q}', 's://x?q=', { q: '' }],
  ['a parameter without "=" is empty', 's://x{?q}', 's://x?q', { q: '' }],
  ['a value may hold "="', 's://x{?q}', 's://x?q=a=b', { q: 'a=b' }],
  ['a value may hold "?" and "/"', 's://x{?q}', 's://x?q=a/b?c', { q: 'a/b?c' }],
  ['a plus sign is not a space', 's://x{?q}', 's://x?q=a+b', { q: 'a+b' }],
  ['unknown parameters are ignored', 's://x{?q}', 's://x?r=1&q=2&&r=3&constructor', { q: '2' }],
  ['without a query expression a parameter is no match', 's://x/{y}', 's://x/1?r=1', undefined],
  ['a parameter given twice is no match', 's://x{?q}', 's://x?q=1&q=1', undefined],
  ['an exploded parameter is collected', 's://x{?q*}', 's://x?q=1&r=2&q=3%2C4', { q: '1,3,4' }],
  ['a name is compared as it stands', 's://x{?q}', 's://x?%71=1&Q=2', {}],
  ['an encoded name matches itself', '{?a%20b}', '?a%20b=1', { 'a%20b': '1' }],
  ['a parameter may be called __proto__', '{?__proto__}', '?__proto__=1', JSON.parse('{"__proto__":"1"}')],
  ['a variable before the query stops there', 's://{x}{?q}', 's://a?q=1', { x: 'a', q: '1' }],
  ['reserved expansion before the query stops there', '{+p}{?q}', 'a/b?q=1?', { p: 'a/b', q: '1?' }],
  ['two query expressions are one', 'x{?a}{&b}', 'x?b=2&a=1', { a: '1', b: '2' }],
  ['a continuation follows fixed parameters', '?fixed=yes{&x}', '?fixed=yes&x=1', { x: '1' }],
  ['a continuation may be missing', '?fixed=yes{&x}', '?fixed=yes', {}],
  ['a continuation tolerates unknown parameters', '?fixed=yes{&x}', '?fixed=yes&y=1', {}],
  ['fixed parameters are required', '?fixed=yes{&x}', '?x=1', undefined],
  ['fixed parameters come first', '?fixed=yes{&x}', '?x=1&fixed=yes', undefined],
  ['a fixed parameter ends where it ends', '?fixed=yes{&x}', '?fixed=yes2&x=1', undefined],
  ['fixed parameters may hold variables', '?a={a}&b={+b}{&c}', '?a=1&b=/2&c=3&d=4', { a: '1', b: '/2', c: '3' }],
  ['a continuation needs no question mark', 'x{&a,b}', 'x&a=1&b=2', { a: '1', b: '2' }],
  ['a fragment follows the query', 'x{?q}{#f}', 'x?q=1#a?q=2#', { q: '1', f: 'a?q=2#' }],
  ['a question mark in the fragment starts no query', 'x{?q}{#f}', 'x#a?q=2', { f: 'a?q=2' }],
  ['a literal fragment follows the query', 'x{?q}#{f}', 'x?q=1#top', { q: '1', f: 'top' }],
  ['a fragment that the template does not name is no match', 'x{?q}', 'x?q=1#top', undefined],
  ['text after the query matches nothing', 'x{?q}/y', 'x?q=1/y', undefined],
  ['a query in two places matches nothing', 'x{?q}/y{&r}', 'x?q=1/y&r=2', undefined],
  ['a query in the fragment matches nothing', 'x{?q}{+y}{&r}', 'x?q=1#y&r=2', undefined],
]

const escapeRows: readonly Row[] = [
  ['a lone percent sign', '{a}', 'x%', undefined],
  ['half an escape', '{a}', 'x%2', undefined],
  ['an escape that is not hexadecimal', '{+a}', 'x%zz', undefined],
  ['an escape that is not UTF-8', '{a}', 'x%ff', undefined],
  ['half a UTF-8 sequence', '{a}', '%E2%82', undefined],
  ['the second half of a UTF-8 sequence', '{a}', '%AC', undefined],
  ['a malformed escape in a parameter', '{?a}', '?a=%', undefined],
  ['a malformed escape in an ignored parameter', '{?a}', '?b=%', undefined],
  ['a parameter that is not UTF-8', '{?a}', '?a=%ff', undefined],
]

describe('matchTemplate', () => {
  describe.each([
    ['required variables', requiredRows],
    ['modifiers', modifierRows],
    ['query', queryRows],
    ['malformed escapes', escapeRows],
  ])('%s', (_, rows) => {
    it.each(rows)('%s: %s on %s', (_, source, uri, values) => {
      const match = matchTemplate(parseTemplate(source), uri)
      expect(match && Object.entries(match).sort()).toEqual(values && Object.entries(values).sort())
    })
  })

  it('gives a frozen object without a prototype', () => {
    const match = matchTemplate(parseTemplate('{a}'), 'x') ?? {}
    expect([Object.getPrototypeOf(match), Object.isFrozen(match), match['toString']]).toEqual([null, true, undefined])
  })

  it('accepts a URI of 65,536 characters and no more', () => {
    const template = parseTemplate('a:{x}')
    expect(matchTemplate(template, `a:${'b'.repeat(65_534)}`)).toEqual({ x: 'b'.repeat(65_534) })
    expect(matchTemplate(template, `a:${'b'.repeat(65_535)}`)).toBeUndefined()
  })
})

describe('expand, then match', () => {
  it('gives the values back', () => {
    fc.assert(
      fc.property(roundTrip, ({ source, values }) => {
        const template = parseTemplate(source)
        expect({ ...matchTemplate(template, expandStrings(template, values)) }).toEqual(values)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the values back that url-template expanded, which takes no % and leaves empty values out', () => {
    fc.assert(
      fc.property(roundTrip, ({ source, values }) => {
        const entries = Object.entries<string>(values).map(([name, value]) => [name, value.replaceAll('%', '') || 'x'])
        const plain = Object.fromEntries(entries)
        expect({ ...matchTemplate(parseTemplate(source), parseWithOracle(source).expand(plain)) }).toEqual(plain)
      }),
    )
  })

  it('gives the values back when parameters are missing or in another order', () => {
    const shuffled = fc
      .dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), anyText, { noNullPrototype: false })
      .chain((values) =>
        fc.tuple(fc.constant(values), fc.shuffledSubarray(['a', 'b', 'c', 'd', '__proto__'], { minLength: 5 })),
      )
    fc.assert(
      fc.property(shuffled, ([values, order]) => {
        const uri = expandStrings(parseTemplate(`x{?${order.join(',')}}`), values)
        const match = matchTemplate(parseTemplate('x{?a,b,c,d,__proto__}'), uri) ?? {}
        expect(Object.entries(match).sort()).toEqual(Object.entries(values).sort())
      }),
    )
  })

  it('never throws and never gives a name the template lacks', () => {
    const source = fc.array(
      fc.constantFrom('{a}', '{+b}', '{/c*}', '{.d}', '{;e}', '{?f,g*}', '{&h:2}', '{#i}', '/', '?x=1', '#', '.'),
    )
    const uri = fc.string({
      unit: fc.constantFrom('a', '/', '?', '#', '&', '=', '.', ';', '%20', '%C3', '%', 'é', 'f=', 'x=1'),
    })
    fc.assert(
      fc.property(source, uri, (pieces, text) => {
        const template = parseTemplate([...new Set(pieces)].join(''))
        const names = template.variables.map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining(Object.keys(matchTemplate(template, text) ?? {})))
      }),
      { numRuns: 2000 },
    )
  })
})

const anyText = fc.string({ unit: codePoint })
const filled = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."/?#&=;,.%+ é'"),
    fc.constantFrom('a', 'b'),
    fc.string({ unit: codePoint, minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
})
/** Reserved expansion leaves escapes alone, so a value that holds one comes back decoded. */
const withoutEscapes = filled.filter((text) => !/%[0-9A-Fa-f]{2}/.test(text))
const withoutQuery = withoutEscapes.filter((text) => !/[?#]/.test(text))
const withoutDots = filled.map((text) => text.replaceAll('.', '-'))

/** Templates whose separators cannot occur in an encoded value, with a value for each required variable. */
const roundTrip = fc
  .record({
    path: fc.tuple(filled, filled, filled, filled, withoutDots, withoutDots, filled, filled),
    reserved: fc.option(withoutQuery, { nil: undefined }),
    query: fc.option(fc.tuple(anyText, anyText), { nil: undefined }),
    continuation: fc.option(anyText, { nil: undefined }),
    fragment: fc.option(withoutEscapes, { nil: undefined }),
  })
  .map(({ path, reserved, query, continuation, fragment }) => {
    const [a, b, c, d, e, f, g, h] = path
    const parts: [source: string, values: Record<string, string>][] = [
      ['app://{a}/x,{b,c}{/d}/y{.e,f}{;g,h}', { a, b, c, d, e, f, g, h }],
      reserved === undefined ? ['', {}] : ['/{+r}', { r: reserved }],
      query === undefined ? ['?fixed=yes', {}] : ['{?q,p}', { q: query[0], p: query[1] }],
      continuation === undefined ? ['', {}] : ['{&n}', { n: continuation }],
      fragment === undefined ? ['', {}] : ['{#z}', { z: fragment }],
    ]
    return {
      source: parts.map(([source]) => source).join(''),
      values: Object.assign({}, ...parts.map(([, values]) => values)),
    }
  })

describe('hostile input of 64 KiB', () => {
  const long = 65_536
  const times63 = (expression: string) => Array.from({ length: 63 }, (_, index) => expression.replace('v', `v${index}`))

  /** Each template ends in a variable, so that the end of the URI alone cannot tell. */
  it.each<[name: string, source: string, uri: string]>([
    ['neighbours that exclude the last character', `${times63('{v}').join('')}{z}`, `${'a'.repeat(long - 1)}/`],
    ['reserved neighbours before text that is missing', `${times63('{+v}').join('')}!{+z}`, 'a'.repeat(long)],
    ['reserved variables between one letter', `${times63('{+v}').join('a')}!{+z}`, 'a'.repeat(long)],
    ['prefixes between one letter', `${times63('{+v:9999}').join('a')}!{+z}`, 'a'.repeat(long)],
    ['exploded paths', `${times63('{/v*}').join('')}!{+z}`, '/a'.repeat(long / 2)],
    ['simple and reserved variables in turn', '{+a}x{b}x{+c}x{d}x{+e}x{f}!{+z}', 'x'.repeat(long)],
    ['slashes between variables that exclude them', '{+a}/{b}/{+c}/{d}/{+e}!{+z}', '/'.repeat(long)],
    ['fixed text that nearly matches everywhere', `{+a}${'a'.repeat(2000)}b${'a'.repeat(2000)}{+z}`, 'a'.repeat(long)],
    ['fixed text with many borders', `{+a}${'ab'.repeat(1000)}a!{+z}`, 'ab'.repeat(long / 2)],
    ['escapes that are no UTF-8', '{+a}{+b}', '%80'.repeat(long / 3)],
    ['a parameter given twice, last', '{?a}', `?a=1${'&b'.repeat(32_000)}&a=1`],
    ['ampersands before a continuation', '?a&b&c{&d}', `?${'&'.repeat(long - 1)}`],
  ])('is refused: %s', (_, source, uri) => {
    expect(uri.length).toBeLessThanOrEqual(long)
    expect(matchTemplate(parseTemplate(source), uri)).toBeUndefined()
  })

  it('is matched: 64 neighbours', () => {
    const match = matchTemplate(parseTemplate(`${times63('{v}').join('')}{z}`), 'a'.repeat(long)) ?? {}
    expect(Object.values(match).map(({ length }) => length)).toEqual([long - 63, ...Array<number>(63).fill(1)])
  })

  it('is matched: 32,767 members of an exploded parameter', () => {
    const match = matchTemplate(parseTemplate('{?a*}'), `?${'a&'.repeat(32_767)}`)
    expect(match).toEqual({ a: ','.repeat(32_766) })
  })
})
