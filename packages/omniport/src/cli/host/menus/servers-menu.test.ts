import { expect, test } from 'vitest'
import type { ServerStatus } from '../../../entries/host.js'
import { ServerLines } from '../events/server-lines.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { summary } from './servers-menu.js'

const idle: ServerStatus = {
  name: 'notes',
  state: 'idle',
  since: 0,
  launch: { type: 'command', command: 'node', args: ['a b'], env: [] },
  isEmpty: false,
  tokens: 0,
}
const ready: ServerStatus = { ...idle, state: 'ready', revision: '2026-07-28', tools: 1, prompts: 0, tokens: 120 }

test.each<[ServerStatus, string]>([
  [idle, 'notes: idle'],
  [ready, 'notes: ready, 2026-07-28, 1 tool, 0 prompts, about 120 tokens'],
  [{ ...ready, isEmpty: true, tokens: 0 }, 'notes: ready, 2026-07-28, offers nothing'],
])('%j is said as', (status, text) => {
  expect(summary(status)).toBe(text)
})

/** A host whose one server does as it is told. */
function oneServer(first: ServerStatus) {
  let status = first
  const deeds: string[] = []
  const host = fakeHost({
    start: async (name) => {
      deeds.push(`start ${name}`)
      status = ready
    },
    stop: async (name) => {
      deeds.push(`stop ${name}`)
      status = { ...idle, state: 'stopped' }
    },
  })
  return { deeds, host: Object.defineProperty(host, 'servers', { get: () => [status] }) }
}

test('a server is started, restarted and stopped', async () => {
  const { host, deeds } = oneServer(idle)
  const transcript = await runScript(host, [
    ['What next', 'Servers (0 of 1 ready)'],
    ['Servers', 'notes: idle'],
    ['notes', 'Start'],
    ['notes', 'Restart'],
    ['notes', 'Stop'],
    ['notes', 'Back'],
    ['Servers', 'Back'],
  ])
  expect(deeds).toEqual(['start notes', 'stop notes', 'start notes', 'stop notes'])
  expect(transcript).toContain('good: notes: ready, 2026-07-28, 1 tool, 0 prompts, about 120 tokens')
  expect(transcript).toContain('plain: notes: stopped')
  expect(transcript).toContain('   launch: "node" "a b"')
})

test('what goes wrong is said', async () => {
  const { host } = oneServer({ ...idle, state: 'failed', reason: 'not found', source: 'mcp.json:3', retryAt: 1_000 })
  const broken = Object.assign(host, { start: async () => Promise.reject(new Error('spawn node ENOENT')) })
  const transcript = await runScript(broken, [
    ['What next', 'Servers'],
    ['Servers', 'notes: failed'],
    ['notes', 'Start'],
    ['notes', 'Back'],
    ['Servers', 'Back'],
  ])
  expect(transcript).toContain('bad: spawn node ENOENT')
  expect(transcript).toContain('   reason: not found')
  expect(transcript).toContain('   next try: not before 1970-01-01T00:00:01.000Z')
  expect(transcript).toContain('   entry: mcp.json:3')
})

test('the last lines it wrote are shown, of which 200 are kept', async () => {
  const { host } = oneServer(ready)
  const lines = new ServerLines()
  for (let at = 1; at <= 201; at++) lines.add('notes', `line ${at}`)
  lines.add('other', 'not this')
  const steps = [
    ['What next', 'Servers'],
    ['Servers', 'notes'],
    ['notes', 'Its last output'],
    ['notes', 'Back'],
    ['Servers', 'Back'],
  ] as const
  const transcript = await runScript(host, steps, { lines })
  expect(transcript.filter((line) => line.startsWith('   line'))).toHaveLength(200)
  expect(transcript).toContain('   line 2')
  expect(transcript).not.toContain('   not this')
})
