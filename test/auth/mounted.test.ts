import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'
import { sdkClients } from './sdk-clients.js'
import { desktop, openSdkOAuth } from './sdk-oauth.js'

let home: AuthorizationServer
let notes: NotesServer

beforeAll(async () => {
  home = await startAuthorizationServer({ clients: [desktop] })
  notes = await startNotesServer(
    (url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'], dpop: true }),
    '/api',
  )
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

test.each(sdkClients)('the official client $name signs a person in under a prefix', async ({ open }) => {
  verifies('AUTH-12', 'AUTH-13')
  const person = createPerson({ name: 'ann' })
  const oauth = await openSdkOAuth(person, home.issuer)
  const connection = await open(notes.url, oauth)
  expect(await connection.call('read')).toBe('ann reads')
  await connection.close()
  await oauth.close()
})

test.each([false, true])('our client signs a person in under a prefix, with DPoP: %s', async (dpop) => {
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { auth: { open: person.open, dpop } })
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(notes.lastCredentials()).toMatch(dpop ? /^DPoP / : /^Bearer /)
  await client.close()
})
