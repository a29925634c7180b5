import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { createServer } from 'omniport'
import { apiKeyAuth, jwtAuth } from 'omniport/auth'
import { connect } from 'omniport/client'
import { serveHttp } from 'omniport/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'
import { createPerson, type Person } from './person.js'

let home: AuthorizationServer
let notes: NotesServer
let settings = ''

beforeAll(async () => {
  settings = mkdtempSync(join(tmpdir(), 'settings-'))
  home = await startAuthorizationServer()
  notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
})

afterAll(async () => {
  await notes.close()
  await home.close()
  rmSync(settings, { recursive: true })
})

/** Runs the command to its end; a person goes wherever it asks to go. */
async function omniport(args: readonly string[], person?: Person) {
  const env = { ...process.env, XDG_CONFIG_HOME: settings, TOKEN: 'made-up' }
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    const [, address] = line.split('of this machine: ')
    if (address === undefined) errors.push(line)
    else void person?.open(address)
  })
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, stdout, errors }
}

const call = () => ['call', notes.url, 'read', '--auth', '--no-browser']

test('a person signs in once, and the next run needs nobody', async () => {
  const person = createPerson({ name: 'ann' })
  const first = await omniport(call(), person)
  expect([first.code, first.errors, JSON.parse(first.stdout).content]).toEqual([
    0,
    [],
    [{ type: 'text', text: 'ann reads' }],
  ])
  expect((await omniport(call())).code).toBe(0)
  expect(person.opened).toHaveLength(1)
})

test('a person signs in with login, and logout forgets it', async () => {
  const person = createPerson({ name: 'ann' })
  const stored = () => omniport(['call', notes.url, 'read'])
  expect((await omniport(['logout', '--all'])).code).toBe(0)
  const signedIn = await omniport(['login', notes.url, '--no-browser'], person)
  expect([signedIn.code, JSON.parse(signedIn.stdout)]).toEqual([0, { url: notes.url, isSignedIn: true }])
  expect(JSON.parse((await stored()).stdout).content).toEqual([{ type: 'text', text: 'ann reads' }])
  expect(person.opened).toHaveLength(1)
  const forgotten = await omniport(['logout', notes.url])
  expect(JSON.parse(forgotten.stdout)).toEqual({ forgotten: [new URL(notes.url).href] })
  expect((await stored()).code).toBe(3)
  const again = createPerson({ name: 'ben' })
  const next = await omniport(call(), again)
  expect([JSON.parse(next.stdout).content, again.opened.length]).toEqual([[{ type: 'text', text: 'ben reads' }], 1])
  expect(JSON.parse((await omniport(['logout', 'http://127.0.0.1:1/mcp'])).stdout)).toEqual({ forgotten: [] })
})

test.each([
  ['list', ['list', () => notes.url, 'tools']],
  ['wire', ['wire', () => notes.url, 'read']],
  ['doctor', ['doctor', () => notes.url]],
] as const)('stored tokens are used without an option: %s', async (_name, words) => {
  expect((await omniport(call(), createPerson({ name: 'ann' }))).code).toBe(0)
  const { code, errors } = await omniport(words.map((word) => (typeof word === 'string' ? word : word())))
  expect([code, errors]).toEqual([0, []])
})

test('stored tokens that are refused, and cannot be renewed, are said to be so in one line', async () => {
  expect((await omniport(call(), createPerson({ name: 'ann' }))).code).toBe(0)
  const file = join(settings, 'omniport', 'auth.json')
  const original = readFileSync(file, 'utf8')
  const spoiled = original.replace(/"(accessToken|refreshToken)":\s*"[^"]+"/g, '"$1":"refused"')
  expect(spoiled).not.toBe(original)
  writeFileSync(file, spoiled, { mode: 0o600 })
  const { code, stdout, errors } = await omniport(['call', notes.url, 'read'])
  const path = new URL(notes.url).href
  expect([code, stdout, errors.map((line) => JSON.parse(line).error)]).toEqual([
    3,
    '',
    [
      expect.objectContaining({
        code: 'auth',
        message: `No access to ${path}: the stored sign-in has expired, was refused, or is not enough; --auth signs in again, for what is asked for`,
      }),
    ],
  ])
  const person = createPerson({ name: 'ann' })
  expect((await omniport(['login', notes.url, '--no-browser'], person)).code).toBe(0)
  expect((await omniport(['call', notes.url, 'read'])).code).toBe(0)
})

test('a server that needs a sign-in is examined, and checked with one', async () => {
  expect((await omniport(['logout', '--all'])).code).toBe(0)
  const examined = await omniport(['doctor', notes.url])
  const { findings } = JSON.parse(examined.stdout) as { findings: readonly { level: string; text: string }[] }
  const problems = findings.filter(({ level }) => level === 'problem').map(({ text }) => text)
  expect([examined.code, problems]).toEqual([5, ['this command has no credentials for it']])
  const checked = await omniport(
    ['check', notes.url, '--auth', '--no-browser', '--protocol', '2026-07-28'],
    createPerson({ name: 'ann' }),
  )
  expect([checked.code, JSON.parse(checked.stdout).counts.fail]).toEqual([0, 0])
})

test('a bridge signs in for a host that only starts programs', async () => {
  const person = createPerson({ name: 'ann' })
  const args = [cli, 'bridge', notes.url, '--auth', '--no-browser']
  const env = { XDG_CONFIG_HOME: join(settings, 'of-bridge') }
  const client = await connect(
    { command: process.execPath, args, env },
    { onStderr: (line) => void person.open(line.split('of this machine: ')[1] ?? '') },
  )
  const { content } = await client.callTool('read', {})
  await client.close()
  expect([content, person.opened.length]).toEqual([[{ type: 'text', text: 'ann reads' }], 1])
})

test.each([
  ['without credentials', [], ' signs in, or --bearer-env <name> sends a token'],
  ['with a token that is none', ['--bearer-env', 'TOKEN'], ' refuses the token of --bearer-env TOKEN (HTTP 401)'],
])('%s: exits with 3 and says so', async (_name, args, advice) => {
  expect((await omniport(['logout', '--all'])).code).toBe(0)
  const { code, stdout, errors } = await omniport(['call', notes.url, 'read', ...args])
  expect([code, stdout, JSON.parse(errors.join('')).error.code]).toEqual([3, '', 'auth'])
  expect(errors.join('')).not.toContain('made-up')
  expect(errors.join('')).toContain(advice)
})

test('a server that asks for a key: the error says how to send one', async () => {
  const server = createServer({ name: 'clock', version: '1.0.0' })
  const { url, close } = await serveHttp(server, { port: 0, auth: apiKeyAuth({ keys: { 'long-and-secret': 'Ada' } }) })
  const { code, errors } = await omniport(['list', url])
  expect([code, errors.join('')]).toEqual([3, expect.stringContaining("; -H 'X-API-Key: …' sends a key")])
  expect((await omniport(['list', url, '-H', 'X-API-Key: long-and-secret'])).code).toBe(0)
  await close()
})
