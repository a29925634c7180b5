import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import type { ConnectionLists } from '../lists/connection-lists.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import {
  declaresTasks,
  needsTaskSupport,
  requiresTasks,
  startsExtensionTasks,
  taskModeOf,
  taskParamsFor,
} from './task-mode.js'

const extensions = { 'io.modelcontextprotocol/tasks': {} }
const coreTasks = { tasks: { requests: { tools: { call: {} } } } }
const withExtension = { name: 'c', capabilities: { extensions } } as Exchange['client']

function upstreamOf(revision: Revision, capabilities: object = {}): OpenUpstream {
  return { revision, profile: profileOf(revision), active: { handshake: { capabilities } } } as unknown as OpenUpstream
}

/** Lists whose one tool says what it supports; without it they were not read. */
function listsWith(support?: unknown): ConnectionLists {
  const list = { taskSupportOf: (name: string) => (name === 'work' ? support : undefined) }
  return { last: (kind: string) => (support !== undefined && kind === 'tools' ? list : undefined) } as never
}

interface CallOptions {
  readonly task?: unknown
  readonly method?: string
  readonly client?: Exchange['client']
}

function callOf(revision: Revision, { task, method = 'tools/call', ...more }: CallOptions = {}) {
  const params = { name: 'work', ...(task !== undefined && { task }) }
  const message = { jsonrpc: '2.0' as const, id: 1, method, params }
  return { message, exchange: createExchange({ revision, ...more }), name: 'work' }
}

describe('a call at an upstream with tasks of the extension', () => {
  const upstream = upstreamOf('2026-07-28', { extensions })
  test.each<[string, ReturnType<typeof callOf>, OpenUpstream, string]>([
    ['has its tasks', callOf('2026-07-28'), upstream, 'pass'],
    ['becomes a task where it is called as one', callOf('2025-11-25', { task: {} }), upstream, 'cross'],
    ['is plain where it is not', callOf('2025-11-25'), upstream, 'plain'],
    [
      'is plain where the upstream has no extension',
      callOf('2025-11-25', { task: {} }),
      upstreamOf('2026-07-28'),
      'plain',
    ],
    ['is plain in a revision without tasks', callOf('2025-06-18', { task: {} }), upstream, 'plain'],
    ['passes where it is of no tool', callOf('2025-11-25', { task: {}, method: 'prompts/get' }), upstream, 'pass'],
  ])('%s', (_what, call, open, expected) => {
    expect(taskModeOf(call, open, listsWith('required'))).toBe(expected)
  })
})

describe('a call at an upstream with tasks of 2025-11-25', () => {
  const upstream = upstreamOf('2025-11-25', coreTasks)
  const modern = callOf('2026-07-28', { client: withExtension })
  test.each<[string, ReturnType<typeof callOf>, unknown, string]>([
    ['has its tasks', callOf('2025-11-25'), 'required', 'pass'],
    ['becomes a task where the tool may be one', modern, 'optional', 'cross'],
    ['becomes a task where the tool must be one', modern, 'required', 'cross'],
    ['is plain where the tool is none', modern, 'forbidden', 'plain'],
    ['is plain where nobody knows the tool', { ...modern, name: 'other' }, 'required', 'plain'],
    ['is plain where the tools were not read', modern, undefined, 'plain'],
    ['waits for the task that the tool must be', callOf('2026-07-28'), 'required', 'await'],
    ['waits for it in a revision without tasks', callOf('2025-06-18'), 'required', 'await'],
    ['is plain for a client without tasks where that may be', callOf('2026-07-28'), 'optional', 'plain'],
  ])('%s', (_what, call, support, expected) => {
    expect(taskModeOf(call, upstream, listsWith(support))).toBe(expected)
  })

  test('is plain where it runs no tools as tasks', () => {
    expect(taskModeOf(modern, upstreamOf('2025-11-25', { tasks: {} }), listsWith('required'))).toBe('plain')
  })

  test('without the name of its tool is plain', () => {
    const { name: _, ...unnamed } = modern
    expect(taskModeOf(unnamed, upstream, listsWith('required'))).toBe('plain')
  })
})

test('a call at an upstream without tasks is plain, but for clients without them', () => {
  const upstream = upstreamOf('2025-06-18', coreTasks)
  const modes = (['2024-11-05', '2025-11-25', '2026-07-28'] as const).map((revision) =>
    taskModeOf(callOf(revision, { client: withExtension }), upstream, listsWith('required')),
  )
  expect(modes).toEqual(['pass', 'plain', 'plain'])
})

describe('the parameters of a call', () => {
  const [core, modern] = [upstreamOf('2025-11-25'), upstreamOf('2026-07-28')]
  const params = { name: 'work' }
  const withTask = { ...params, task: { ttl: 5 } }

  test('pass as they are', () => {
    expect(taskParamsFor(withTask, 'pass', core)).toBe(withTask)
    expect(taskParamsFor(params, 'plain', core)).toBe(params)
    expect(taskParamsFor(undefined, 'plain', core)).toBeUndefined()
  })

  test('ask an upstream of 2025-11-25 for a task', () => {
    expect(taskParamsFor(params, 'cross', core)).toEqual({ ...params, task: {} })
    expect(taskParamsFor(params, 'await', core)).toEqual({ ...params, task: {} })
  })

  test('ask no other one', () => {
    expect(taskParamsFor(withTask, 'plain', core)).toEqual(params)
    expect(taskParamsFor(withTask, 'cross', modern)).toEqual(params)
    expect(taskParamsFor(params, 'await', modern)).toBe(params)
  })
})

describe('the tools have to be known before a call', () => {
  const upstream = upstreamOf('2025-11-25', coreTasks)
  test.each<[string, ReturnType<typeof callOf>, OpenUpstream, unknown, boolean]>([
    ['of a client without tasks of its kind', callOf('2026-07-28'), upstream, undefined, true],
    ['unless they are', callOf('2026-07-28'), upstream, 'optional', false],
    ['unless it is of no tool', callOf('2026-07-28', { method: 'prompts/get' }), upstream, undefined, false],
    ['unless its client has the same tasks', callOf('2025-11-25'), upstream, undefined, false],
    ['unless the upstream runs none as a task', callOf('2026-07-28'), upstreamOf('2025-11-25'), undefined, false],
    ['unless it has other tasks', callOf('2025-11-25'), upstreamOf('2026-07-28', coreTasks), undefined, false],
  ])('%s', (_whose, call, open, support, expected) => {
    expect(needsTaskSupport(call, open, listsWith(support))).toBe(expected)
  })
})

describe('an error says that a tool runs as a task only', () => {
  const open = upstreamOf('2026-07-28', { extensions })
  const call = { ...callOf('2025-11-25'), open }
  const data = { requiredCapabilities: { extensions } }
  test.each<[string, number, unknown, typeof call, boolean]>([
    ['by its code and what it needs', -32021, data, call, true],
    ['not by another code', -32020, data, call, false],
    ['not by its code alone', -32021, undefined, call, false],
    ['not by what is no object', -32021, { requiredCapabilities: 5 }, call, false],
    ['not where it needs something else', -32021, { requiredCapabilities: { sampling: {} } }, call, false],
    ['not for what is no tool', -32021, data, { ...callOf('2025-11-25', { method: 'prompts/get' }), open }, false],
    ['not to a modern client', -32021, data, { ...callOf('2026-07-28'), open }, false],
    ['not where there are no such tasks', -32021, data, { ...call, open: upstreamOf('2026-07-28') }, false],
  ])('%s', (_how, code, given, forwarded, expected) => {
    expect(requiresTasks({ code, message: 'x', data: given }, forwarded)).toBe(expected)
  })
})

test('a client follows tasks of the extension where it declares that, and where that means something', () => {
  expect([
    declaresTasks({ client: withExtension, revision: '2026-07-28' }),
    declaresTasks({ client: withExtension, revision: '2025-11-25' }),
    declaresTasks({ client: createExchange().client, revision: '2026-07-28' }),
  ]).toEqual([true, false, false])
})

test('an upstream begins tasks of the extension where it declares that, and where that means something', () => {
  expect([
    startsExtensionTasks(upstreamOf('2026-07-28', { extensions })),
    startsExtensionTasks(upstreamOf('2026-07-28', { extensions: {} })),
    startsExtensionTasks(upstreamOf('2026-07-28', { extensions: { 'io.modelcontextprotocol/tasks': true } })),
    startsExtensionTasks(upstreamOf('2026-07-28')),
    startsExtensionTasks(upstreamOf('2025-11-25', { extensions })),
  ]).toEqual([true, false, false, false, false])
})
