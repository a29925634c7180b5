import { introspectionAuth, jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'
import { postCall } from './post-call.js'
import { nightly } from './request-token.js'

const { client_id: clientId, client_secret: clientSecret } = nightly

const servers = [
  {
    name: 'JWTs',
    opaque: false,
    auth: (issuer: string, audience: string) => jwtAuth({ issuer, audience, scopes: ['notes:read'], dpop: 'required' }),
  },
  {
    name: 'tokens that are looked up',
    opaque: true,
    auth: (issuer: string, audience: string) =>
      introspectionAuth({ issuer, audience, clientId, clientSecret, scopes: ['notes:read'], dpop: 'required' }),
  },
] as const

describe.each(servers)('$name that are bound to a key', ({ opaque, auth }) => {
  let home: AuthorizationServer
  let notes: NotesServer

  beforeAll(async () => {
    home = await startAuthorizationServer({ clients: [nightly], nonces: true })
    notes = await startNotesServer((url) => auth(home.issuer, url))
    home.addResource(notes.url, { scopes, opaque })
  })

  afterAll(async () => {
    await notes.close()
    await home.close()
  })

  test('serve the one who has the key, and are refreshed with it', async () => {
    const person = createPerson({ name: 'ann' })
    const client = await connect(notes.url, { auth: { dpop: true, open: person.open } })
    expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
    const { cnf } = notes.callers.at(-1)?.claims ?? {}
    expect(cnf).toEqual({ jkt: expect.stringMatching(/^[\w-]{43}$/) })

    notes.expireTokens(10)
    const calls = Array.from({ length: 10 }, async () => textOf(await client.callTool('read', {})))
    expect(await Promise.all(calls)).toEqual(Array(10).fill('ann reads'))
    expect(home.granted('refresh_token').length).toBe(1)
    expect(notes.callers.at(-1)?.claims['cnf']).toEqual(cnf)
    await client.close()
  })

  test('serve nobody who has only the token', async () => {
    const person = createPerson({ name: 'ann' })
    const client = await connect(notes.url, { auth: { dpop: true, open: person.open } })
    await client.callTool('read', {})
    const [scheme, token] = notes.lastCredentials().split(' ')
    expect(scheme).toBe('DPoP')
    const { status, challenge } = await postCall(notes.url, 'read', token)
    expect(status).toBe(401)
    expect(challenge).toContain('DPoP ')
    await client.close()
  })

  test('are what a client without dpop does not have', async () => {
    const auth = { grant: 'client_credentials', clientId, clientSecret } as const
    await expect(connect(notes.url, { auth })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('work without a person', async () => {
    const auth = { grant: 'client_credentials', clientId, clientSecret, dpop: true } as const
    const client = await connect(notes.url, { auth })
    expect(textOf(await client.callTool('read', {}))).toBe('nightly reads')
    await client.close()
  })
})
