import { expect, test } from 'vitest'
import type { HostEvent, ServerStatus } from '../../../entries/host.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { followHost } from './follow-host.js'
import { ServerLines } from './server-lines.js'

async function follow(events: readonly HostEvent[], signsIn = false) {
  const lines = new ServerLines()
  const notified: string[] = []
  const host = fakeHost({
    events: async function* () {
      yield* events
    },
  })
  const { signal } = new AbortController()
  await followHost(host, {
    signal,
    lines,
    notify: (tone, text) => void notified.push(`${tone}: ${text}`),
    canSignIn: signsIn,
  })
  return { notified, lines: lines.of('notes') }
}

function server(state: ServerStatus['state'], more: Partial<ServerStatus> = {}): HostEvent {
  const launch = { type: 'program' } as const
  return {
    type: 'server',
    server: 'notes',
    status: { name: 'notes', state, since: 0, launch, isEmpty: false, tokens: 0, ...more },
  }
}

test('what goes wrong is told, and that it is well again', async () => {
  const { notified } = await follow([
    server('starting'),
    server('ready'),
    server('lost', { reason: 'it ended' }),
    server('ready'),
    server('stopped'),
  ])
  expect(notified).toEqual(['bad: notes is lost: it ended', 'good: notes is ready again'])
})

test.each<[HostEvent, readonly string[]]>([
  [server('ready', { isEmpty: true }), ['warning: notes offers nothing at all']],
  [server('failed'), ['bad: notes is failed']],
  [{ type: 'error', error: new Error('oh') }, ['bad: oh']],
  [{ type: 'error', server: 'notes', error: new Error('oh') }, ['bad: notes: oh']],
  [{ type: 'tools', server: 'notes', added: [], changed: [], removed: [] }, []],
  [
    {
      type: 'pin',
      server: 'notes',
      change: { change: 'changed', server: 'notes', tool: 'add', isBlocked: true, findings: [] },
    },
    ['warning: notes: the tool add is changed and cannot be called until you approve it'],
  ],
  [
    {
      type: 'pin',
      server: 'notes',
      change: { change: 'new', server: 'notes', tool: 'add', isBlocked: false, findings: [] },
    },
    [],
  ],
  [
    { type: 'findings', server: 'notes', tool: 'add', findings: [{ kind: 'secrets', path: '', text: 'wants a key' }] },
    ['warning: notes: the tool add is suspicious: wants a key'],
  ],
])('%j', async (event, notified) => {
  expect((await follow([event])).notified).toEqual(notified)
})

test.each([
  [false, ['With --auth you can sign in where notes asks for it']],
  [true, []],
])('a server that wants somebody to sign in, where that is %s', async (signsIn, hints) => {
  const refused = server('failed', { reason: 'it answered HTTP 401', code: 'unauthorized' })
  const { notified } = await follow([refused], signsIn)
  expect(notified).toEqual(['bad: notes is failed: it answered HTTP 401', ...hints.map((hint) => `plain: ${hint}`)])
})

test('what servers write is kept, not told', async () => {
  const { notified, lines } = await follow([
    { type: 'stderr', server: 'notes', text: 'hello\n' },
    { type: 'log', server: 'notes', entry: { level: 'info', logger: 'db', data: { a: 1 } } },
    { type: 'log', server: 'notes', entry: { level: 'info', data: 'plain' } },
  ])
  expect([notified, lines]).toEqual([[], ['hello', '[info] db: {"a":1}', '[info] plain']])
})
