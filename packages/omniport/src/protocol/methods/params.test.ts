import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { codecOf } from '../codec/codec-of.js'
import { revisions } from '../revisions/revision.js'
import { isLegacy, profileOf } from '../revisions/revision-profile.js'

type Params = Readonly<Record<string, unknown>>

const shared = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]
const legacyOnly = ['initialize', 'ping', 'resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']
const modernOnly = ['server/discover', 'subscriptions/listen']
const tasksOnly = ['tasks/get', 'tasks/list', 'tasks/cancel', 'tasks/result']
const all = [
  ...shared,
  ...legacyOnly,
  ...modernOnly,
  ...tasksOnly,
  'tasks/update',
  'nope',
  'constructor',
  '__proto__',
  'toString',
  '',
]

/** What every method takes at the least. */
const enough: Readonly<Record<string, Params>> = {
  'tools/call': { name: 'a' },
  'resources/read': { uri: 'a:b' },
  'resources/subscribe': { uri: 'a:b' },
  'resources/unsubscribe': { uri: 'a:b' },
  'prompts/get': { name: 'a' },
  'completion/complete': { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: '' } },
  'logging/setLevel': { level: 'info' },
  'subscriptions/listen': { notifications: {} },
  'tasks/get': { taskId: 'a' },
  'tasks/cancel': { taskId: 'a' },
  'tasks/result': { taskId: 'a' },
}

function decode(revision: (typeof revisions)[number], method: string, params?: Params): Params {
  return codecOf(revision).decodeRequest({ jsonrpc: '2.0', id: 1, method, params }, profileOf(revision)).params
}

describe.each(revisions)('at %s', (revision) => {
  const existingMethods = [
    ...shared,
    ...(isLegacy(revision) ? legacyOnly : modernOnly),
    ...(profileOf(revision).tasks === 'core' ? tasksOnly : []),
  ]

  test.each(all)('the method %j is known, or not', (method) => {
    verifiesIn(revision, 'VER-10')
    const params = enough[method] ?? {}
    expect(outcomeOf(() => decode(revision, method, params))).toEqual(
      existingMethods.includes(method) ? params : RpcError.methodNotFound(method),
    )
  })
})

function outcomeOf(decoding: () => unknown): unknown {
  try {
    return decoding()
  } catch (reason) {
    return reason
  }
}

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']
const ref = { type: 'ref/resource', uri: 'a:{b}' }
const argument = { name: 'b', value: '' }

const good: readonly (readonly [string, Params])[] = [
  ['tools/list', { cursor: '' }],
  ['tools/list', { cursor: 'x', more: 1 }],
  ['tools/call', { name: '', arguments: {} }],
  ['tools/call', { name: 'a', arguments: { any: [null] }, _meta: { progressToken: 0 } }],
  ['prompts/get', { name: 'a', arguments: { b: '' } }],
  ['completion/complete', { ref, argument, context: {} }],
  ['completion/complete', { ref, argument, context: { arguments: { c: '' } } }],
  ...levels.map((level) => ['logging/setLevel', { level }] as const),
  ['subscriptions/listen', { notifications: { toolsListChanged: false, resourceSubscriptions: [] } }],
  ['tools/list', { _meta: {} }],
  ['tools/list', { _meta: { progressToken: '' } }],
]

const bad: readonly (readonly [string, Params, string])[] = [
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].flatMap((method) => [
    [method, { cursor: 1 }, 'cursor must be a string'] as const,
    [method, { cursor: null }, 'cursor must be a string'] as const,
  ]),
  ['tools/call', {}, 'name must be a string'],
  ['tools/call', { name: ['a'] }, 'name must be a string'],
  ['tools/call', { name: 'a', arguments: [] }, 'arguments must be an object'],
  ['tools/call', { name: 'a', arguments: null }, 'arguments must be an object'],
  ['tools/call', { name: 'a', arguments: '{}' }, 'arguments must be an object'],
  ...['resources/read', 'resources/subscribe', 'resources/unsubscribe'].flatMap((method) => [
    [method, {}, 'uri must be a string that is not empty'] as const,
    [method, { uri: '' }, 'uri must be a string that is not empty'] as const,
    [method, { uri: {} }, 'uri must be a string that is not empty'] as const,
  ]),
  ['prompts/get', {}, 'name must be a string'],
  ['prompts/get', { name: 'a', arguments: [] }, 'arguments must be an object'],
  ['prompts/get', { name: 'a', arguments: { b: 1 } }, 'arguments.b must be a string'],
  [
    'prompts/get',
    { name: 'a', arguments: { [`${'b'.repeat(64)}cut`]: 1 } },
    `arguments.${'b'.repeat(64)}… must be a string`,
  ],
  ['completion/complete', {}, 'ref must be an object'],
  ['completion/complete', { ref: {} }, 'ref.type must be "ref/prompt" or "ref/resource"'],
  ['completion/complete', { ref: { type: 'ref/tool' } }, 'ref.type must be "ref/prompt" or "ref/resource"'],
  ['completion/complete', { ref: { type: 'ref/prompt', uri: 'a' } }, 'ref.name must be a string'],
  ['completion/complete', { ref: { type: 'ref/resource', name: 'a' } }, 'ref.uri must be a string'],
  ['completion/complete', { ref }, 'argument must be an object'],
  ['completion/complete', { ref, argument: { value: '' } }, 'argument.name must be a string'],
  ['completion/complete', { ref, argument: { name: 'b' } }, 'argument.value must be a string'],
  ['completion/complete', { ref, argument, context: null }, 'context must be an object'],
  ['completion/complete', { ref, argument, context: { arguments: [] } }, 'context.arguments must be an object'],
  ['completion/complete', { ref, argument, context: { arguments: { c: 1 } } }, 'context.arguments.c must be a string'],
  ['logging/setLevel', {}, 'level must be a log level'],
  ['logging/setLevel', { level: 'INFO' }, 'level must be a log level'],
  ['logging/setLevel', { level: 'constructor' }, 'level must be a log level'],
  ['subscriptions/listen', {}, 'notifications must be an object'],
  ['subscriptions/listen', { notifications: [] }, 'notifications must be an object'],
  ...['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'].map(
    (name) =>
      ['subscriptions/listen', { notifications: { [name]: 1 } }, `notifications.${name} must be a boolean`] as const,
  ),
  ...['a:b', [1], {}].map(
    (uris) =>
      [
        'subscriptions/listen',
        { notifications: { resourceSubscriptions: uris } },
        'notifications.resourceSubscriptions must be an array of strings',
      ] as const,
  ),
  ...['text', null, []].map((_meta) => ['tools/list', { _meta }, '_meta must be an object'] as const),
  ...[1.5, null, {}, true].map(
    (progressToken) =>
      ['tools/list', { _meta: { progressToken } }, '_meta.progressToken must be a string or an integer'] as const,
  ),
]

const revisionsOf = (method: string) => revisions.filter((revision) => knows(revision, method))

function knows(revision: (typeof revisions)[number], method: string): boolean {
  return isLegacy(revision) ? !modernOnly.includes(method) : !legacyOnly.includes(method)
}

describe('parameters', () => {
  test.each(good)('of %s are given as they are: %j', (method, params) => {
    const knowing = revisionsOf(method)
    expect(knowing).not.toEqual([])
    for (const revision of knowing) expect(decode(revision, method, params)).toBe(params)
  })

  test.each(bad)('of %s are refused: %j', (method, params, problem) => {
    verifies('PRO-01')
    const knowing = revisionsOf(method)
    expect(knowing).not.toEqual([])
    for (const revision of knowing) {
      expect(() => decode(revision, method, params)).toThrow(RpcError.invalidParams(`params.${problem}`))
    }
  })

  test('that are absent are none', () => {
    expect(decode('2025-11-25', 'tools/list')).toEqual({})
    expect(() => decode('2025-11-25', 'tools/call')).toThrow(RpcError.invalidParams('params.name must be a string'))
  })
})
