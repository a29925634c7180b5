import { apiKeyAuth, jwtAuth } from 'omniport/auth'
import { type Client, connect, textOf } from 'omniport/client'
import { createGateway, createSignIn, type Gateway, type ServedEndpoints, serveEndpoints } from 'omniport/gateway'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifiesIn } from '../requirements/verifies.js'
import { freePort } from '../support/free-port.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson, type Person } from './person.js'

let home: AuthorizationServer
let notes: NotesServer
let gateway: Gateway
let served: ServedEndpoints
const clients: Client[] = []

/** The keys of the callers of the gateway. */
const keys = { 'key-of-ann': 'ann', 'key-of-bob': 'bob' }

beforeEach(async () => {
  home = await startAuthorizationServer()
  notes = await startNotesServer((url) => {
    const metadata = { scopes_supported: scopes }
    return jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'], metadata })
  })
  home.addResource(notes.url, { scopes })
  const port = await freePort()
  const signIn = createSignIn({ redirectUrl: `http://127.0.0.1:${port}/oauth/callback`, verify: 'unverified' })
  gateway = createGateway({ upstreams: { notes: { target: notes.url, credentials: signIn.credentials } } })
  served = await serveEndpoints(
    { all: { server: gateway } },
    { port, signIn, auth: apiKeyAuth({ keys, header: 'authorization' }) },
  )
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await served.close()
  await gateway.close()
  await notes.close()
  await home.close()
})

async function clientOf(name: 'ann' | 'bob', revision: '2026-07-28' | '2025-11-25', person?: Person) {
  const client = await connect(`${served.urls['all']}`, {
    ...{ name: 'c', version: '1', revision },
    auth: { token: `key-of-${name}` },
    ...(person !== undefined && {
      elicitUrl: async ({ url }: { readonly url: string }) => {
        // The answer says that they agree, not that they have done it.
        void person.open(url)
        return 'accept' as const
      },
    }),
  })
  clients.push(client)
  return client
}

const namesOf = async (client: Client) => (await client.listTools({ fresh: true })).map(({ name }) => name)

const messageOf = (promise: Promise<unknown>) => promise.then(String, ({ message }: Error) => message)

describe.each(['2026-07-28', '2025-11-25'] as const)('a caller of a gateway, at %s', (revision) => {
  test('signs in at the upstream as somebody, and nobody else gets their rights', async () => {
    verifiesIn(revision, 'SEC-05', 'SEC-13')
    const person = createPerson({ name: 'ann' })
    const ann = await clientOf('ann', revision, person)
    expect(await namesOf(ann)).toEqual(['notes__sign_in'])
    expect(person.opened).toEqual([])
    expect(textOf(await ann.callTool('notes__sign_in', {}))).toBe('Signed in to notes.')
    expect(new URL(person.opened[0] ?? '').origin).toBe(home.issuer)
    expect(await namesOf(ann)).toEqual(['notes__whoami', 'notes__read', 'notes__write'])
    expect(textOf(await ann.callTool('notes__read', {}))).toBe('ann reads')
    expect(notes.callers.at(-1)).toMatchObject({ id: 'ann', claims: { aud: notes.url } })
    expect(notes.lastCredentials()).not.toContain('key-of-ann')

    const bob = await clientOf('bob', revision)
    expect(await namesOf(bob)).toEqual(['notes__sign_in'])
    expect(await messageOf(bob.callTool('notes__read', {}))).toContain(
      'the caller has not signed in to "notes"; call one of its tools with a client that opens pages',
    )
    expect(person.opened).toHaveLength(1)
  })

  test('signs in by any call, which goes on then', async () => {
    const ann = await clientOf('ann', revision, createPerson({ name: 'ann' }))
    expect(textOf(await ann.callTool('notes__read', {}))).toBe('ann reads')
  })

  test('who declines hears of it, and can be asked again', async () => {
    const person = createPerson({ name: 'ann', answers: ['decline'] })
    const ann = await clientOf('ann', revision, person)
    expect(await messageOf(ann.callTool('notes__read', {}))).toMatch(/The upstream "notes" failed: .*access_denied/)
    expect(textOf(await ann.callTool('notes__read', {}))).toBe('ann reads')
    expect(person.opened).toHaveLength(2)
  })
})

test('two callers are two people at the upstream', async () => {
  const [ann, bob] = await Promise.all([
    clientOf('ann', '2026-07-28', createPerson({ name: 'ann' })),
    clientOf('bob', '2025-11-25', createPerson({ name: 'bob' })),
  ])
  const read = async (client: Client) => textOf(await client.callTool('notes__read', {}))
  expect(await Promise.all([read(ann), read(bob)])).toEqual(['ann reads', 'bob reads'])
})

test('the page of the sign-in says what is wrong, and nothing of the request', async () => {
  const page = async (path: string) => {
    const response = await fetch(`${served.origin}${path}`)
    return [response.status, await response.text(), response.headers.get('content-security-policy')]
  }
  expect(await page('/oauth/callback?state=<script>&code=x')).toEqual([
    400,
    expect.not.stringContaining('script'),
    expect.stringContaining("default-src 'none'"),
  ])
})
