import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RpcError } from './rpc-error.js'

/** What another copy of this library would make: the mark is shared, the class is not. */
const foreign = (name: string, members: object) =>
  Object.assign(new Error('theirs'), members, { [Symbol.for(name)]: true })

describe('the mark of an error', () => {
  const theirs = foreign('omniport.RpcError', { code: -32602, data: undefined })
  const theirsLocal = foreign('omniport.OmniportError', { code: 'closed' })

  test.each([
    ['an RpcError', new RpcError(1, 'a'), true, false],
    ['an OmniportError', new OmniportError('closed', 'a'), false, true],
    ['an RpcError of another copy', theirs, true, false],
    ['an OmniportError of another copy', theirsLocal, false, true],
    ['another error', new Error('a'), false, false],
    ['an object with a code', { code: -32602, message: 'a' }, false, false],
    ['null', null, false, false],
    ['undefined', undefined, false, false],
    ['text', 'RpcError', false, false],
    ['a function with the mark', Object.assign(() => {}, { [Symbol.for('omniport.RpcError')]: true }), false, false],
    ['an object whose mark is another', { [Symbol.for('omniport.RpcError')]: 1 }, false, false],
  ])('of %s', (_name, value, isRpc, isLocal) => {
    expect([RpcError.is(value), OmniportError.is(value)]).toEqual([isRpc, isLocal])
  })
})

describe('RpcError.from', () => {
  test('keeps an RpcError, of another copy too', () => {
    const original = new RpcError(1, 'a')
    const theirs = foreign('omniport.RpcError', { code: 1 })
    expect(RpcError.from(original)).toBe(original)
    expect(RpcError.from(theirs)).toBe(theirs)
  })

  test.each([[new Error('secret')], ['secret'], [undefined], [null], [{ code: 1, message: 'secret' }]])(
    'makes an internal error of %j, and keeps that as its cause',
    (reason) => {
      const error = RpcError.from(reason)
      expect(error.toObject()).toEqual({ code: -32603, message: 'Internal error' })
      expect(error.cause).toBe(reason)
    },
  )
})

describe('the members of an error', () => {
  test.each([
    ['-32700', RpcError.parseError('p'), { code: -32700, message: 'p' }],
    ['-32600 with data', RpcError.invalidRequest('r', { a: 1 }), { code: -32600, message: 'r', data: { a: 1 } }],
    ['-32601', RpcError.methodNotFound('m'), { code: -32601, message: 'Method not found: m' }],
    [
      '-32601 of a long method, cut',
      RpcError.methodNotFound('m'.repeat(200)),
      { code: -32601, message: `Method not found: ${'m'.repeat(128)}…` },
    ],
    ['-32602', RpcError.invalidParams('i'), { code: -32602, message: 'i' }],
    ['-32602 with data', RpcError.invalidParams('i', [0]), { code: -32602, message: 'i', data: [0] }],
    ['-32603 with a message', RpcError.internal('n', { cause: 'c' }), { code: -32603, message: 'n' }],
    ['-32603', RpcError.internal(), { code: -32603, message: 'Internal error' }],
    ['data that is null', new RpcError(1, 'n', null), { code: 1, message: 'n', data: null }],
    ['data that is false', new RpcError(1, 'n', false), { code: 1, message: 'n', data: false }],
  ])('are those of %s', (_name, error, members) => {
    expect(error.toObject()).toEqual(members)
  })

  test('the name and the cause stay on this side', () => {
    const error = new RpcError(1, 'a', undefined, { cause: 'secret' })
    expect([error.name, error.message, error.cause]).toEqual(['RpcError', 'a', 'secret'])
    expect(RpcError.internal('n', { cause: 'c' }).cause).toBe('c')
    expect(new OmniportError('limit', 'b', { cause: 1 })).toMatchObject({
      name: 'OmniportError',
      code: 'limit',
      cause: 1,
    })
  })

  test.each([1.5, Number.NaN, '1', undefined])('a code that is %s is refused', (code) => {
    const expected = new TypeError(`RpcError: code must be an integer, got ${String(code)}`)
    expect(() => new RpcError(code as number, 'a')).toThrow(expected)
  })
})
