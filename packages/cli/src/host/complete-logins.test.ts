import { expect, test } from 'vitest'
import { completeLogins } from './complete-logins.js'

const person = { clientName: 'Host', open: () => {} }
const target = 'https://mcp.example/'

test('a login of a file is completed, and what needs none is left as it is', () => {
  const servers = {
    login: { target, auth: { clientId: 'c' } },
    named: { target, auth: { clientName: 'Mine' } },
    token: { target, auth: { token: 't' } },
    none: { target },
  }
  expect(completeLogins(person)(servers)).toEqual({
    login: { target, auth: { ...person, clientId: 'c' } },
    named: { target, auth: { clientName: 'Mine', open: person.open } },
    token: { target, auth: { token: 't' } },
    none: { target },
  })
})

test('the same login is the same object when the file is read again', () => {
  const complete = completeLogins(person)
  const read = (clientId: string) => complete({ web: { target, auth: { clientId } } })['web']?.auth
  const first = read('a')
  expect(read('a')).toBe(first)
  expect(read('b')).not.toBe(first)
})
