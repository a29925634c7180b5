import { describe, expect, test } from 'vitest'
import * as guards from './guards.js'

const { assertCompleteRequestPrompt, assertCompleteRequestResourceTemplate, ...predicates } = guards

const envelope = { jsonrpc: '2.0' }
const result = { ...envelope, id: 1, result: {} }
const error = { ...envelope, id: 1, error: { code: 1, message: '' } }
const initialize = {
  ...{ ...envelope, id: 1, method: 'initialize' },
  params: { protocolVersion: '', capabilities: {}, clientInfo: { name: '', version: '' } },
}

/** The guards that take a value. */
const taken = (value: unknown) =>
  Object.entries(predicates)
    .filter(([, guard]) => (guard as (value: unknown) => boolean)(value))
    .map(([name]) => name)
    .sort()

test.each<[string, unknown, readonly string[]]>([
  ['a request', { ...envelope, id: 1, method: 'a' }, ['isJSONRPCRequest']],
  ['a notification', { ...envelope, method: 'a' }, ['isJSONRPCNotification']],
  ['a result', result, ['isJSONRPCResponse', 'isJSONRPCResultResponse']],
  ['an error', error, ['isJSONRPCError', 'isJSONRPCErrorResponse']],
  ['what begins a session', initialize, ['isInitializeRequest', 'isJSONRPCRequest']],
  [
    'what ends the handshake',
    { ...envelope, method: 'notifications/initialized' },
    ['isInitializedNotification', 'isJSONRPCNotification'],
  ],
  ['params of a task', { task: { ttl: 5 } }, ['isTaskAugmentedRequestParams']],
  ['a task that is none', { task: 5 }, []],
  ['null', null, []],
])('%s is that', (_, value, names) => {
  expect(taken(value).filter((name) => name !== 'isTaskAugmentedRequestParams' || names.includes(name))).toEqual(names)
})

describe('a completion', () => {
  const of = (ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }) => ({
    ...{ jsonrpc: '2.0' as const, id: 1, method: 'completion/complete' as const },
    params: { ref, argument: { name: '', value: '' } },
  })
  const [prompt, resource] = [of({ type: 'ref/prompt', name: 'p' }), of({ type: 'ref/resource', uri: 'a:b' })]

  test('of a prompt is that alone', () => {
    expect(assertCompleteRequestPrompt(prompt)).toBeUndefined()
    expect(() => assertCompleteRequestPrompt(resource)).toThrow(
      new TypeError('Expected CompleteRequestPrompt, but got ref/resource'),
    )
  })

  test('of a resource template is that alone', () => {
    expect(assertCompleteRequestResourceTemplate(resource)).toBeUndefined()
    expect(() => assertCompleteRequestResourceTemplate(prompt)).toThrow(
      new TypeError('Expected CompleteRequestResourceTemplate, but got ref/prompt'),
    )
  })
})
