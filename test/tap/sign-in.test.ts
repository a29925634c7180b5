import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { createHttpAuthorizer, jwtAuth } from 'omniport/auth'
import { connect } from 'omniport/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuthorizationServer, startAuthorizationServer } from '../auth/authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from '../auth/notes-server.js'
import { createPerson } from '../auth/person.js'
import { cli } from '../cli/run-program.js'
import { TapFolder } from './tapped.js'

let home: AuthorizationServer
let notes: NotesServer
let tap: TapFolder

beforeAll(async () => {
  home = await startAuthorizationServer()
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
})

beforeEach(async () => {
  tap = await TapFolder.create()
})

afterEach(() => tap.remove())

test('tap signs in for clients that have no credentials, again when they expired, and records none', async () => {
  const person = createPerson({ name: 'ann' })
  const words = ['tap', notes.url, '--auth', '--no-browser', '--output', tap.file, '--quiet']
  const env = { ...process.env, XDG_CONFIG_HOME: tap.folder }
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  createInterface(child.stderr).on('line', (line) => void person.open(line.split('of this machine: ')[1] ?? ''))
  const [printed] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(printed)) as { readonly url: string }
  const seen = new Set<string>()
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const client = await connect(url, { revision })
    const { content } = await client.callTool('read', {})
    expect(content).toEqual([{ type: 'text', text: 'ann reads' }])
    seen.add(notes.lastCredentials())
    notes.expireTokens()
    await client.callTool('read', {})
    seen.add(notes.lastCredentials())
    await client.close()
  }
  expect(person.opened).toHaveLength(1)
  const end = once(child, 'close')
  child.kill('SIGTERM')
  expect(await end).toEqual([0, null])
  const text = await tap.text()
  expect(seen.size).toBeGreaterThan(1)
  for (const credentials of seen) expect(text).not.toContain(credentials.replace(/^\w+ /, ''))
  const { lines } = await tap.recording()
  expect(lines.filter(({ status = 200 }) => status >= 400)).toEqual([])
})

test('without a sign-in the refusal of the server is passed on as it is', async () => {
  const tapped = await tap.tapUrl(notes.url)
  try {
    const [own, direct] = await Promise.all(
      [tapped.url, notes.url].map(async (url) => {
        const response = await fetch(url, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        })
        return [response.status, response.headers.get('www-authenticate'), await response.text()]
      }),
    )
    expect(own).toEqual(direct)
    expect(own?.[0]).toBe(401)
  } finally {
    await tapped.close()
  }
})

test.each([
  ['an address that is none', 'localhost:3000', {}, /^url must start with http/],
  ['an option of auth that is none', 'http://localhost/', { tokn: 'a' }, /auth has no option "tokn"/],
])('the authorizer refuses %s', async (_, url, auth, message) => {
  await expect(createHttpAuthorizer(url, auth as object)).rejects.toThrow(message)
})
