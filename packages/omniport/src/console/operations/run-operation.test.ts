import { describe, expect, test } from 'vitest'
import type { Host, HostApp } from '../../entries/host.js'
import { UsageError } from '../actions/usage-error.js'
import type { Catalogue, OperationRequest } from '../contract.js'
import { type RunContext, runOperation } from './run-operation.js'

const { signal } = new AbortController()
const onProgress = () => {}
const onTask = () => {}

/** Options that every request has. */
const usual = { signal, timeoutMs: 5_000, maxTimeoutMs: 600_000, onProgress }

/** A host that answers all with its name, and says what it was asked. */
function create(more: Partial<RunContext> = {}, hosted: object = {}) {
  const calls: unknown[][] = []
  const answering =
    (name: string) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given])
      return `result of ${name}`
    }
  const client = { ping: answering('ping'), request: answering('request') }
  const host = {
    client: async (server: string) => {
      calls.push(['client', server])
      return client
    },
    readResource: answering('readResource'),
    getPrompt: answering('getPrompt'),
    callTool: answering('callTool'),
    callAppTool: answering('callAppTool'),
    tools: async (filter: object) => {
      calls.push(['tools', filter])
      return [
        { tool: 'other', name: 's__other' },
        { tool: 'listed', name: 's__listed' },
      ]
    },
    changedTools: [
      { server: 's', tool: 'blocked', isBlocked: true },
      { server: 's', tool: 'changed', isBlocked: false },
      { server: 't', tool: 'foreign', isBlocked: true },
    ],
    ...hosted,
  } as unknown as Host
  const context: RunContext = {
    ...{ host, signal, timeoutMs: 5_000, onProgress, onTask, id: 'o', app: undefined },
    catalogueOf: () => undefined,
    settingsOf: () => ({}),
    skills: new Map(),
    apps: new Map(),
    ...more,
  }
  return { context, calls, run: (request: OperationRequest) => runOperation(request, context) }
}

const call = (tool: string, more: object = {}): OperationRequest => ({
  kind: 'call',
  server: 's',
  tool,
  args: { a: 1 },
  ...more,
})

describe('a request goes to its server, with the limits of the console', () => {
  test.each<[OperationRequest, unknown, unknown[][]]>([
    [
      { kind: 'read', server: 's', uri: 'a:b' },
      'result of readResource',
      [['readResource', { server: 's', uri: 'a:b' }, { ...usual, fresh: true }]],
    ],
    [
      { kind: 'get', server: 's', prompt: 'hello', args: { who: 'me' } },
      'result of getPrompt',
      [['getPrompt', { server: 's', name: 'hello' }, { who: 'me' }, usual]],
    ],
    [
      { kind: 'ping', server: 's' },
      {},
      [
        ['client', 's'],
        ['ping', usual],
      ],
    ],
    [
      { kind: 'raw', server: 's', method: 'x/y', params: { b: 2 } },
      'result of request',
      [
        ['client', 's'],
        ['request', 'x/y', { b: 2 }, usual],
      ],
    ],
  ])('%j', async (request, result, expected) => {
    const { run, calls } = create()
    expect(await run(request)).toEqual(result)
    expect(calls).toEqual(expected)
  })

  test('which are longer than ten minutes where the time limit is', async () => {
    const { run, calls } = create({ timeoutMs: 600_001 })
    await run({ kind: 'ping', server: 's' })
    expect(calls[1]).toEqual(['ping', { ...usual, timeoutMs: 600_001, maxTimeoutMs: 600_001 }])
  })
})

describe('a call', () => {
  const catalogue = {
    tools: [
      { name: 'first', modelName: 's__first' },
      { name: 'add', modelName: 's__add' },
      { name: 'of-apps', isForApps: true },
    ],
  } as unknown as Catalogue
  const catalogueOf = (server: string) => (server === 's' ? catalogue : undefined)

  test('goes to a tool by the name that models have for it', async () => {
    const { run, calls } = create({ catalogueOf })
    expect(await run(call('add'))).toBe('result of callTool')
    expect(calls).toEqual([['callTool', 's__add', { a: 1 }, usual]])
  })

  test('has what the page says of it', async () => {
    const { run, calls } = create({ catalogueOf })
    await run(call('add', { meta: { m: 1 }, validateOutput: false, timeoutMs: 700_000 }))
    const options = { ...usual, timeoutMs: 700_000, maxTimeoutMs: 700_000, meta: { m: 1 }, validateOutput: false }
    expect(calls).toEqual([['callTool', 's__add', { a: 1 }, options]])
  })

  test('has no longest time as a task', async () => {
    const { run, calls } = create({ catalogueOf })
    await run(call('add', { asTask: true }))
    expect(calls).toEqual([['callTool', 's__add', { a: 1 }, { signal, timeoutMs: 5_000, onProgress, onTask }]])
  })

  test('goes to a tool for apps by its name at the server', async () => {
    const { run, calls } = create({ catalogueOf })
    expect(await run(call('of-apps'))).toBe('result of callAppTool')
    expect(calls).toEqual([['callAppTool', { server: 's', tool: 'of-apps' }, { a: 1 }, usual]])
  })

  test('of an app is made by the app', async () => {
    const asked: unknown[][] = []
    const callTool = async (...given: unknown[]) => {
      asked.push(given)
      return 'result of the app'
    }
    const { run, calls } = create({ catalogueOf, app: { callTool } as unknown as HostApp })
    expect(await run(call('add', { meta: { m: 1 }, timeoutMs: 7 }))).toBe('result of the app')
    expect([asked, calls]).toEqual([[['add', { a: 1 }, { signal, timeoutMs: 7, onProgress }]], []])
  })

  test('of a tool that the page has not listed looks for it', async () => {
    const { run, calls } = create()
    await run(call('listed'))
    expect(calls).toEqual([
      ['tools', { servers: ['s'] }],
      ['callTool', 's__listed', { a: 1 }, usual],
    ])
  })

  test.each([
    ['blocked', 'blocked has changed, and is blocked until the change is approved'],
    ['changed', 'There is no tool changed on s'],
    ['foreign', 'There is no tool foreign on s'],
  ])('is refused of a tool that models do not see: %s', async (tool, message) => {
    await expect(create().run(call(tool))).rejects.toThrow(new UsageError(message))
  })
})

describe('a skill', () => {
  function createSkills() {
    const loads: unknown[][] = []
    const reads: unknown[][] = []
    const loadSkill = async (...given: unknown[]) => {
      loads.push(given)
      return {
        ...{ text: `skill ${loads.length}`, findings: [{ f: 1 }], bytes: new Uint8Array(3) },
        read: async (path: string, options: object) => {
          reads.push([loads.length, path, options])
          const text = path.endsWith('.md') ? 'the text' : undefined
          return { bytes: Uint8Array.of(1, 2, 255), mimeType: 'a/b', text, findings: [] }
        },
      }
    }
    return { ...create({}, { loadSkill }), loads, reads }
  }
  const uri = 'skill://x/pdf/SKILL.md'
  const file = (path: string): OperationRequest => ({ kind: 'read-skill-file', server: 's', uri, path })

  test('is shown with what is suspicious about it', async () => {
    const { run, loads } = createSkills()
    expect(await run({ kind: 'load-skill', server: 's', uri })).toEqual({ text: 'skill 1', findings: [{ f: 1 }] })
    expect(loads).toEqual([
      [
        { server: 's', uri },
        { signal, timeoutMs: 5_000 },
      ],
    ])
  })

  test('is loaded before the first of its files is read, once', async () => {
    const { run, loads, reads } = createSkills()
    const folder = 'skill://x/pdf/'
    expect([await run(file('a.md')), await run(file('b/c.bin'))]).toEqual([
      { uri: `${folder}a.md`, mimeType: 'a/b', findings: [], text: 'the text' },
      { uri: `${folder}b/c.bin`, mimeType: 'a/b', findings: [], blob: 'AQL/' },
    ])
    expect(loads).toHaveLength(1)
    expect(reads).toEqual([
      [1, 'a.md', { signal }],
      [1, 'b/c.bin', { signal }],
    ])
  })

  test('of the last 100 is remembered', async () => {
    const { run, loads, context } = createSkills()
    const load = (name: string) => run({ kind: 'load-skill', server: 's', uri: name })
    for (let loaded = 0; loaded < 100; loaded += 1) await load(`u${loaded}`)
    await load('u0')
    await load('u100')
    expect([context.skills.size, context.skills.has('s u0'), context.skills.has('s u1')]).toEqual([100, true, false])
    expect(loads).toHaveLength(102)
  })
})

test('an app is loaded for the page, and remembered by its operation', async () => {
  const loads: unknown[][] = []
  const app = {
    ...{ server: 's', uri: 'ui://x', html: '<p>', csp: { a: undefined, b: 1 }, permissions: {}, domain: 'd' },
    ...{ prefersBorder: false, tool: { name: 'add' }, callTool: () => {} },
  }
  const loadApp = async (...given: unknown[]) => {
    loads.push(given)
    return app
  }
  const { run, context } = create({}, { loadApp })
  expect(await run({ kind: 'load-app', server: 's', tool: 'add' })).toStrictEqual({
    ...{ server: 's', tool: 'add', uri: 'ui://x', html: '<p>', csp: { b: 1 }, permissions: {}, domain: 'd' },
    ...{ prefersBorder: false, toolDefinition: { name: 'add' } },
  })
  expect([loads, [...context.apps]]).toEqual([[[{ server: 's', tool: 'add' }, { signal }]], [['o', app]]])
})

describe('a call in all revisions', () => {
  const known = (tool: string, isBlocked: boolean) => ({
    ...{ tool: { server: 's', tool, name: `s__${tool}` }, isBlocked, isForModels: true },
  })
  const wire = (tool: string): OperationRequest => ({ kind: 'wire', server: 's', tool, args: { a: 1 } })

  function createWires() {
    const asked: unknown[][] = []
    const called: unknown[][] = []
    const knownTools = async (...given: unknown[]) => {
      asked.push(given)
      return [known('first', true), known('add', false)]
    }
    const callTool = async (...given: unknown[]) => {
      called.push(given)
    }
    return { ...create({}, { knownTools, callTool }), asked, called }
  }

  test('is one of the tool that the host knows', async () => {
    const { run, asked, called } = createWires()
    expect(await run(wire('add'))).toEqual({
      revisions: called.map(([, , options]) => ({
        revision: (options as { connection: { revision: string } }).connection.revision,
      })),
      steps: [],
    })
    expect(asked).toEqual([['s', { signal }]])
    expect(called[0]).toEqual(['s__add', { a: 1 }, expect.objectContaining({ signal, timeoutMs: 5_000 })])
  })

  test.each([
    ['first', 'first has changed, and is blocked until the change is approved'],
    ['gone', 'There is no tool gone on s'],
  ])('is refused: %s', async (tool, message) => {
    const { run, called } = createWires()
    await expect(run(wire(tool))).rejects.toThrow(new UsageError(message))
    expect(called).toEqual([])
  })
})
