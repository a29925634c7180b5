import { expect, test } from 'vitest'
import { hasCode } from './has-code.js'
import { OmniportError } from './omniport-error.js'

test('an error has its code, and what else it was given', () => {
  const cause = new TypeError('fetch failed')
  const error = new OmniportError('unauthorized', 'no token', { cause, status: 401 })
  expect([error.code, error.message, error.cause, error.status, error.name]).toEqual([
    'unauthorized',
    'no token',
    cause,
    401,
    'OmniportError',
  ])
  expect(String(error)).toBe('OmniportError: no token')
  expect(error).toBeInstanceOf(OmniportError)
})

test('an error may have nothing but its code and its message', () => {
  const error = new OmniportError('closed', 'it ended')
  expect([error.status, 'cause' in error]).toEqual([undefined, false])
})

test('errors are known by a mark that copies of the library share', () => {
  const foreign = Object.assign(new Error('late'), { [Symbol.for('omniport.OmniportError')]: true, code: 'timeout' })
  expect([OmniportError.is(new OmniportError('denied', 'no')), OmniportError.is(foreign)]).toEqual([true, true])
  expect(hasCode(foreign, 'timeout')).toBe(true)
})

test.each([
  ['an error without it', new Error('no')],
  ['an object with a code', { code: 'timeout' }],
  ['an object whose mark is not true', { [Symbol.for('omniport.OmniportError')]: 1 }],
  ['null', null],
  ['undefined', undefined],
  ['a text', 'timeout'],
  ['a function', Object.assign(() => 1, { [Symbol.for('omniport.OmniportError')]: true })],
])('%s is no such error', (_name, value) => {
  expect([OmniportError.is(value), hasCode(value, 'timeout')]).toEqual([false, false])
})

test('an error has one code', () => {
  const error = new OmniportError('limit', 'too much')
  expect([hasCode(error, 'limit'), hasCode(error, 'denied')]).toEqual([true, false])
})
