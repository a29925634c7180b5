import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { jwtAuth } from 'omniport/auth'
import { connect } from 'omniport/client'
import { createFileAuthStore } from 'omniport/node'
import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { startAuthorizationServer } from './authorization-server.js'
import { scopes, startNotesServer } from './notes-server.js'
import { createPerson } from './person.js'

const program = fileURLToPath(new URL('./programs/reads.mjs', import.meta.url))
const calls = 10

test('four processes that share a store refresh one at a time', async () => {
  verifies('AUTH-50')
  const folder = mkdtempSync(join(tmpdir(), 'omniport-'))
  const path = join(folder, 'auth.json')
  const home = await startAuthorizationServer()
  const notes = await startNotesServer((url) => jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'] }))
  home.addResource(notes.url, { scopes })
  const person = createPerson({ name: 'ann' })
  const first = await connect(notes.url, { auth: { store: createFileAuthStore({ path }), open: person.open } })
  await first.close()

  notes.expireTokens()
  const readers = Array.from({ length: 4 }, () => fork(program, [notes.url, path]))
  expect(await Promise.all(readers.map(answerOf))).toEqual([[], [], [], []])
  expect(home.granted('refresh_token').length).toBe(1)
  for (const round of [2, 3, 4]) {
    notes.expireTokens(readers.length * calls)
    const answers = readers.map(answerOf)
    for (const reader of readers) reader.send(calls)
    expect(await Promise.all(answers)).toEqual(readers.map(() => Array(calls).fill('ann reads')))
    expect(home.granted('refresh_token').length).toBe(round)
  }
  expect(home.named('grant.error')).toEqual([])
  expect(home.named('registration_create.success').length).toBe(1)
  expect(person.asked.length).toBe(1)

  await Promise.all(readers.map(end))
  await notes.close()
  await home.close()
  rmSync(folder, { recursive: true })
})

/** What it tells next. */
async function answerOf(reader: ChildProcess): Promise<unknown> {
  const [answer] = await Promise.race([once(reader, 'message'), once(reader, 'exit')])
  return answer
}

async function end(reader: ChildProcess): Promise<void> {
  const exit = once(reader, 'exit')
  reader.disconnect()
  await exit
}
