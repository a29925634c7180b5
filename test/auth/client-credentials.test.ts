import type { JWK } from 'oidc-provider'
import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { createSigningKey } from './create-provider.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { nightly } from './request-token.js'

const key = createSigningKey()
let home: AuthorizationServer
let notes: NotesServer

beforeAll(async () => {
  home = await startAuthorizationServer({
    clients: [
      nightly,
      { ...nightly, client_id: 'posting', token_endpoint_auth_method: 'client_secret_post' },
      {
        ...{ ...nightly, client_id: 'with-a-key', client_secret: undefined },
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [publicPart(key)] },
      },
    ],
  })
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

function publicPart({ d: _, ...jwk }: JWK): JWK {
  return jwk
}

const open = () => {
  throw new Error('There is nobody here')
}

const ways = [
  ['a secret', { clientId: 'nightly', clientSecret: nightly.client_secret }],
  ['a key', { clientId: 'with-a-key', privateKey: { key: key as JsonWebKey } }],
] as const

test.each(ways)('a client proves who it is with %s, and needs no person', async (_, credentials) => {
  verifies('CC-02', 'CC-04', 'CC-06')
  const { clientId } = credentials
  const client = await connect(notes.url, { auth: { grant: 'client_credentials', ...credentials, open } })
  expect(textOf(await client.callTool('read', {}))).toBe(`${clientId} reads`)
  expect(notes.callers.at(-1)).toMatchObject({ id: clientId, scopes: ['notes:read'] })
  const granted = home.granted('client_credentials').filter((one) => one.clientId === clientId)
  expect(granted).toMatchObject([{ params: { resource: notes.url, scope: 'notes:read' } }])

  notes.expireTokens(20)
  const calls = Array.from({ length: 20 }, async () => textOf(await client.callTool('read', {})))
  expect(await Promise.all(calls)).toEqual(Array(20).fill(`${clientId} reads`))
  expect(home.granted('client_credentials').filter((one) => one.clientId === clientId).length).toBe(2)

  expect(textOf(await client.callTool('write', {}))).toBe(`${clientId} writes`)
  expect(home.named('registration_create.success')).toEqual([])
  await client.close()
})

test('a wrong secret is an error that says who refused, and does not repeat it', async () => {
  verifies('CC-05')
  const auth = { grant: 'client_credentials', clientId: 'nightly', clientSecret: 'wrong-and-secret', open } as const
  const error: unknown = await connect(notes.url, { auth }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'unauthorized' })
  expect(String(error)).toContain(`${home.issuer} refused: invalid_client`)
  expect(String(error)).not.toContain('wrong-and-secret')
})

test('a key that is not the one of the client is refused', async () => {
  const privateKey = { key: createSigningKey() as JsonWebKey }
  const auth = { grant: 'client_credentials', clientId: 'with-a-key', privateKey, open } as const
  await expect(connect(notes.url, { auth })).rejects.toMatchObject({ code: 'unauthorized' })
})
