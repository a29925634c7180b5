import { jwtAuth } from 'omniport/auth'
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
  notes = await startNotesServer((url) =>
    jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'], metadata: { scopes_supported: scopes } }),
  )
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

test.each(sdkClients)(
  'the official client $name signs a person in, refreshes, and gets more',
  async ({ open, stepsUp }) => {
    verifies('AUTH-12', 'AUTH-13', 'AUTH-28', 'AUTH-45')
    const person = createPerson({ name: 'ann' })
    const oauth = await openSdkOAuth(person, home.issuer)
    const refreshed = home.granted('refresh_token').length
    const connection = await open(notes.url, oauth)
    expect(person.asked).toEqual([['notes:read']])
    expect(await connection.call('read')).toBe('ann reads')

    notes.expireTokens()
    expect(await connection.call('read')).toBe('ann reads')
    expect(home.granted('refresh_token').length).toBe(refreshed + 1)

    if (!stepsUp) oauth.saveTokens({ ...oauth.tokens(), refresh_token: undefined } as never)
    expect(await connection.call('write')).toBe('ann writes')
    expect(person.asked).toEqual([['notes:read'], ['notes:write']])
    await connection.close()
    await oauth.close()
  },
)
