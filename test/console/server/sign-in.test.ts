import { jwtAuth } from 'omniport/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthorizationServer, startAuthorizationServer } from '../../auth/authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from '../../auth/notes-server.js'
import { createPerson } from '../../auth/person.js'
import { openTestConsole } from './open-test-console.js'

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

test('a person signs in step by step, and nothing secret is in the timeline', async () => {
  const opened = await openTestConsole({ servers: { notes: notes.url }, start: ['notes'] })
  const request = await opened.request('sign-in')
  expect(request).toMatchObject({ server: 'notes', host: new URL(home.issuer).host })
  expect((await opened.state()).servers).toMatchObject([{ name: 'notes', state: 'starting', isSigningIn: true }])
  await createPerson({ name: 'ann' }).open(request.url)
  await opened.ready('notes')
  expect((await opened.call('notes', 'read')).result).toMatchObject({ content: [{ text: 'ann reads' }] })
  const { signIns, requests, servers } = await opened.state()
  expect([requests, servers[0]?.isSigningIn]).toEqual([[], false])
  expect(signIns).toMatchObject([{ server: 'notes', state: 'done' }])
  const steps = signIns[0]?.steps.map(({ name }) => name) ?? []
  expect([...new Set(steps)]).toEqual(['resource-metadata', 'server-metadata', 'registration', 'redirect', 'token'])
  const { records } = await opened.json<{ records: { seq: number; isAuth?: boolean; requestLine?: string }[] }>(
    '/api/1/messages?after=0&limit=5000',
  )
  expect(records.some(({ isAuth }) => isAuth === true)).toBe(true)
  const details = await Promise.all(records.map(({ seq }) => opened.get(`/api/1/messages/${seq}?whole=1`)))
  const texts = await Promise.all(details.map((detail) => detail.text()))
  expect(texts.join('\n')).toContain('[secret 1]')
  expect(texts.join('\n')).not.toContain(notes.lastCredentials().replace('Bearer ', ''))
  await opened.close()
})

test('a sign-in that is given up ends the start', async () => {
  const opened = await openTestConsole({ servers: { notes: notes.url }, start: ['notes'] })
  const request = await opened.request('sign-in')
  await opened.answer(request.id, { type: 'sign-in', action: 'cancel' })
  const server = await opened.until((event) =>
    event.type === 'server' && event.server.state === 'stopped' ? event.server : undefined,
  )
  expect(server.isSigningIn).toBe(false)
  await opened.close()
})
