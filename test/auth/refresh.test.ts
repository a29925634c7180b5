import { jwtAuth } from 'omniport/auth'
import { type Client, connect, textOf } from 'omniport/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson, type Person } from './person.js'

let home: AuthorizationServer
let notes: NotesServer
let person: Person
let client: Client

beforeEach(async () => {
  home = await startAuthorizationServer()
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
  person = createPerson({ name: 'ann' })
  client = await connect(notes.url, { auth: { open: person.open } })
})

afterEach(async () => {
  await client.close()
  await notes.close()
  await home.close()
})

function read(count: number): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, async () => textOf(await client.callTool('read', {}))))
}

test('fifty calls that are refused at once refresh once, again and again', async () => {
  verifies('AUTH-31', 'AUTH-38', 'AUTH-50')
  for (const round of [1, 2, 3]) {
    const refusals = notes.refusals()
    notes.expireTokens(50)
    expect(new Set(await read(50))).toEqual(new Set(['ann reads']))
    expect(notes.refusals()).toBe(refusals + 50)
    expect(home.granted('refresh_token').length).toBe(round)
  }
  const refreshed = home.granted('refresh_token').map(({ params }) => params)
  expect(new Set(refreshed.map((params) => params['refresh_token'])).size).toBe(3)
  expect(new Set(refreshed.map((params) => params['resource']))).toEqual(new Set([notes.url]))
  expect(home.named('grant.error')).toEqual([])
  expect(person.asked.length).toBe(1)
})

test('a person is asked once more where a refresh token was stolen, and used by somebody else', async () => {
  notes.expireTokens()
  await read(1)
  const [first] = home.granted('refresh_token')
  const used = Object.entries({ ...first?.params }).filter(([, value]) => value !== undefined)
  const form = new URLSearchParams(used.map(([name, value]) => [name, String(value)]))
  const thief = await fetch(`${home.issuer}/token`, { method: 'POST', body: form })
  expect([thief.status, await thief.json()]).toMatchObject([400, { error: 'invalid_grant' }])

  notes.expireTokens(5)
  expect(await read(5)).toEqual(Array(5).fill('ann reads'))
  expect(person.asked.length).toBe(2)
  expect(home.granted('refresh_token').length).toBe(1)
  expect(home.granted('authorization_code').length).toBe(2)
})

test('calls that need more and calls that need a new token at once ask the person once', async () => {
  verifies('AUTH-48')
  notes.expireTokens(10)
  const calls = Array.from({ length: 10 }, async (_, index) => {
    return textOf(await client.callTool(index % 2 === 0 ? 'read' : 'write', {}))
  })
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['ann reads', 'ann writes']))
  expect(person.asked.slice(1)).toEqual([['notes:write']])
  expect(home.granted('refresh_token').length).toBe(1)
  expect(home.named('grant.error')).toEqual([])
})
