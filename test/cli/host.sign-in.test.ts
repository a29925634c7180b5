import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtAuth } from 'omniport/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type ScriptedTerminal,
  type Step,
  wait,
} from '../../packages/omniport/src/cli/host/fixtures/scripted-terminal.js'
import { type AuthorizationServer, startAuthorizationServer } from '../auth/authorization-server.js'
import { type NotesServer, scopes, startNotesServer } from '../auth/notes-server.js'
import { createPerson, type Person } from '../auth/person.js'
import { configure, kitchen, runHostSession } from './host-session.js'

let home: AuthorizationServer
let notes: NotesServer
let cwd: string
let ann: Person

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
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
  ann = createPerson({ name: 'ann' })
  // Where the tokens are kept is the business of the library.
  vi.stubEnv('XDG_CONFIG_HOME', join(cwd, 'settings'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(cwd, { recursive: true })
})

const invitation = 'To sign in for notes: Open this address in a browser of this machine: '

/** Ann opens the address that she is told. */
function sitsAnn(terminal: ScriptedTerminal): void {
  terminal.onPrint = (text) => {
    if (text.startsWith(invitation)) void ann.open(text.slice(invitation.length))
  }
}

const read: readonly Step[] = [
  ['What next', 'Call a tool'],
  ['Connect to notes?', 'Allow this once'],
  ['Which tool', 'notes__read'],
  ['Call a tool of notes?', 'Allow this once'],
  ['Which tool', 'Back'],
  ['What next', 'Quit'],
]

test.each([
  ['as the command line says', {}, { auth: true as const }],
  ['as the entry says', { oauth: { clientName: 'Mine' } }, {}],
])('a person is told for which server they sign in, and where, %s', async (_name, entry, flags) => {
  const servers = { notes: { url: notes.url, ...entry } }
  const { transcript } = await runHostSession(cwd, read, { servers, flags, prepare: sitsAnn })
  expect(transcript).toContain('plain: ann reads')
  expect(transcript.filter((line) => line.includes('sign in'))).toEqual([`plain: ${invitation}${ann.opened[0]}`])
  expect(ann.opened).toHaveLength(1)
})

test('so they are where the entry came while the session went on', async () => {
  const { transcript } = await runHostSession(cwd, [['What next', wait], ...read], {
    servers: { kitchen },
    prepare: (terminal) => {
      sitsAnn(terminal)
      terminal.onWait = () => void configure(join(cwd, 'mcp.json'), { notes: { url: notes.url, oauth: true } })
    },
  })
  expect(transcript).toContain('good: The configuration has changed and was read again.')
  expect(transcript).toContain('plain: ann reads')
  expect(ann.opened).toHaveLength(1)
})
