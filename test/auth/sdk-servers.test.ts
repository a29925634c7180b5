import { connect, textOf } from 'omniport/client'
import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { startAuthorizationServer } from './authorization-server.js'
import { createPerson } from './person.js'
import { startSdkNotes, startSdkNotesAlone } from './sdk-servers.js'

test('our client signs a person in for a server of the official SDK', async () => {
  verifies('AUTH-11', 'AUTH-14', 'AUTH-15', 'AUTH-31')
  const home = await startAuthorizationServer()
  const notes = await startSdkNotes(home)
  home.addResource(notes.url, { scopes: ['notes:read'] })
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { auth: { open: person.open } })
  expect(textOf(await client.callTool('whoami', {}))).toBe('ann may notes:read')
  expect(home.granted('authorization_code')).toMatchObject([{ params: { resource: notes.url } }])
  await client.close()
  await notes.close()
  await home.close()
})

test('our client signs in at a server of the official SDK that is its own authorization server', async () => {
  verifies('AUTH-11', 'AUTH-14', 'AUTH-34')
  const notes = await startSdkNotesAlone()
  const person = createPerson({ name: 'ann' })
  const client = await connect(notes.url, { auth: { open: person.open } })
  expect(textOf(await client.callTool('whoami', {}))).toBe('somebody may notes:read')
  expect(person.opened.map((url) => new URL(url).origin)).toEqual([new URL(notes.url).origin])
  await client.close()
  await notes.close()
})
