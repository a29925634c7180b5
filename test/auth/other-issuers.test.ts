import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'
import { nightly, requestToken } from './request-token.js'

let first: AuthorizationServer
let second: AuthorizationServer
let notes: NotesServer

beforeEach(async () => {
  first = await startAuthorizationServer({ clients: [nightly] })
  second = await startAuthorizationServer({ clients: [nightly] })
  notes = await startNotesServer(authBy(first))
  for (const server of [first, second]) server.addResource(notes.url, { scopes })
})

afterEach(async () => {
  await notes.close()
  await first.close()
  await second.close()
})

function authBy({ issuer }: AuthorizationServer) {
  return (audience: string) => jwtAuth({ issuer, audience, scopes: ['notes:read'] })
}

test('a server that moved to another authorization server gets tokens of that one, which sees nothing of the old', async () => {
  verifies('AUTH-27', 'AUTH-42')
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { auth: { open: person.open } })
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')

  await notes.restart(authBy(second))
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(notes.callers.map(({ claims }) => claims['iss'])).toEqual([first.issuer, second.issuer])
  expect(second.named('registration_create.success').length).toBe(1)
  expect(second.named('grant.error')).toEqual([])
  expect(second.granted('refresh_token')).toEqual([])
  expect(first.granted('refresh_token')).toEqual([])
  await client.close()
})

test('a client that was registered with one authorization server is not known to another', async () => {
  verifies('AUTH-27')
  const { client_id: clientId, client_secret: clientSecret } = nightly
  const auth = { grant: 'client_credentials', clientId, clientSecret, issuer: first.issuer } as const
  const client = await connect(notes.url, { auth })
  await notes.restart(authBy(second))
  await expect(client.callTool('read', {})).rejects.toMatchObject({ code: 'unauthorized' })
  expect([...second.named('grant.success'), ...second.named('grant.error')]).toEqual([])
  await client.close()
})

test('an application may get tokens by itself, and is asked for another where one is refused', async () => {
  const { issuer } = first
  let asked = 0
  const token = () => {
    asked += 1
    return requestToken({ issuer, resource: notes.url, scope: 'notes:read' })
  }
  const client = await connect(notes.url, { auth: { token } })
  notes.expireTokens(10)
  const calls = Array.from({ length: 10 }, async () => textOf(await client.callTool('read', {})))
  expect(await Promise.all(calls)).toEqual(Array(10).fill('nightly reads'))
  expect(asked).toBe(2)
  await client.close()
})
