import { describe, expect, test } from 'vitest'
import { recordHeaders } from './record-headers.js'
import { SecretMarks } from './secret-marks.js'

function record(headers: readonly (readonly [string, string])[], isHidden = false, marks = new SecretMarks([])) {
  return recordHeaders(headers, { marks, isHidden } as Parameters<typeof recordHeaders>[1])
}

const headerOf = (name: string, value: string) => record([[name, value]])[name.toLowerCase()]

test.each([
  ...['accept', 'accept-encoding', 'allow', 'cache-control', 'content-encoding', 'content-length', 'content-type'],
  ...['host', 'last-event-id', 'mcp-method', 'origin', 'retry-after', 'server', 'traceparent', 'user-agent', 'vary'],
  'www-authenticate',
])('%s is recorded as it is', (name) => {
  expect(headerOf(name.toUpperCase(), 'a value')).toBe('a value')
})

test.each(['x-other', 'accept-language', 'xaccept', 'x-mcp-a', 'connection', 'mcp-'])('%s is left out', (name) => {
  expect(record([[name, 'a value']])).toEqual({})
})

test.each(['x-api-key', 'mcp-session-id'])('%s is a secret', (name) => {
  expect(headerOf(name, 'a-long-secret')).toBe('[secret 1]')
})

test('several of one name are joined', () => {
  expect(
    record([
      ['Accept', 'a'],
      ['accept', 'b'],
    ]),
  ).toEqual({ accept: 'a, b' })
})

test('what repeats a hidden body is hidden', () => {
  const headers = [
    ['mcp-name', 'a'],
    ['mcp-param-x', 'b'],
    ['mcp-names', 'c'],
    ['mcp-method', 'd'],
  ] as const
  expect(
    record(
      [
        ['x-mcp-name', 'a'],
        ['x-mcp-param-x', 'b'],
      ],
      true,
    ),
  ).toEqual({})
  expect(record(headers, true)).toEqual({
    ...{ 'mcp-name': 'hidden', 'mcp-param-x': 'hidden', 'mcp-names': 'c', 'mcp-method': 'd' },
  })
  expect(record(headers)).toEqual(Object.fromEntries(headers))
})

describe('credentials', () => {
  test.each([
    ['Bearer a-long-token', 'Bearer [secret 1]'],
    ['Bearer   a-long-token', 'Bearer [secret 1]'],
    ['My-Scheme a b', 'My-Scheme [secret 1]'],
    ['a-long-token', '[secret 1]'],
    ['a/b c-long', '[secret 1]'],
  ])('%s is %s', (value, recorded) => {
    expect(headerOf('authorization', value)).toBe(recorded)
    expect(headerOf('Proxy-Authorization', value)).toBe(recorded)
  })

  test('are secret without the spaces before them', () => {
    const marks = new SecretMarks([])
    record([['authorization', 'Bearer   a-long-token']], false, marks)
    expect(marks.clean('x=a-long-token')).toBe('x=[secret 1]')
  })

  test('of Basic have a password, which is a secret by itself', () => {
    const marks = new SecretMarks([])
    const basic = (text: string) => record([['authorization', `basic ${btoa(text)}`]], false, marks)['authorization']
    expect(basic('me:pass:word')).toBe('basic [secret 2]')
    expect(marks.clean('pass:word')).toBe('[secret 1]')
    expect(marks.clean('me')).toBe('me')
    expect(basic('me:')).toBe('basic [secret 3]')
    expect(basic('no-colon')).toBe('basic [secret 4]')
    expect(marks.clean('no-colon')).toBe('no-colon')
  })

  test.each(['x-authorization', 'authorization-x'])(
    'in a header that is not that one, %s, are a secret as a whole',
    (name) => {
      expect(headerOf(name, 'Bearer a-long-token')).toBe('[secret 1]')
    },
  )

  test('of Basic may have line breaks in their password, but not those of a scheme that only ends so', () => {
    const marks = new SecretMarks([])
    record(
      [
        ['authorization', `Basic ${btoa('me:pass\nword')}`],
        ['proxy-authorization', `x-Basic ${btoa('me:other-one')}`],
      ],
      false,
      marks,
    )
    expect([marks.clean('pass\nword'), marks.clean('other-one')]).toEqual(['[secret 1]', 'other-one'])
  })

  test('of another scheme have none', () => {
    const marks = new SecretMarks([])
    record([['authorization', `Basically ${btoa('me:password')}`]], false, marks)
    expect(marks.clean('password')).toBe('password')
  })

  test('of Basic that are no base64 are a secret', () => {
    expect(headerOf('authorization', 'Basic ***')).toBe('Basic [secret 1]')
  })
})

describe('cookies', () => {
  test.each([
    ['session=a-long-secret', 'session=[secret 1]'],
    ['a=first-secret; b=second-secret', 'a=[secret 1]; b=[secret 2]'],
    ['a=one-secret=with; HttpOnly;Path=/x; Max-Age=5', 'a=[secret 1]; HttpOnly; Path=/x; Max-Age=5'],
    [
      'a=one-secret; domain=a.example; expires=Thu; SameSite=Lax',
      'a=[secret 1]; domain=a.example; expires=Thu; SameSite=Lax',
    ],
    ['pathx=one-secret', 'pathx=[secret 1]'],
    ['x-path=one-secret', 'x-path=[secret 1]'],
    ['xsamesite=one-secret; samesites=two-secret', 'xsamesite=[secret 1]; samesites=[secret 2]'],
    ['=one-secret;  a=two-secret', '=[secret 1]; a=[secret 2]'],
    ['a=', 'a='],
  ])('%s is %s', (value, recorded) => {
    expect(headerOf('cookie', value)).toBe(recorded)
    expect(headerOf('Set-Cookie', value)).toBe(recorded)
  })
})

test.each(['location', 'referer'])('%s has no secrets in its address', (name) => {
  expect(headerOf(name, 'https://a.example/?access_token=a-long-secret')).toBe(
    'https://a.example/?access_token=[secret 1]',
  )
})
