import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifiesIn } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'

let home: AuthorizationServer
let notes: NotesServer

beforeAll(async () => {
  home = await startAuthorizationServer()
  // The whole of it, for the endpoints of 2024-11-05 are not under the one of the others.
  notes = await startNotesServer((url) => {
    return jwtAuth({ issuer: home.issuer, audience: new URL(url).origin, scopes: ['notes:read'] })
  })
  home.addResource(new URL(notes.url).origin, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

const clients = [
  ['2024-11-05', '/sse'],
  ['2024-11-05', '/mcp'],
  ['2025-03-26', '/mcp'],
  ['2025-06-18', '/mcp'],
  ['2025-11-25', '/mcp'],
  ['2026-07-28', '/mcp'],
] as const

test.each(clients)('a client of %s at %s has a person sign in, refreshes, and gets more', async (revision, path) => {
  verifiesIn(revision, 'AUTH-01', 'AUTH-11', 'AUTH-15', 'AUTH-29', 'AUTH-31', 'AUTH-38', 'AUTH-39')
  verifiesIn(revision, 'AUTH-40', 'AUTH-44', 'AUTH-52', 'AUTH-53')
  const [refusals, signedIn] = [notes.refusals(), home.named('authorization.success').length]
  const person = createPerson({ name: 'ann' })
  const url = new URL(path, notes.url)
  const refreshed = home.granted('refresh_token').length
  const addresses: string[] = []
  const client = await connect(url, {
    ...{ revision, auth: { open: person.open } },
    fetch: (input, init) => {
      addresses.push(String(input))
      return fetch(input, init)
    },
  })
  expect(client.revision).toBe(revision)
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  const changes = await client.listen({ tools: true })

  notes.expireTokens()
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(home.granted('refresh_token').length).toBe(refreshed + 1)

  expect(textOf(await client.callTool('write', {}))).toBe('ann writes')
  expect(person.asked).toEqual([['offline_access', 'notes:read'], ['notes:write']])
  expect(person.opened.map((address) => new URL(address).origin)).toEqual([home.issuer, home.issuer])
  const resource = new URL(notes.url).origin
  const authorized = home.named('authorization.success').slice(signedIn)
  const proven = { resource, code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) }
  expect(authorized.map(({ params }) => params)).toEqual([
    expect.objectContaining(proven),
    expect.objectContaining(proven),
  ])
  const tokens = [...home.granted('authorization_code').slice(-2), ...home.granted('refresh_token').slice(-1)]
  expect(tokens.map(({ params }) => params['resource'])).toEqual([resource, resource, resource])
  const [, token = ''] = /^Bearer (\S+)$/.exec(notes.lastCredentials()) ?? []
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect([addresses.includes(url.href), addresses.filter((each) => each.includes(token.slice(-20)))]).toEqual([
    true,
    [],
  ])
  expect(notes.refusals()).toBeGreaterThan(refusals)
  notes.change()
  await expect(changes[Symbol.asyncIterator]().next()).resolves.toEqual({ done: false, value: { type: 'tools' } })
  await client.close()
})
