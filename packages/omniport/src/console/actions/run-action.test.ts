import { describe, expect, test } from 'vitest'
import type { HostApp } from '../../entries/host.js'
import type { ConsoleParts } from '../console-parts.js'
import type { ActionName, Operation } from '../contract.js'
import { isActionName, runAction } from './run-action.js'
import { UsageError } from './usage-error.js'

type Functions = Readonly<Record<string, (...given: never[]) => unknown>>

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Parts of a console that say what is asked of them, in order. */
function create(answers: Functions = {}) {
  const calls: unknown[][] = []
  const part = (name: string, ...functions: readonly string[]) =>
    Object.fromEntries(
      functions.map((fn) => [
        fn,
        (...given: never[]) => {
          calls.push([`${name}.${fn}`, ...given])
          return answers[`${name}.${fn}`]?.(...given)
        },
      ]),
    )
  const parts = {
    servers: part('servers', 'assertKnown', 'add', 'remove', 'setFaults', 'isOverHttp', 'updateLogLevel'),
    host: part('host', ...['start', 'stop', 'client', 'searchTools', 'forget', 'approveTool', 'approveSkill']),
    subscriptions: part('subscriptions', 'open', 'close', 'closeAll'),
    signIns: part('signIns', 'remove'),
    catalogues: { ...part('catalogues', 'refresh'), all: [{ server: 'a' }, { server: 'b' }] },
    tokens: part('tokens', 'forget'),
    operations: { ...part('operations', 'start', 'cancel', 'forget'), apps: new Map<string, HostApp>() },
    requests: part('requests', 'answer'),
    tests: part('tests', 'save', 'delete', 'run'),
    notices: part('notices', 'add', 'dismiss'),
    timeline: part('timeline', 'clear'),
    spans: part('spans', 'clear'),
    settings: { ...part('settings', 'change'), current: { timeoutMs: 5 } },
    ...part('parts', 'setRoots'),
    log: part('log', 'add'),
    changes: ['a change'],
  }
  const run = (name: ActionName, input: unknown) => runAction(name, input, parts as unknown as ConsoleParts)
  return { parts, calls, run }
}

const done = { ok: true, value: {} }
const s = { server: 's' }
const known = ['servers.assertKnown', 's']
const starting = { 'host.start': () => Promise.reject(new Error('not now')) }
const request = { kind: 'ping', server: 's' }

describe('an action does its work, and nothing else', () => {
  test.each<[ActionName, object, unknown[][]]>([
    [
      'remove-server',
      s,
      [
        ['subscriptions.closeAll', 's'],
        ['servers.remove', 's'],
        ['signIns.remove', 's'],
      ],
    ],
    ['start-server', s, [known, ['host.start', 's']]],
    ['stop-server', s, [known, ['host.stop', 's']]],
    ['restart-server', s, [known, ['host.stop', 's'], ['host.start', 's']]],
    ['refresh-catalogue', s, [known, ['host.client', 's'], ['catalogues.refresh', 's', true]]],
    ['sign-in', s, [known, ['servers.isOverHttp', 's'], ['host.stop', 's'], ['host.start', 's']]],
    ['sign-out', s, [known, ['host.stop', 's'], ['tokens.forget', 's']]],
    ['operate', { id: 'o', request }, [known, ['operations.start', 'o', request]]],
    ['cancel-operation', { id: 'o' }, [['operations.cancel', 'o']]],
    ['forget-operations', { ids: ['o'] }, [['operations.forget', ['o']]]],
    ['forget-operations', {}, [['operations.forget', undefined]]],
    [
      'subscribe',
      { id: 'u', server: 's', filter: { tools: true } },
      [known, ['subscriptions.open', 'u', 's', { tools: true }]],
    ],
    ['unsubscribe', { id: 'u' }, [['subscriptions.close', 'u']]],
    [
      'answer',
      { id: 'r', answer: { type: 'sign-in', action: 'cancel' } },
      [['requests.answer', 'r', { type: 'sign-in', action: 'cancel' }]],
    ],
    ['delete-test', { id: 't1' }, [['tests.delete', 't1']]],
    ['run-tests', { ids: ['t1'] }, [['tests.run', ['t1']]]],
    ['set-roots', { roots: [{ uri: 'file:///a' }] }, [['parts.setRoots', [{ uri: 'file:///a' }]]]],
    ['forget-decision', { id: 'd' }, [['host.forget', 'd']]],
    [
      'approve-tool',
      { server: 's', tool: 't', definition: 'd' },
      [
        ['host.approveTool', 's', 't', 'd'],
        ['log.add', { type: 'changes', changes: ['a change'] }],
        ['catalogues.refresh', 's'],
      ],
    ],
    [
      'approve-skill',
      { server: 's', uri: 'skill://x', definition: 'd' },
      [
        ['host.approveSkill', { server: 's', uri: 'skill://x' }, 'd'],
        ['catalogues.refresh', 's'],
      ],
    ],
    ['clear-timeline', {}, [['timeline.clear'], ['spans.clear']]],
    ['dismiss-notice', { id: 'n1' }, [['notices.dismiss', 'n1']]],
  ])('%s %j', async (name, input, expected) => {
    const { run, calls } = create({
      ...starting,
      'servers.isOverHttp': () => true,
      'tests.run': async () => {},
      'operations.start': async () => {},
    })
    expect(await run(name, input)).toEqual(done)
    expect(calls).toEqual(expected)
  })

  test('add-server starts the server, and does not wait for it', async () => {
    const { run, calls } = create({ 'host.start': () => new Promise(() => {}) })
    const server = { name: 'n', command: 'node' }
    expect(await run('add-server', server)).toEqual({ ok: true, value: { name: 'n' } })
    expect(calls).toEqual([
      ['servers.add', server],
      ['host.start', 'n'],
    ])
  })

  test('sign-out is done where no tokens are stored', async () => {
    const { parts, calls } = create()
    expect(await runAction('sign-out', s, { ...parts, tokens: undefined } as unknown as ConsoleParts)).toEqual(done)
    expect(calls).toEqual([known, ['host.stop', 's']])
  })

  test('sign-in is refused for a server that is not reached over HTTP', async () => {
    const { run, calls } = create({ 'servers.isOverHttp': () => false })
    const message = 'Only servers that are reached over HTTP ask to sign in'
    expect(await run('sign-in', s)).toEqual({ ok: false, error: { code: 'usage', message } })
    expect(calls).toEqual([known, ['servers.isOverHttp', 's']])
  })

  test.each<ActionName>([
    ...(['start-server', 'stop-server', 'restart-server', 'refresh-catalogue', 'sign-in', 'sign-out'] as const),
  ])('%s is refused for a server that is not there', async (name) => {
    const { run, calls } = create({
      'servers.assertKnown': () => {
        throw new UsageError('no s')
      },
    })
    expect(await run(name, s)).toEqual({ ok: false, error: { code: 'usage', message: 'no s' } })
    expect(calls).toEqual([known])
  })
})

describe('an action returns', () => {
  test('the faults that are on now', async () => {
    const { run, calls } = create({ 'servers.setFaults': () => ({ stall: true }) })
    expect(await run('set-faults', { server: 's', faults: { stall: true } })).toEqual({
      ok: true,
      value: { stall: true },
    })
    expect(calls).toEqual([['servers.setFaults', 's', { stall: true }]])
  })

  test.each([
    [{ words: 'a b' }, 50],
    [{ words: 'a b', limit: 3 }, 3],
  ])('the tools that were found: %j', async (input, limit) => {
    const { run, calls } = create({
      'host.searchTools': async () => [{ tool: { server: 'a', tool: 'add', name: 'a__add' }, score: 2 }],
    })
    const found = [{ server: 'a', tool: 'add', score: 2 }]
    expect(await run('search-tools', input)).toEqual({ ok: true, value: { found } })
    expect(calls).toEqual([['host.searchTools', 'a b', { limit, servers: ['a', 'b'], waitMs: 1_000 }]])
  })

  test.each([
    [
      { type: 'prompt', name: 'p' },
      { type: 'ref/prompt', name: 'p' },
      { values: ['x'], total: 3, hasMore: true },
    ],
    [{ type: 'template', uri: 'a:{b}' }, { type: 'ref/resource', uri: 'a:{b}' }, { values: [] }],
  ])('what completes an argument of %j', async (ref, reference, completion) => {
    const asked: unknown[][] = []
    const complete = async (...given: unknown[]) => {
      asked.push(given)
      return { ...completion, other: 1 }
    }
    const { run, calls } = create({ 'host.client': async () => ({ complete }) })
    const argument = { name: 'b', value: 'x' }
    const reply = await run('complete', { server: 's', ref, argument, arguments: { a: '1' } })
    expect(reply).toStrictEqual({ ok: true, value: completion })
    expect(asked).toEqual([[reference, argument, { arguments: { a: '1' }, timeoutMs: 5 }]])
    expect(calls).toEqual([known, ['host.client', 's']])
  })

  test('the address that a template makes', async () => {
    const reply = await create().run('expand-template', { template: 'a:{b}', values: { b: 'c d' } })
    expect(reply).toEqual({ ok: true, value: { uri: 'a:c%20d' } })
  })

  test('the id of a test', async () => {
    const { run, calls } = create({ 'tests.save': () => 't7' })
    expect(await run('save-test', { operation: 'o', name: 'Adds' })).toEqual({ ok: true, value: { id: 't7' } })
    expect(calls).toEqual([['tests.save', 'o', 'Adds']])
  })

  test.each<[object, unknown[][]]>([
    [{ timeoutMs: 7 }, []],
    [{ logLevel: 'debug' }, [['servers.updateLogLevel']]],
    [{ logLevel: null }, [['servers.updateLogLevel']]],
  ])('the settings, and tells the servers of their level: %j', async (change, more) => {
    const { run, calls } = create({ 'settings.change': () => ({ timeoutMs: 9 }) })
    expect(await run('change-settings', change)).toEqual({ ok: true, value: { timeoutMs: 9 } })
    expect(calls).toEqual([['settings.change', change], ...more])
  })
})

test('tests that do not run to the end are a notice', async () => {
  const { run, calls } = create({ 'tests.run': () => Promise.reject(new Error('stopped')) })
  expect(await run('run-tests', {})).toEqual(done)
  await turn()
  expect(calls.slice(1)).toEqual([['notices.add', 'error', 'The tests did not run to the end: Error: stopped']])
})

describe('an app', () => {
  const call = { app: 'loaded', tool: 't', args: { a: 1 } }
  const gone = { ok: false, error: { code: 'usage', message: 'This app is not loaded any more' } }

  function createApp(ended: Partial<Operation> = {}) {
    const created = create({ 'operations.start': async () => ended })
    const readResource = async (uri: string) => ({ contents: uri })
    created.parts.operations.apps.set('loaded', { server: 's', readResource } as unknown as HostApp)
    return created
  }

  test('calls tools of its server', async () => {
    const { run, calls } = createApp({ state: 'done', result: { x: 1 } })
    expect(await run('app-call', call)).toEqual({ ok: true, value: { result: { x: 1 } } })
    const id = expect.stringMatching(/^[\w-]{36}$/)
    expect(calls).toEqual([
      ['operations.start', id, { kind: 'call', server: 's', tool: 't', args: { a: 1 } }, 'loaded'],
    ])
  })

  test.each<[Partial<Operation>, string]>([
    [{ state: 'failed', result: 1, error: { code: 'x', message: 'No' } }, 'No'],
    [{ state: 'cancelled' }, 'The call was cancelled'],
    [{ state: 'done' }, 'The call was done'],
  ])('gets no result of a call that ends as %j', async (ended, message) => {
    expect(await createApp(ended).run('app-call', call)).toEqual({ ok: false, error: { code: 'usage', message } })
  })

  test('reads resources of its server', async () => {
    const { run } = createApp()
    expect(await run('app-read', { app: 'loaded', uri: 'a:b' })).toEqual({
      ok: true,
      value: { result: { contents: 'a:b' } },
    })
  })

  test('that is not loaded any more gets nothing', async () => {
    const { run, calls } = createApp()
    expect(await run('app-call', { ...call, app: 'gone' })).toEqual(gone)
    expect(await run('app-read', { app: 'gone', uri: 'a:b' })).toEqual(gone)
    expect(calls).toEqual([])
  })
})

test('an input is checked before anything is done', async () => {
  const { run, calls } = create()
  expect(await run('stop-server', {})).toEqual({
    ok: false,
    error: { code: 'usage', message: 'stop-server.server must be a string of 1 to 1,000 characters' },
  })
  expect(calls).toEqual([])
})

test.each([
  ['operate', true],
  ['toString', false],
  ['', false],
])('is an action or not: %j', (name, isAction) => {
  expect(isActionName(name)).toBe(isAction)
})
