import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { errorTextOf } from './error-text.js'

const textOf = (message: string) => errorTextOf(new Error(message), 'author')
const foreign = (code: string): unknown => runInNewContext(code)

describe('an error that its author wrote', () => {
  test.each<[string, unknown]>([
    ['a plain error', new Error('no such city')],
    ['an error with a cause', new Error('no such city', { cause: new TypeError('x') })],
    ['an error with a name', Object.assign(new Error('no such city'), { name: 'CityError' })],
    ['a plain error of another realm', foreign('new Error("no such city")')],
  ])('is read by the peer: %s', (_name, error) => {
    expect(errorTextOf(error, 'author')).toBe('no such city')
    expect(errorTextOf(error, 'none')).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['a subclass', new TypeError('secret')],
    ['a subclass of the author', new (class extends Error {})('secret')],
    ['a subclass of another realm', foreign('new TypeError("secret")')],
    [
      'a subclass of another realm that calls itself Error',
      foreign('class A extends Error {}; A.prototype.name = "Error"; new A("secret")'),
    ],
    ['an error with a code', Object.assign(new Error('secret'), { code: 'ENOENT' })],
    ['an error with a symbol', Object.assign(new Error('secret'), { [Symbol('a')]: 1 })],
    ['an error without a prototype', Object.setPrototypeOf(new Error('secret'), null)],
    [
      'an error whose message is inherited',
      Object.setPrototypeOf(new Error(), Object.create(null, { name: { value: 'Error' } })),
    ],
    ['an object like an error', { message: 'secret', stack: '' }],
    ['an object with the prototype of errors', Object.create(Error.prototype, { message: { value: 'secret' } })],
    ['a text', 'secret'],
    ['null', null],
    ['nothing', undefined],
  ])('is nothing else: %s', (_name, error) => {
    expect(errorTextOf(error, 'author')).toBeUndefined()
  })

  test.each([
    ['a message that is computed', { get: () => 'secret' }],
    ['a message that is no text', { value: 1 }],
  ])('has no text where it has %s', (_name, message) => {
    expect(errorTextOf(Object.defineProperty(new Error(), 'message', message), 'author')).toBeUndefined()
  })

  test.each<[string, object]>([
    ['another name', { name: 'Fault' }],
    ['the constructor of something else', { constructor: TypeError }],
    ['a constructor that is called otherwise', { constructor: { name: 'Fault' } }],
    ['a constructor of another prototype', { constructor: { name: 'Error', prototype: {} } }],
  ])('of a prototype with %s is that of a subclass', (_name, members) => {
    const prototype = foreign('Object.create(Object.prototype)') as object
    Object.assign(prototype, { name: 'Error', constructor: { name: 'Error', prototype } }, members)
    expect(errorTextOf(Object.setPrototypeOf(new Error('secret'), prototype), 'author')).toBeUndefined()
  })

  test('of a prototype that inherits from another one is that of a subclass', () => {
    const prototype: object = Object.create(Object.create(Object.prototype) as object)
    Object.assign(prototype, { name: 'Error', constructor: { name: 'Error', prototype } })
    expect(errorTextOf(Object.setPrototypeOf(new Error('secret'), prototype), 'author')).toBeUndefined()
  })
})

describe('where every text is for the peer', () => {
  test.each<[string, unknown]>([
    ['of a subclass', new TypeError('boom')],
    ['of another realm', foreign('new TypeError("boom")')],
    ['with the prototype of errors', Object.create(Error.prototype, { message: { value: 'boom' } })],
    ['that is a text', 'boom'],
  ])('so is that of an error %s', (_name, error) => {
    expect(errorTextOf(error, 'all')).toBe('boom')
  })

  test.each([1, null, undefined, { message: 'boom' }])('%j has none', (thrown) => {
    expect(errorTextOf(thrown, 'all')).toBeUndefined()
  })
})

describe('a function', () => {
  test('gets what was thrown, and gives the text', () => {
    const thrown = { a: 1 }
    expect(errorTextOf(thrown, (error) => (error === thrown ? ' ours ' : 'other'))).toBe('ours')
    expect(errorTextOf(new Error('a'), () => undefined)).toBeUndefined()
    expect(errorTextOf(new Error('a'), () => 1 as never)).toBeUndefined()
  })
})

describe('a text that is read by a peer', () => {
  test.each([
    ['spaces around it', '  a b\n ', 'a b'],
    ['other ends of lines', 'a\r\nb\rc', 'a\nb\nc'],
    ['control characters', 'a\u0000\u001b[31mb\u0085c', 'a[31mbc'],
    ['tabs', 'a\tb', 'a\tb'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['a line that only begins like a frame', 'a\nat noon', 'a\nat noon'],
    ['a place that is no frame', 'see file.js:1:2\nb', 'see file.js:1:2\nb'],
    ['a line with a word before the frame', 'look at x (a.js:1:2)', 'look at x (a.js:1:2)'],
    ['a place in the middle of a line', 'a\n  at x:1:2 there', 'a\n  at x:1:2 there'],
    ['a number that is no place', 'a\n  at ten:1', 'a\n  at ten:1'],
    ['a word that begins with at', 'a\natx:1:2', 'a\natx:1:2'],
  ])('has not or still has %s', (_name, message, expected) => {
    expect(textOf(message)).toBe(expected)
  })

  test.each([
    '    at readFile (node:fs:441:20)',
    'at a.js:12:34',
    '\tat async x (file:///a.js:1:2) ',
    '  at new Promise (<anonymous>)',
    '  at Array.map (native)',
    '  at native',
  ])('has no frame such as %j', (frame) => {
    expect(textOf(`a\n${frame}\nb`)).toBe('a\nb')
    expect(textOf(frame)).toBeUndefined()
  })

  test.each(['', ' \n\t', '\u0000'])('is none where nothing is left of %j', (message) => {
    expect(textOf(message)).toBeUndefined()
  })

  test('has 4 KiB at most', () => {
    expect(textOf('a'.repeat(4_096))).toBe('a'.repeat(4_096))
    expect(textOf('a'.repeat(4_097))).toBe(`${'a'.repeat(4_093)}…`)
    expect(textOf('é'.repeat(2_048))).toBe('é'.repeat(2_048))
    expect(textOf('é'.repeat(2_049))).toBe(`${'é'.repeat(2_046)}…`)
    expect(textOf('日'.repeat(1_365))).toBe('日'.repeat(1_365))
    expect(textOf('日'.repeat(1_366))).toBe(`${'日'.repeat(1_364)}…`)
  })

  test('has 4 KiB at most with what stands for half characters, too', () => {
    const text = textOf('\ud800x'.repeat(2_000)) ?? ''
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(4_096)
    expect(text.endsWith('…')).toBe(true)
  })
})
