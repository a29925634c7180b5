import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { startAuthorizationServer } from './authorization-server.js'
import { scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'

const address = 'https://desk.example.com/client.json'
const document = {
  client_id: address,
  client_name: 'Desk',
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  redirect_uris: ['http://127.0.0.1/callback'],
}

test('the address of a document about a client is its id, and nothing is registered', async () => {
  verifies('AUTH-20', 'AUTH-21', 'AUTH-22')
  const home = await startAuthorizationServer({ documents: { [address]: document } })
  const notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { auth: { clientMetadataUrl: address, open: person.open } })
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(notes.callers.at(-1)?.claims['client_id']).toBe(address)

  notes.expireTokens()
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(home.granted('refresh_token')).toMatchObject([{ clientId: address }])
  expect(home.named('registration_create.success')).toEqual([])
  await client.close()
  await notes.close()
  await home.close()
})

test('a client whose document the authorization server does not support is registered', async () => {
  verifies('AUTH-20')
  const home = await startAuthorizationServer()
  const notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { name: 'Desk', auth: { clientMetadataUrl: address, open: person.open } })
  expect(textOf(await client.callTool('whoami', {}))).toBe('ann is here')
  expect(home.named('registration_create.success')).toMatchObject([{ params: { client_name: 'Desk' } }])
  await client.close()
  await notes.close()
  await home.close()
})
