import { expect, test } from 'vitest'
import { completeLogins } from './complete-logins.js'

const opens: Readonly<Record<string, () => void>> = { login: () => {}, named: () => {}, other: () => {} }
const authFor = (server: string) => ({ clientName: 'Host', open: opens[server] })
const target = 'https://mcp.example/'

test('a login of a file is completed, and what needs none is left as it is', () => {
  const servers = {
    login: { target, auth: { clientId: 'c' } },
    named: { target, auth: { clientName: 'Mine' } },
    token: { target, auth: { token: 't' } },
    nothing: { target },
  }
  expect(completeLogins(authFor)(servers)).toEqual({
    login: { target, auth: { clientName: 'Host', open: opens['login'], clientId: 'c' } },
    named: { target, auth: { clientName: 'Mine', open: opens['named'] } },
    token: { target, auth: { token: 't' } },
    nothing: { target },
  })
})

test('an equal login of another server is of that server', () => {
  const auth = { clientId: 'c' }
  const complete = completeLogins(authFor)
  const { login, other } = complete({ login: { target, auth }, other: { target, auth } })
  expect([login?.auth, other?.auth]).toStrictEqual([
    { clientName: 'Host', open: opens['login'], clientId: 'c' },
    { clientName: 'Host', open: opens['other'], clientId: 'c' },
  ])
})

test('the same login is the same object when the file is read again', () => {
  const complete = completeLogins(authFor)
  const read = (clientId: string) => complete({ web: { target, auth: { clientId } } })['web']?.auth
  const first = read('a')
  expect(read('a')).toBe(first)
  expect(read('b')).not.toBe(first)
})
