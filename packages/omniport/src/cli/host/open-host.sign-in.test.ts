import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import '../../entries/auth.js' // loaded before, since that takes longer than the test
import type { Listening } from '../doctor/fixtures/listen.js'
import { openStoredTokens, type StoredTokens } from '../fixtures/stored-tokens.js'
import { openTokenServer } from '../fixtures/token-server.js'
import { Notifications } from './events/notifications.js'
import { ScriptedTerminal } from './fixtures/scripted-terminal.js'
import { type OpenedHost, openHost } from './open-host.js'
import { SharedScreen } from './screen/shared-screen.js'

let stored: StoredTokens
let far: Listening
let opened: OpenedHost | undefined

beforeEach(async () => {
  stored = await openStoredTokens()
  far = await openTokenServer()
})

afterEach(async () => {
  await opened?.close()
  await far.close()
  await stored.close()
})

test('the address of a sign-in is shown, with the server that it is for', async () => {
  const cwd = stored.folder
  await writeFile(join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: { far: { url: `${far.origin}/mcp` } } }))
  const { io } = createMemoryIo({ cwd, env: { HOME: cwd, XDG_CONFIG_HOME: cwd } })
  const terminal = new ScriptedTerminal([['Connect to far?', 'Allow this once']])
  const shared = new SharedScreen(terminal, io.signal)
  const notifications = new Notifications(shared)
  opened = await openHost({ root: [], config: 'mcp.json', auth: true }, { io, shared, notifications })
  const starting = opened.host.client('far').catch((reason: unknown) => reason)
  const shown = () => terminal.transcript.filter((line) => line.startsWith('plain:'))
  await vi.waitFor(() => expect(shown()).toHaveLength(1))
  expect(shown()[0]?.replace(/\?.*/, '')).toBe(
    `plain: To sign in for far: Open this address in a browser of this machine: ${far.origin}/authorize`,
  )
  await opened.close()
  expect(await starting).toMatchObject({ code: 'closed' })
})
