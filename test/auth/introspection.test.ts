import { introspectionAuth } from 'omniport/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, startNotesServer } from './notes-server.js'
import { postCall } from './post-call.js'
import { nightly, requestToken } from './request-token.js'

let home: AuthorizationServer
let notes: NotesServer

const notesClient = { ...nightly, client_id: 'notes', client_secret: 'colons: and % spaces' }

beforeAll(async () => {
  home = await startAuthorizationServer({ clients: [nightly, notesClient] })
  notes = await startNotesServer((url) =>
    introspectionAuth({
      issuer: home.issuer,
      audience: url,
      clientId: notesClient.client_id,
      clientSecret: notesClient.client_secret,
      cacheMs: 0,
    }),
  )
  for (const resource of [notes.url, elsewhere]) home.addResource(resource, { scopes: ['notes:read'], opaque: true })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

const elsewhere = 'http://127.0.0.1:9/mcp'

function granted(resource: string): Promise<string> {
  return requestToken({ issuer: home.issuer, resource, scope: 'notes:read' })
}

test('a token that only the authorization server can read is looked up there', async () => {
  verifies('AUTH-40', 'EMA-12')
  const token = await granted(notes.url)
  expect(token).not.toContain('.')
  expect(await postCall(notes.url, 'read', token)).toMatchObject({ status: 200, text: 'nightly reads' })
  expect(notes.callers.at(-1)).toMatchObject({ id: 'nightly', scopes: ['notes:read'] })
  expect(JSON.stringify(notes.callers.at(-1))).not.toContain(token)
})

test('a token that was withdrawn is refused', async () => {
  verifies('AUTH-40')
  const token = await granted(notes.url)
  expect(await postCall(notes.url, 'whoami', token)).toMatchObject({ status: 200 })
  const { client_id, client_secret } = nightly
  const form = new URLSearchParams({ token, client_id, client_secret })
  await fetch(`${home.issuer}/token/revocation`, { method: 'POST', body: form })
  const { status, challenge } = await postCall(notes.url, 'whoami', token)
  expect(status).toBe(401)
  expect(challenge).toContain('error="invalid_token", error_description="the token is not active"')
})

test.each([
  ['for another resource', () => granted(elsewhere), 'the token is for another audience'],
  ['that nobody issued', () => 'made-up', 'the token is not active'],
])('a token %s is refused', async (_, create, reason) => {
  verifies('AUTH-41', 'AUTH-43')
  const { status, challenge } = await postCall(notes.url, 'whoami', await create())
  expect(status).toBe(401)
  expect(challenge).toContain(`error_description="${reason}"`)
})
