import { jwtAuth } from 'omniport/auth'
import { connect, textOf } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'

let home: AuthorizationServer
let notes: NotesServer

beforeAll(async () => {
  home = await startAuthorizationServer()
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

/** Where a client that sent a person there waits for them. */
function redirect(authorizationUrl: string): string {
  return new URL(authorizationUrl).searchParams.get('redirect_uri') ?? ''
}

test('a person who declines more keeps what they had', async () => {
  verifies('AUTH-47')
  const person = createPerson({ name: 'ann', answers: ['allow', 'decline'] })
  const client = await connect(notes.url, { auth: { open: person.open } })
  await expect(client.callTool('write', {})).rejects.toMatchObject({
    code: 'unauthorized',
    message: `No access to ${notes.url}: ${home.issuer} refused: access_denied (The person declined)`,
  })
  expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
  expect(person.asked).toEqual([['offline_access', 'notes:read'], ['notes:write']])
  await client.close()
})

test('nobody is waited for once connecting is given up', async () => {
  const abort = new AbortController()
  let opened = ''
  const open = (url: string) => {
    opened = url
    abort.abort(new Error('Never mind'))
  }
  await expect(connect(notes.url, { auth: { open }, signal: abort.signal })).rejects.toThrow('Never mind')
  expect(redirect(opened)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  await expect(fetch(redirect(opened))).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('nobody is waited for longer than personMs', async () => {
  let opened = ''
  const open = (url: string) => {
    opened = url
  }
  await expect(connect(notes.url, { auth: { open, personMs: 1_000 } })).rejects.toMatchObject({
    code: 'unauthorized',
    message: `No access to ${notes.url}: no redirect came from ${home.issuer} within 1000 ms`,
  })
  await expect(fetch(redirect(opened))).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('somebody who comes back with the state of another request is not taken for the person', async () => {
  verifies('AUTH-56')
  const person = createPerson({ name: 'ann' })
  const statuses: number[] = []
  const open = async (url: string) => {
    const stranger = `${redirect(url)}?code=stolen&state=guessed&iss=${encodeURIComponent(home.issuer)}`
    statuses.push((await fetch(stranger)).status)
    await person.open(url)
  }
  const client = await connect(notes.url, { auth: { open } })
  expect(statuses).toEqual([400])
  expect(textOf(await client.callTool('whoami', {}))).toBe('ann is here')
  await client.close()
})

test('without auth a server that wants a token is an error that says so', async () => {
  await expect(connect(notes.url)).rejects.toMatchObject({ status: 401 })
})
