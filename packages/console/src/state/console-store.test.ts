import { describe, expect, test } from 'vitest'
import { emptyState, record, sampleServer, sampleState, startedAt } from '#test/console/page/sample-state.js'
import type { ConsoleEvent, ConsoleState, Operation, PersonRequest, Span } from '../api/contract.js'
import { ConsoleStore } from './console-store.js'

const operation = (id: string, more: Partial<Operation> = {}): Operation => ({
  id,
  request: { kind: 'ping', server: 'notes' },
  state: 'running',
  startedAt,
  ...more,
})
const question = (id: string, label = 'A key'): PersonRequest => ({
  id,
  at: startedAt,
  server: 'notes',
  type: 'input',
  label,
  isSecret: false,
})
const line = (seq: number): ConsoleState['lines'][number] => ({
  seq,
  at: startedAt,
  server: 'notes',
  from: 'stderr',
  text: `line ${seq}`,
})
const span = (id: string, more: Partial<Span> = {}): Span => ({
  id,
  server: 'notes',
  kind: 'call',
  title: id,
  from: 'client',
  start: startedAt,
  ...more,
})
const notice = (id: string) => ({ id, at: startedAt, tone: 'info', text: id }) as const
const count = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** A store of that state after these events. */
function storeAfter(state: Partial<ConsoleState>, ...events: readonly ConsoleEvent[]): ConsoleStore {
  const store = new ConsoleStore()
  store.load({ ...emptyState(), ...state })
  for (const event of events) store.apply(event)
  return store
}

describe('the store', () => {
  test('has nothing before a state came, and says that it loads', () => {
    const store = new ConsoleStore()
    expect([store.stream.value, store.settings.value, store.about.value]).toEqual(['loading', undefined, undefined])
    const lists = [
      ...[store.servers, store.lines, store.operations, store.requests, store.decisions, store.audit, store.changes],
      ...[store.subscriptions, store.tests, store.roots, store.signIns, store.notices],
    ]
    expect(lists.map(({ value }) => value)).toEqual(lists.map(() => []))
    expect([store.catalogues.value.size, store.spans.value.size, store.byName.value.size]).toEqual([0, 0, 0])
  })

  test('has all of a state', () => {
    const subscription = { id: 's', server: 'notes', filter: {}, state: 'live', count: 0, changes: [] } as const
    const state = sampleState({ subscriptions: [subscription], notices: [notice('n')] })
    const store = storeAfter(state)
    const { catalogues, spans, settings } = state
    expect(store.about.value).toMatchObject({ release: '0.1.0', isTour: false, startedAt, configFiles: [] })
    expect(store.settings.value).toEqual(settings)
    expect([...store.catalogues.value]).toEqual(catalogues.map((each) => [each.server, each]))
    expect([...store.spans.value]).toEqual(spans.map((each) => [each.id, each]))
    const lists = [
      ...(['servers', 'lines', 'operations', 'requests', 'decisions', 'audit', 'changes'] as const),
      ...(['subscriptions', 'tests', 'roots', 'signIns', 'notices'] as const),
    ]
    expect(lists.map((name) => store[name].value)).toEqual(lists.map((name) => state[name]))
    expect(lists.filter((name) => state[name].length === 0)).toEqual([])
  })

  test('finds servers by their names, as they are now', () => {
    const store = storeAfter({ servers: [sampleServer('a'), sampleServer('b')] })
    expect([...store.byName.value.keys()]).toEqual(['a', 'b'])
    store.apply({ type: 'server', server: sampleServer('b', { state: 'lost' }) })
    expect(store.byName.value.get('b')?.state).toBe('lost')
  })
})

describe('an event', () => {
  test('replaces the settings', () => {
    const settings = { ...emptyState().settings, timeoutMs: 1 }
    expect(storeAfter({}, { type: 'settings', settings }).settings.value).toBe(settings)
  })

  test('says that the command ends', () => {
    expect(storeAfter({}, { type: 'closing' }).stream.value).toBe('closed')
  })

  test('adds a notice; the last 20 stay', () => {
    const notices = count(20).map((each) => notice(`${each}`))
    const store = storeAfter({ notices: notices.slice(0, 19) }, { type: 'notice', notice: notice('20') })
    expect(store.notices.value).toEqual(notices)
    store.apply({ type: 'notice', notice: notice('21') })
    expect(store.notices.value.map(({ id }) => id)).toEqual(count(21).slice(1).map(String))
  })

  test('replaces the server of its name in place, or adds it at the end', () => {
    const [a, b, c] = [sampleServer('a'), sampleServer('b'), sampleServer('c')]
    const changed = sampleServer('a', { state: 'lost' })
    const store = storeAfter({ servers: [a, b] }, { type: 'server', server: changed }, { type: 'server', server: c })
    expect(store.servers.value).toEqual([changed, b, c])
  })

  test('replaces all servers, and forgets the catalogues of those that are gone', () => {
    const catalogues = ['a', 'b'].map((server) => ({ server, problems: {} }))
    const servers = [sampleServer('c'), sampleServer('b')]
    const store = storeAfter({ servers: [sampleServer('a')], catalogues }, { type: 'servers', servers })
    expect(store.servers.value).toBe(servers)
    expect([...store.catalogues.value]).toEqual([['b', catalogues[1]]])
  })

  test('replaces the catalogue of one server', () => {
    const catalogues = ['a', 'b'].map((server) => ({ server, problems: {} }))
    const catalogue = { server: 'b', tools: [], problems: {} }
    const store = storeAfter({ catalogues }, { type: 'catalogue', catalogue })
    expect([...store.catalogues.value.values()]).toEqual([catalogues[0], catalogue])
    store.apply({ type: 'catalogue', catalogue: { server: 'c', problems: {} } })
    expect([...store.catalogues.value.keys()]).toEqual(['a', 'b', 'c'])
  })

  test('adds lines; the last 4,000 stay', () => {
    const lines = count(4_000).map(line)
    const store = storeAfter({ lines: lines.slice(0, 3_998) }, { type: 'lines', lines: lines.slice(3_998) })
    expect(store.lines.value).toEqual(lines)
    store.apply({ type: 'lines', lines: [line(4_001)] })
    expect([store.lines.value.length, store.lines.value[0]?.seq, store.lines.value.at(-1)?.seq]).toEqual([
      4_000, 2, 4_001,
    ])
  })

  test('adds messages, and drops old ones', () => {
    const records = [record(1, 0, {}), record(2, 1, {}), record(3, 2, {})]
    const store = storeAfter({}, { type: 'messages', records })
    expect(store.log.records).toEqual(records)
    store.apply({ type: 'messages-dropped', firstSeq: 3 })
    expect(store.log.records).toEqual(records.slice(2))
  })

  test('adds spans and replaces those of the same id; the newest 4,000 stay', () => {
    const spans = count(4_000).map((each) => span(`${each}`))
    const ended = span('2', { end: startedAt + 1 })
    const store = storeAfter({ spans: spans.slice(0, 3_999) }, { type: 'spans', spans: [ended, span('4000')] })
    expect([store.spans.value.size, store.spans.value.get('1')]).toEqual([4_000, spans[0]])
    expect(store.spans.value.get('2')).toBe(ended)
    store.apply({ type: 'spans', spans: [span('4001'), span('4002')] })
    expect([store.spans.value.size, store.spans.value.keys().next().value]).toEqual([4_000, '3'])
    expect([...store.spans.value.keys()].at(-1)).toBe('4002')
  })

  test('replaces an operation or adds it, and drops others', () => {
    const done = operation('a', { state: 'done' })
    const store = storeAfter(
      { operations: [operation('a'), operation('b')] },
      { type: 'operation', operation: done },
      { type: 'operation', operation: operation('c') },
    )
    expect(store.operations.value).toEqual([done, operation('b'), operation('c')])
    store.apply({ type: 'operations-dropped', ids: ['a', 'c', 'x'] })
    expect(store.operations.value).toEqual([operation('b')])
  })

  test('replaces a question or adds it, and ends another', () => {
    const store = storeAfter(
      { requests: [question('a'), question('b')] },
      { type: 'request', request: question('b', 'Another key') },
      { type: 'request', request: question('c') },
      { type: 'request-ended', id: 'a', reason: 'answered' },
    )
    expect(store.requests.value).toEqual([question('b', 'Another key'), question('c')])
  })

  test('adds records of the audit; the last 1,000 stay', () => {
    const audit = count(1_000).map((seq) => ({ seq, at: startedAt, type: 'call' }))
    const store = storeAfter({ audit: audit.slice(0, 999) }, { type: 'audit', records: audit.slice(999) })
    expect(store.audit.value).toEqual(audit)
    store.apply({ type: 'audit', records: [{ seq: 1_001, at: startedAt, type: 'call' }] })
    expect([store.audit.value.length, store.audit.value[0]?.seq]).toEqual([1_000, 2])
  })

  test('replaces the decisions, the changed tools, the tests and the folders', () => {
    const { decisions, changes, tests, roots } = sampleState()
    const store = storeAfter(
      {},
      { type: 'decisions', decisions },
      { type: 'changes', changes },
      { type: 'tests', tests },
      { type: 'roots', roots },
    )
    expect(store.decisions.value).toBe(decisions)
    expect(store.changes.value).toBe(changes)
    expect(store.tests.value).toBe(tests)
    expect(store.roots.value).toBe(roots)
  })

  test('replaces a subscription or adds it, and ends another', () => {
    const watch = (id: string, seen = 0) =>
      ({ id, server: 'notes', filter: {}, state: 'live', count: seen, changes: [] }) as const
    const store = storeAfter(
      { subscriptions: [watch('a'), watch('b')] },
      { type: 'subscription', subscription: watch('a', 1) },
      { type: 'subscription', subscription: watch('c') },
      { type: 'subscription-ended', id: 'b' },
    )
    expect(store.subscriptions.value).toEqual([watch('a', 1), watch('c')])
  })

  test('replaces the sign-in of its server or adds it', () => {
    const signIn = (server: string, state: 'running' | 'done') => ({ server, state, steps: [] }) as const
    const store = storeAfter(
      { signIns: [signIn('a', 'running'), signIn('b', 'running')] },
      { type: 'sign-in', signIn: signIn('a', 'done') },
      { type: 'sign-in', signIn: signIn('c', 'running') },
    )
    expect(store.signIns.value).toEqual([signIn('a', 'done'), signIn('b', 'running'), signIn('c', 'running')])
  })

  test('of another release changes nothing', () => {
    const store = storeAfter(sampleState(), { type: 'weather', signIn: {} } as never)
    expect(store.signIns.value).toEqual(sampleState().signIns)
    expect(store.subscriptions.value).toEqual([])
  })
})
