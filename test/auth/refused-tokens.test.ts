import { jwtAuth } from 'omniport/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { createSigningKey } from './create-provider.js'
import { type NotesServer, startNotesServer } from './notes-server.js'
import { postCall } from './post-call.js'
import { nightly, requestToken } from './request-token.js'
import { signToken } from './sign-token.js'

let home: AuthorizationServer
let stranger: AuthorizationServer
let notes: NotesServer

beforeAll(async () => {
  home = await startAuthorizationServer({ clients: [nightly] })
  stranger = await startAuthorizationServer({ clients: [nightly] })
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  for (const server of [home, stranger]) server.addResource(notes.url, { scopes: ['notes:read', 'notes:write'] })
  home.addResource(elsewhere, { scopes: ['notes:read'] })
})

afterAll(async () => {
  await notes.close()
  await home.close()
  await stranger.close()
})

const elsewhere = 'http://127.0.0.1:9/mcp'
const read = 'notes:read'

function granted({ issuer }: AuthorizationServer, resource: string, scope = read): Promise<string> {
  return requestToken({ issuer, resource, scope })
}

function claims(): Readonly<Record<string, unknown>> {
  return { iss: home.issuer, aud: notes.url, sub: 'ann', scope: read }
}

test('a token that was issued for this server is taken', async () => {
  verifies('AUTH-40', 'AUTH-41')
  const { status, text } = await postCall(notes.url, 'whoami', await granted(home, notes.url))
  expect([status, text]).toEqual([200, 'nightly is here'])
})

test('a token that was made as the authorization server makes them is taken', async () => {
  const { status, text } = await postCall(notes.url, 'read', signToken(home.key, claims()))
  expect([status, text]).toEqual([200, 'ann reads'])
})

const refused: readonly (readonly [string, () => string | Promise<string>, string])[] = [
  ['for another resource of the same issuer', () => granted(home, elsewhere), 'the token is for another audience'],
  [
    'for a resource whose address begins like this one',
    () => signToken(home.key, { ...claims(), aud: `${notes.url}/more` }),
    'the token is for another audience',
  ],
  [
    'that has expired',
    () => signToken(home.key, { ...claims(), exp: Math.floor(Date.now() / 1_000) - 60 }),
    'the credentials are expired',
  ],
  ['of another issuer', () => granted(stranger, notes.url), 'the token is from another issuer, or is not a signed JWT'],
  [
    'that another issuer signed in the name of this one',
    () => signToken(stranger.key, claims()),
    'the token is signed with an unknown key',
  ],
  [
    'signed with a key that has the id of the right one',
    () => signToken({ ...createSigningKey(), kid: home.key.kid }, claims()),
    'the token is not valid',
  ],
  ['that is no token of this kind', () => 'abc.def', 'the token is from another issuer, or is not a signed JWT'],
]

test.each(refused)('a token %s is refused', async (_, create, reason) => {
  verifies('AUTH-40', 'AUTH-41', 'AUTH-43', 'AUTH-44')
  const token = await create()
  const { status, challenge } = await postCall(notes.url, 'whoami', token)
  expect(status).toBe(401)
  expect(challenge).toBe(
    `Bearer resource_metadata="${metadataUrl()}", scope="notes:read", error="invalid_token", error_description="${reason}"`,
  )
})

test('without a token the challenge says where to get one, and for what', async () => {
  verifies('AUTH-12', 'AUTH-13', 'AUTH-28')
  const { status, challenge } = await postCall(notes.url, 'whoami')
  expect([status, challenge]).toEqual([401, `Bearer resource_metadata="${metadataUrl()}", scope="notes:read"`])
})

test('a token that allows too little for a tool is answered with what that takes', async () => {
  verifies('AUTH-44', 'AUTH-45')
  const { status, challenge } = await postCall(notes.url, 'write', await granted(home, notes.url))
  expect(status).toBe(403)
  expect(challenge).toContain('error="insufficient_scope"')
  expect(challenge).toContain('scope="notes:read notes:write"')
  expect(challenge).toContain(`resource_metadata="${metadataUrl()}"`)
})

test('a token in the query is none', async () => {
  verifies('AUTH-39')
  const { status } = await postCall(`${notes.url}?access_token=${await granted(home, notes.url)}`, 'whoami')
  expect(status).toBe(401)
})

function metadataUrl(): string {
  return notes.url.replace('/mcp', '/.well-known/oauth-protected-resource/mcp')
}
