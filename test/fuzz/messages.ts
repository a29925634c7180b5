import fc from 'fast-check'
import { isId } from '../../packages/omniport/src/jsonrpc/messages/is-id.js'
import { metaKeys } from '../../packages/omniport/src/protocol/meta/meta-keys.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'
import { json } from './json-text.js'

/** What stands in the place of an id: ids of every kind, and what is none. */
const ids: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.constantFrom(0, 1, 2, '1', 'a'), fc.nat({ max: 50 })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown[]>(
      ...[-0, 1e3, -1, '', 'é😀', '\ud800', '__proto__', 'constructor', 'x'.repeat(5_000), 2 ** 53 - 1],
      ...[2 ** 53, 1.5, null, true, [], {}, [1], { id: 1 }],
    ),
  },
)

/** The methods of clients and of servers, and what is none. */
const methods = fc.constantFrom<unknown[]>(
  ...['tools/call', 'tools/call', 'tools/call', 'tools/list', 'resources/list', 'resources/templates/list'],
  ...['resources/read', 'resources/subscribe', 'resources/unsubscribe', 'prompts/list', 'prompts/get', 'ping'],
  ...['completion/complete', 'logging/setLevel', 'server/discover', 'subscriptions/listen', 'initialize'],
  ...['tasks/get', 'tasks/list', 'tasks/cancel', 'tasks/result', 'elicitation/create', 'sampling/createMessage'],
  ...['roots/list', 'notifications/cancelled', 'notifications/progress', 'notifications/initialized'],
  ...['notifications/roots/list_changed', 'notifications/tools/list_changed', 'rpc.x', '', '__proto__', 'toString'],
  ...[null, 1, {}, 'x'.repeat(2_000)],
)

export const modernMeta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} }

const meta = fc.oneof(
  { weight: 6, arbitrary: fc.constant(modernMeta) },
  { weight: 1, arbitrary: fc.constant({ progressToken: 1 }) },
  { weight: 1, arbitrary: fc.record({ progressToken: json, [metaKeys.logLevel]: json, ...constants(modernMeta) }) },
  {
    weight: 1,
    arbitrary: fc.record(Object.fromEntries(Object.values(metaKeys).map((key) => [key, json])), { requiredKeys: [] }),
  },
  { weight: 1, arbitrary: json },
)

function constants(members: object): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, fc.constant(value)]))
}

const member = <T>(...usual: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown[]>(...usual) }, json)

const params = fc.record(
  {
    name: member('echo', 'constructor', 'region', 'fails', 'waits', 'asks', 'tells', 'toString', 'args', '__proto__'),
    arguments: member({}, { region: 'eu' }, { region: { toString: '' } }, { region: 7 }),
    uri: member('notes://a', 'notes://b?q=1', 'file:///data/../etc', 'file:///data/a%2Fb', 'notes://%', 'x'),
    cursor: member('1%3Aecho', '', '%', '99999999:a'),
    level: member('debug', 'none'),
    ref: member({ type: 'ref/resource', uri: 'notes://{id}{?q,__proto__}' }, { type: 'ref/prompt', name: 'toString' }),
    argument: member({ name: 'id', value: 'o' }, { name: '__proto__', value: '' }),
    taskId: member('x', ''),
    requestId: ids,
    progressToken: ids,
    progress: member(1),
    protocolVersion: member('2025-11-25', '2025-03-26', '2024-11-05', '2026-07-28', '1999-01-01'),
    capabilities: member({}, { elicitation: {} }),
    clientInfo: member({ name: 'c', version: '1' }),
    notifications: member({ toolsListChanged: true }, {}),
    inputResponses: json,
    requestState: member('v1.a.b.c', ''),
    task: member({}, { ttl: 1 }),
    _meta: meta,
  },
  { requiredKeys: [] },
)

/** What should be a request, a notification or a response, with every kind of mistake in it. */
export const message: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ jsonrpc: fc.constant('2.0'), id: ids, method: methods, params }) },
  {
    weight: 2,
    arbitrary: fc.record({ jsonrpc: fc.constant('2.0'), method: methods, params }, { requiredKeys: ['method'] }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), json),
        id: ids,
        method: fc.oneof(methods, json),
        params: fc.oneof(params, json),
        result: json,
        error: fc.oneof(json, fc.record({ code: fc.oneof(fc.integer(), json), message: json, data: json })),
        extra: json,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: json },
)

/** The id that an answer to `value` must have; undefined where there must be none. */
export function idToAnswer(value: unknown): string | number | undefined {
  if (!isObject(value) || !isId(value['id'])) return undefined
  const asks = 'method' in value || !('result' in value || 'error' in value)
  return asks ? value['id'] : undefined
}

/** The ids of the requests that `value` gives up. */
export function idGivenUp(value: unknown): unknown {
  if (!isObject(value) || value['method'] !== 'notifications/cancelled' || !isObject(value['params'])) return undefined
  return value['params']['requestId']
}
