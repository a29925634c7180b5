import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { readRedirect } from './read-redirect.js'

const issuer = 'https://as.example'
const redirectUrl = 'https://app.example/back?tenant=a'
const pending = {
  issuer,
  isIssuerSent: true,
  state: 'the-state-1234',
  verifier: 'the-verifier-1234',
  challenge: 'the-challenge',
}
const good = { code: 'the-code-1234', state: pending.state, iss: issuer }

/** A redirect with these parameters; undefined leaves one out. */
function redirectWith(
  parameters: Readonly<Record<string, string | undefined>>,
  at = 'https://app.example/back',
): string {
  const url = new URL(at)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

const read = (text: string, given: Partial<typeof pending> = {}) =>
  readRedirect(text, redirectUrl, { ...pending, ...given })

const refused = (text: string, given?: Partial<typeof pending>) => thrownBy(() => read(text, given))

describe('the code of a redirect', () => {
  test('is read, whatever else the redirect has', () => {
    expect(read(redirectWith({ ...good, session_state: 'x', tenant: 'b' }))).toBe('the-code-1234')
  })

  test('is read of a text that was pasted with blanks', () => {
    expect(read(`\ufeff \n${redirectWith(good)}\u00a0`)).toBe('the-code-1234')
  })

  test('may come without an issuer, where the server does not announce one', () => {
    expect(read(redirectWith({ ...good, iss: undefined }), { isIssuerSent: false })).toBe('the-code-1234')
  })

  test('may be as long as a redirect', () => {
    const length = 16_384 - redirectWith({ ...good, code: '' }).length
    expect(read(redirectWith({ ...good, code: 'c'.repeat(length) })).length).toBe(length)
    expect(refused(redirectWith({ ...good, code: 'c'.repeat(length + 1) }))).toMatchObject({
      message: `the redirect went to another address than ${redirectUrl}`,
    })
  })
})

describe('a redirect is refused', () => {
  test.each([
    ['that is no address', 'the-code-1234'],
    ['to another host', redirectWith(good, 'https://other.example/back')],
    ['to another port', redirectWith(good, 'https://app.example:444/back')],
    ['over another protocol', redirectWith(good, 'http://app.example/back')],
    ['to another path', redirectWith(good, 'https://app.example/back/')],
  ])('%s', (_name, text) => {
    expect(refused(text)).toMatchObject({
      code: 'unauthorized',
      message: `the redirect went to another address than ${redirectUrl}`,
    })
  })

  test.each(['state', 'iss', 'code', 'error'])('that has two parameters %s', (name) => {
    const text = `${redirectWith({ ...good, [name]: 'a' })}&${name}=b`
    expect(refused(text)).toMatchObject({ code: 'unauthorized', message: `the redirect has more than one ${name}` })
  })

  test.each([
    ['another state', 'other'],
    ['no state', undefined],
  ])('with %s', (_name, state) => {
    expect(refused(redirectWith({ ...good, state }))).toMatchObject({
      code: 'unauthorized',
      message: 'the redirect belongs to another request: its state is not the one that was sent',
    })
  })

  test.each([true, false])('of another server, though its issuer is announced: %s', (isIssuerSent) => {
    expect(refused(redirectWith({ ...good, iss: `${issuer}/` }), { isIssuerSent })).toMatchObject({
      code: 'unauthorized',
      message: 'the user was sent to https://as.example, but the redirect is from another server',
    })
  })

  test('without the issuer that was announced', () => {
    expect(refused(redirectWith({ ...good, iss: undefined }))).toMatchObject({
      message: 'the user was sent to https://as.example, but the redirect does not say which server it is from',
    })
  })

  test.each([undefined, ''])('with the code %j', (code) => {
    expect(refused(redirectWith({ ...good, code }))).toMatchObject({
      code: 'unauthorized',
      message: 'https://as.example sent a redirect without a code',
    })
  })

  test('with an error, without the secrets that it repeats', () => {
    const error_description = `no ${pending.state}, ${pending.verifier}, ${good.code}`
    expect(refused(redirectWith({ ...good, error: 'access_denied', error_description }))).toMatchObject({
      code: 'unauthorized',
      error: 'access_denied',
      message: 'https://as.example refused: access_denied (no ***, ***, ***)',
    })
    expect(refused(redirectWith({ ...good, code: undefined, error: 'invalid_scope' }))).toMatchObject({
      error: 'invalid_scope',
      message: 'https://as.example refused: invalid_scope',
    })
  })
})

test('long addresses are cut off in errors', () => {
  const long = `https://as.example/${'a'.repeat(300)}`
  const cut = `${long.slice(0, 256)}…`
  expect(refused(redirectWith({ ...good, iss: 'x' }), { issuer: long })).toMatchObject({
    message: `the user was sent to ${cut}, but the redirect is from another server`,
  })
  expect(refused(redirectWith({ ...good, code: undefined, iss: long }), { issuer: long })).toMatchObject({
    message: `${cut} sent a redirect without a code`,
  })
  expect(thrownBy(() => readRedirect('x', long, pending))).toMatchObject({
    message: `the redirect went to another address than ${cut}`,
  })
})
