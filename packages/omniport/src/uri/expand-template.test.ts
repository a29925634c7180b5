import fc from 'fast-check'
import { parseTemplate as parseOracle } from 'url-template'
import { describe, expect, it } from 'vitest'
import { expandTemplate, type TemplateValues } from './expand-template.js'
import { parseTemplate } from './parse-template.js'

/** The variables of RFC 6570 section 3.2. */
const rfcValues: TemplateValues = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
  undef: undefined,
}

/** The tables of RFC 6570 sections 1.2, 2.4 and 3.2, without the templates that name a variable twice. */
const rfcTable: readonly (readonly [source: string, uri: string])[] = [
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['here?ref={+path}', 'here?ref=/foo/bar'],
  ['X{#var}', 'X#value'],
  ['X{#hello}', 'X#Hello%20World!'],
  ['map?{x,y}', 'map?1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['{+x,hello,y}', '1024,Hello%20World!,768'],
  ['{+path,x}/here', '/foo/bar,1024/here'],
  ['{#x,hello,y}', '#1024,Hello%20World!,768'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['X{.var}', 'X.value'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var}', '/value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{+list}', 'red,green,blue'],
  ['{+list*}', 'red,green,blue'],
  ['{+keys}', 'semi,;,dot,.,comma,,'],
  ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ['{#path:6}/here', '#/foo/b/here'],
  ['{#list}', '#red,green,blue'],
  ['{#list*}', '#red,green,blue'],
  ['{#keys}', '#semi,;,dot,.,comma,,'],
  ['{#keys*}', '#semi=;,dot=.,comma=,'],
  ['X{.var:3}', 'X.val'],
  ['X{.list}', 'X.red,green,blue'],
  ['X{.list*}', 'X.red.green.blue'],
  ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
  ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
  ['{/list}', '/red,green,blue'],
  ['{/list*}', '/red/green/blue'],
  ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
  ['{/keys}', '/semi,%3B,dot,.,comma,%2C'],
  ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  ['{;hello:5}', ';hello=Hello'],
  ['{;list}', ';list=red,green,blue'],
  ['{;list*}', ';list=red;list=green;list=blue'],
  ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
  ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  ['{?var:3}', '?var=val'],
  ['{?list}', '?list=red,green,blue'],
  ['{?list*}', '?list=red&list=green&list=blue'],
  ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ['{&var:3}', '&var=val'],
  ['{&list}', '&list=red,green,blue'],
  ['{&list*}', '&list=red&list=green&list=blue'],
  ['{&keys}', '&keys=semi,%3B,dot,.,comma,%2C'],
  ['{&keys*}', '&semi=%3B&dot=.&comma=%2C'],
  ["'{count}'", "'one,two,three'"],
  ['{count*}', 'one,two,three'],
  ['{/count}', '/one,two,three'],
  ['{/count*}', '/one/two/three'],
  ['{;count}', ';count=one,two,three'],
  ['{;count*}', ';count=one;count=two;count=three'],
  ['{?count}', '?count=one,two,three'],
  ['{?count*}', '?count=one&count=two&count=three'],
  ['{&count*}', '&count=one&count=two&count=three'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['?{x,empty}', '?1024,'],
  ['?{x,undef}', '?1024'],
  ['?{undef,y}', '?768'],
  ['{+half}', '50%25'],
  ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
  ['{+base}index', 'http://example.com/home/index'],
  ['O{+empty}X', 'OX'],
  ['O{+undef}X', 'OX'],
  ['up{+path}{var}/here', 'up/foo/barvalue/here'],
  ['{#half}', '#50%25'],
  ['foo{#empty}', 'foo#'],
  ['foo{#undef}', 'foo'],
  ['{.who}', '.fred'],
  ['{.half,who}', '.50%25.fred'],
  ['www{.dom*}', 'www.example.com'],
  ['X{.empty}', 'X.'],
  ['X{.undef}', 'X'],
  ['X{.empty_keys}', 'X'],
  ['X{.empty_keys*}', 'X'],
  ['{/who}', '/fred'],
  ['{/half,who}', '/50%25/fred'],
  ['{/who,dub}', '/fred/me%2Ftoo'],
  ['{/var,empty}', '/value/'],
  ['{/var,undef}', '/value'],
  ['{;who}', ';who=fred'],
  ['{;half}', ';half=50%25'],
  ['{;empty}', ';empty'],
  ['{;v,empty,who}', ';v=6;empty;who=fred'],
  ['{;v,bar,who}', ';v=6;who=fred'],
  ['{;x,y,undef}', ';x=1024;y=768'],
  ['{?who}', '?who=fred'],
  ['{?half}', '?half=50%25'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['{&who}', '&who=fred'],
  ['{&half}', '&half=50%25'],
  ['{&x,y,undef}', '&x=1024&y=768'],
]

describe('expandTemplate', () => {
  it.each(rfcTable)('expands %s to %s, as RFC 6570 says and url-template does', (source, uri) => {
    expect(expandTemplate(parseTemplate(source), rfcValues)).toBe(uri)
    expect(parseOracle(source).expand(rfcValues as OracleValues)).toBe(uri)
  })

  it.each<[template: string, values: TemplateValues, uri: string]>([
    ['{n}/{t}', { n: -122.5, t: true }, '-122.5/true'],
    ['{a}{b}', { a: null }, ''],
    ['{?a}', { a: [] }, ''],
    ['{?a*}', { a: [undefined, null] }, ''],
    ['{?a}', { a: { b: undefined } }, ''],
    ['{?a}', { a: [''] }, '?a='],
    ['{;a*}', { a: ['', 'x'] }, ';a;a=x'],
    ['{?a*}', { a: { 'b&c=d': '1', e: '' } }, '?b%26c%3Dd=1&e='],
    ['{/a*}', { a: ['x', undefined, 'y'] }, '/x/y'],
    ['{+a}', { a: 'admin%2F%zz%' }, 'admin%2F%25zz%25'],
    ['{+a}', { a: '%2541%5B[]%c3%9f' }, '%2541%5B[]%c3%9f'],
    ['{a}', { a: 'admin%2F' }, 'admin%252F'],
    ['{a}', { a: "-._~!'()*" }, '-._~%21%27%28%29%2A'],
    ['{+a}', { a: ":/?#[]@!$&'()*+,;=" }, ":/?#[]@!$&'()*+,;="],
    ['{a:1}', { a: '𝄞stave' }, '%F0%9D%84%9E'],
    ['{a:2}', { a: 'αβγ' }, '%CE%B1%CE%B2'],
    ['{a:9999}', { a: 'value' }, 'value'],
    ['café/{a}', { a: 'ü' }, 'caf%C3%A9/%C3%BC'],
    ['{?Stra%C3%9Fe}', { 'Stra%C3%9Fe': 'Grüner Weg' }, '?Stra%C3%9Fe=Gr%C3%BCner%20Weg'],
    ['{?last.name}', { 'last.name': 'Doe' }, '?last.name=Doe'],
    ['{constructor}{toString}', {}, ''],
    ['{__proto__}', JSON.parse('{"__proto__":"x"}'), 'x'],
  ])('expands %s with %j to %s', (source, values, uri) => {
    expect(expandTemplate(parseTemplate(source), values)).toBe(uri)
  })

  it.each<[template: string, value: unknown, problem: string]>([
    ['{a:3}', ['x'], 'has a prefix length; expected a single value'],
    ['{a:3}', { x: 'y' }, 'has a prefix length; expected a single value'],
    ['{a}', [['x']], 'holds object; expected a string, number or boolean'],
    ['{a*}', { x: {} }, 'holds object; expected a string, number or boolean'],
    ['{a}', () => 'x', 'holds function; expected a string, number or boolean'],
    ['{+a}', '\ud800', 'holds half of a surrogate pair; expected well-formed text'],
    ['{?a*}', { '\udc00': 'x' }, 'holds half of a surrogate pair; expected well-formed text'],
  ])('refuses for %s the value %j', (source, value, problem) => {
    const values = { a: value } as TemplateValues
    expect(() => expandTemplate(parseTemplate(source), values)).toThrow(
      new TypeError(`URI template variable "a" ${problem}`),
    )
  })

  it('agrees with url-template on any template and values', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const source = pieces.map(({ open, close }, index) => `/s${index}{${open}v${index}${close}}`).join('')
        const values = Object.fromEntries(pieces.map(({ value }, index) => [`v${index}`, value]))
        expect(expandTemplate(parseTemplate(source), values)).toBe(parseOracle(source).expand(values as OracleValues))
      }),
    )
  })
})

type OracleValues = Parameters<ReturnType<typeof parseOracle>['expand']>[0]

const operator = fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&')
const bmp = fc.integer({ min: 1, max: 0xd7ff }).map((code) => String.fromCharCode(code))
/** Without what url-template gets wrong: `%` before a hexadecimal digit, prefixes that halve a character, empty members. */
const text = fc
  .string({ unit: fc.oneof(bmp, fc.constantFrom(...'aZ0-._~:/?#[]@!$&\'()*+,;= "é')), minLength: 1 })
  .map((s) => s.replaceAll('%', ''))
const member = text.filter((s) => s !== '')
const scalar = fc.oneof(text, fc.constant(''), fc.integer(), fc.boolean(), fc.constant(undefined))
const list = fc.array(member, { minLength: 1, maxLength: 4 })
const pairs = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), member, { minKeys: 1, maxKeys: 4 })
const piece = fc.oneof(
  fc.record({ open: operator, close: fc.constantFrom('', '*', ':1', ':3'), value: scalar }),
  fc.record({ open: operator, close: fc.constantFrom('', '*'), value: fc.oneof(list, pairs) }),
)
