import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { RequestLost } from '../requests/request-lost.js'
import { SentSecrets } from './sent-secrets.js'
import { toSendError } from './to-send-error.js'

const address = 'https://a.example/mcp'
const to = { address, secrets: new SentSecrets(new URL(address), { authorization: 'Bearer the-secret' }) }
const failed = (message: string, code?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

describe('an error of sending', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('before there was a connection says that: %s', (code) => {
    const error = toSendError(failed('why', code), to)
    expect(error).toMatchObject({ code: 'unreachable', message: `Cannot reach ${address}: why` })
    expect(error).not.toBeInstanceOf(RequestLost)
    const bare = toSendError(Object.assign(new Error('why'), { code }), to)
    expect(bare).toMatchObject({ code: 'unreachable', message: `Cannot reach ${address}: why` })
  })

  test('from a port that does not speak TLS says so', () => {
    const text = '80FC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:\n'
    const error = toSendError(failed(text, 'ERR_SSL_WRONG_VERSION_NUMBER'), to)
    expect(error).toMatchObject({
      code: 'unreachable',
      message: `Cannot reach ${address}: this port does not speak TLS; if that is right, write http://`,
    })
    expect(error).not.toBeInstanceOf(RequestLost)
  })

  test.each([
    ['a connection that broke', failed('why', 'ECONNRESET'), 'why'],
    ['an error without a code', failed('why'), 'why'],
    ['a text with a line break', failed('why\n', 'ERR_SSL_OTHER'), 'why'],
    ['an error without a text', failed('', 'EPIPE'), 'EPIPE'],
    ['an error of nothing', new Error(''), 'Error'],
    ['a text', 'why', 'why'],
    ['nothing', undefined, 'undefined'],
    ['a cause that is no error', new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), 'fetch failed'],
    ['a secret that was sent', failed('not the-secret'), 'not ***'],
  ])('may be lost: %s', (_name, reason, text) => {
    const error = toSendError(reason, to)
    expect(error).toBeInstanceOf(RequestLost)
    expect(error).toMatchObject({ code: 'closed', message: `The connection to ${address} broke: ${text}` })
  })

  test('has what it comes of as its cause, without secrets', () => {
    const reset = failed('why', 'ECONNRESET')
    const refused = failed('why', 'ECONNREFUSED')
    expect([toSendError(reset, to).cause, toSendError(refused, to).cause]).toEqual([reset, refused])
    expect(inspect(toSendError(failed('not the-secret'), to))).not.toContain('the-secret')
  })

  test('of this library is passed on', () => {
    const error = new OmniportError('limit', 'too long')
    expect(toSendError(error, to)).toBe(error)
  })

  test('of the text of a message says what it is', () => {
    const cause = RpcError.parseError('The message is not JSON')
    const message = `${address} answered with what is no message: The message is not JSON`
    expect(toSendError(cause, to)).toMatchObject({ code: 'invalid_result', message, cause })
  })
})
