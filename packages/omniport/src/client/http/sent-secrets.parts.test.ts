import { describe, expect, test } from 'vitest'
import { SentSecrets } from './sent-secrets.js'

const create = (headers: Record<string, string> = {}, query = '') =>
  new SentSecrets(new URL(`https://a.example/mcp${query}`), headers)

describe('the parts of a header that are secrets', () => {
  test.each<[string, string, string]>([
    ['Bearer first-token', 'first-token', '***'],
    ['first-part;second-part', 'first-part and second-part', '*** and ***'],
    ['first-part,second-part', 'first-part and second-part', '*** and ***'],
    ['first-part\tsecond-part', 'first-part and second-part', '*** and ***'],
    ['a=first-value; name=second-value', 'name=second-value', '***'],
    ['a=first-value; name=second-value', 'first-value, second-value', '***, ***'],
    ['name=one=two-value', 'one=two-value', '***'],
    ['Digest first-token', 'Digest realm', 'Digest realm'],
    ['NEGOTIATE first-token', 'Negotiate, negotiate', 'Negotiate, negotiate'],
    ['bearer-of-secrets', 'not bearer-of-secrets', 'not ***'],
    ['secret-bearer', 'not secret-bearer', 'not ***'],
  ])('of %j, in %j', (header, text, clean) => {
    expect(create({ authorization: header }).clean(text)).toBe(clean)
    const later = create()
    expect(later.clean(text)).toBe(text)
    later.addHeader(header)
    expect(later.clean(text)).toBe(clean)
  })
})

test('the query of an address is a secret as a whole and in its values, decoded too', () => {
  const secrets = create({}, '?one=first-value&two=sec%20ond-value')
  expect(secrets.clean('one=first-value&two=sec%20ond-value')).toBe('***')
  expect(secrets.clean('first-value, sec ond-value; mcp')).toBe('***, ***; mcp')
})

test('a secret that is added is not split, and is long enough to be one', () => {
  const secrets = create()
  secrets.add('first-part second-part')
  secrets.add('x')
  expect(secrets.clean('first-part second-part; second-part x')).toBe('***; second-part x')
})

describe('the errors of a message', () => {
  const secrets = create({ authorization: 'Bearer the-secret' })

  test('are cleaned at any depth, but for the names of members', () => {
    const data = [{ 'the-secret': ['the-secret', true, 7, null, { inner: 'the-secret' }] }, 'the-secret']
    expect(secrets.cleanMessage({ jsonrpc: '2.0', id: 'the-secret', error: { code: 1, data } })).toEqual({
      jsonrpc: '2.0',
      id: 'the-secret',
      error: { code: 1, data: [{ 'the-secret': ['***', true, 7, null, { inner: '***' }] }, '***'] },
    })
    expect(secrets.cleanMessage({ error: 'the-secret' })).toEqual({ error: '***' })
    expect(secrets.cleanMessage({ error: null })).toEqual({ error: null })
  })

  test('are all that is copied', () => {
    const batch = [{ id: 1, result: 'the-secret' }, 'the-secret', null]
    for (const value of [batch, batch[0], 'the-secret', null, undefined, 7]) {
      expect(secrets.cleanMessage(value)).toBe(value)
    }
  })
})

describe('a cause', () => {
  const secrets = create({ authorization: 'Bearer the-secret' })

  test('that is no error is its text', () => {
    expect(secrets.cleanCause('not the-secret')).toEqual(new Error('not ***'))
    expect(secrets.cleanCause('harmless')).toBe('harmless')
    expect(secrets.cleanCause(undefined)).toBeUndefined()
  })

  test('without a stack is its message', () => {
    const bare = Object.assign(new Error('not the-secret'), { stack: undefined })
    expect(secrets.cleanCause(bare)).toEqual(new Error('not ***'))
  })

  test('has causes of its own, in order, of which eight are looked at', () => {
    const bare = (message: string, cause?: unknown) =>
      Object.assign(new Error(message, { cause }), { stack: undefined })
    const chain = (depth: number): Error => {
      let error = bare('the-secret')
      for (let at = depth - 1; at > 0; at -= 1) error = bare(`${at}`, error)
      return error
    }
    expect(secrets.cleanCause(chain(8))).toEqual(new Error('1\n2\n3\n4\n5\n6\n7\n***'))
    const deeper = chain(9)
    expect(secrets.cleanCause(deeper)).toBe(deeper)
  })
})
