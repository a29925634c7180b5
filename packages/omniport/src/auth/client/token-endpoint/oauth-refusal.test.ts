import { describe, expect, test } from 'vitest'
import { OAuthRefusal } from './oauth-refusal.js'
import { isError, readReply } from './read-reply.js'

describe('a refusal', () => {
  test.each<[{ readonly status?: number; readonly error?: string }, string]>([
    [{}, 'unauthorized'],
    [{ status: 400 }, 'unauthorized'],
    [{ status: 500 }, 'unreachable'],
    [{ status: 429 }, 'unreachable'],
    [{ status: 400, error: 'slow_down' }, 'unreachable'],
    [{ status: 400, error: 'server_error' }, 'unreachable'],
    [{ status: 400, error: 'temporarily_unavailable' }, 'unreachable'],
    [{ status: 400, error: 'invalid_grant' }, 'unauthorized'],
    [{ error: 'server_error' }, 'unauthorized'],
  ])('with %j is %s', (options, code) => {
    expect(new OAuthRefusal('no', options)).toMatchObject({ code, message: 'no', error: options.error })
  })

  test.each([
    [{ error: 'invalid_client', status: 400 }, true],
    [{ error: 'unauthorized_client', status: 401 }, true],
    [{ error: 'unauthorized_client', status: 400 }, false],
    [{ error: 'invalid_grant', status: 401 }, false],
    [{ status: 401 }, false],
  ])('with %j is about the client: %s', (options, isOfClient) => {
    expect(new OAuthRefusal('no', options).isOfClient).toBe(isOfClient)
  })

  test.each([
    ['a code', { error: 'invalid_grant' }, 'as refused: invalid_grant', 'invalid_grant'],
    ['a code and a text', { error: 'x', error_description: 'why' }, 'as refused: x (why)', 'x'],
    ['no code', { error_description: 5 }, 'as refused: an error without a code', undefined],
    [
      'a code that is no text',
      { error: {}, error_description: 'why' },
      'as refused: an error without a code (why)',
      undefined,
    ],
    ['a secret in it', { error: 'x secret', error_description: 'of secret' }, 'as refused: x *** (of ***)', 'x ***'],
  ])('of a reply with %s says so', (_name, fields, message, error) => {
    const refusal = OAuthRefusal.fromFields('as', { ...fields, status: 400 }, ['secret'])
    expect(refusal).toMatchObject({ message, error, status: 400 })
  })

  test.each([
    ['RFC 6749', 'invalid_grant'],
    ['RFC 7591', 'invalid_client_metadata'],
    ['RFC 8707', 'invalid_target'],
    ['RFC 9449', 'use_dpop_nonce'],
  ])('has a code of %s, which is known, though a secret is the same', (_document, code) => {
    expect(OAuthRefusal.fromFields('as', { error: code }, [code])).toMatchObject({
      ...{ error: code, message: `as refused: ${code}` },
    })
  })

  test('has no other code that is a secret', () => {
    expect(OAuthRefusal.fromFields('as', { error: 'my_secret' }, ['my_secret'])).toMatchObject({
      ...{ error: '***', message: 'as refused: ***' },
    })
  })

  test('has texts with an end', () => {
    const long = 'x'.repeat(300)
    const { message, error } = OAuthRefusal.fromFields(long, { error: long, error_description: long })
    expect(message).toBe(`${'x'.repeat(256)}… refused: ${'x'.repeat(64)}… (${'x'.repeat(256)}…)`)
    expect(error).toBe(`${'x'.repeat(64)}…`)
  })
})

describe('a reply', () => {
  test.each([
    ['an object', '{"a":1}', { a: 1 }],
    ['a list', '[1]', undefined],
    ['no JSON', '<html>', undefined],
    ['nothing', null, undefined],
  ])('of %s', async (_name, body, members) => {
    expect(await readReply(new Response(body))).toEqual(members)
  })

  test('has an end', async () => {
    const most = JSON.stringify({ a: 'x'.repeat(262_144 - 8) })
    expect(Object.keys((await readReply(new Response(most))) ?? {})).toEqual(['a'])
    await expect(readReply(new Response(`${most} `))).rejects.toMatchObject({ code: 'limit' })
  })

  test.each([
    [undefined, false],
    [{}, false],
    [{ error: null }, false],
    [{ error: '' }, false],
    [{ error: 'x' }, true],
    [{ error: {} }, true],
  ])('of %j is an error: %s', (reply, isOne) => {
    expect(isError(reply)).toBe(isOne)
  })
})
