import { describe, expect, test, vi } from 'vitest'
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  GetPromptRequestSchema,
  InitializedNotificationSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ProgressNotificationSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '../types.js'
import { parseCall } from './parse-call.js'

const schemas = {
  call: CallToolRequestSchema,
  cancelled: CancelledNotificationSchema,
  prompt: GetPromptRequestSchema,
  initialized: InitializedNotificationSchema,
  prompts: ListPromptsRequestSchema,
  resources: ListResourcesRequestSchema,
  templates: ListResourceTemplatesRequestSchema,
  tools: ListToolsRequestSchema,
  ping: PingRequestSchema,
  progress: ProgressNotificationSchema,
  read: ReadResourceRequestSchema,
  subscribe: SubscribeRequestSchema,
  unsubscribe: UnsubscribeRequestSchema,
}

type Name = keyof typeof schemas

const _meta = { progressToken: 1, 'a/b': { c: 1 } }

const valid: readonly (readonly [Name, string, object | undefined])[] = [
  ['call', 'tools/call', { name: 't' }],
  ['call', 'tools/call', { name: 't', arguments: { a: [1] }, _meta }],
  ['cancelled', 'notifications/cancelled', { requestId: 1 }],
  ['cancelled', 'notifications/cancelled', { requestId: 'a', reason: 'r', _meta }],
  ['prompt', 'prompts/get', { name: 'p', arguments: { a: 'b' }, _meta }],
  ['prompt', 'prompts/get', { name: 'p' }],
  ['initialized', 'notifications/initialized', undefined],
  ['initialized', 'notifications/initialized', { _meta: {} }],
  ['prompts', 'prompts/list', undefined],
  ['prompts', 'prompts/list', { cursor: 'c', _meta }],
  ['resources', 'resources/list', {}],
  ['templates', 'resources/templates/list', { cursor: '' }],
  ['tools', 'tools/list', { cursor: 'c' }],
  ['ping', 'ping', undefined],
  ['progress', 'notifications/progress', { progressToken: 1, progress: 0.5 }],
  ['progress', 'notifications/progress', { progressToken: 'a', progress: 1, total: 2, message: 'm', _meta }],
  ['read', 'resources/read', { uri: 'a:b', _meta }],
  ['subscribe', 'resources/subscribe', { uri: 'a:b' }],
  ['unsubscribe', 'resources/unsubscribe', { uri: 'a:b' }],
]

describe('a valid message gives its known members', () => {
  test.each(valid)('%s: %s %j', (name, method, params) => {
    const message = { jsonrpc: '2.0', id: 1, method, ...(params && { params }) }
    const parsed = parseCall(schemas[name], message)
    expect(parsed).toEqual({ method, ...(params && { params }) })
    expect(parsed).toEqual(schemas[name].parse(message))
  })

  test('without its schema, which takes far longer', () => {
    const asked = valid.filter(([name, method, params]) => {
      const run = vi.spyOn(schemas[name]._zod, 'run')
      parseCall(schemas[name], { method, ...(params && { params }) })
      const count = run.mock.calls.length
      run.mockRestore()
      return count > 0
    })
    expect(asked).toEqual([])
  })
})

test('members that a schema does not know are left out', () => {
  const params = { name: 't', other: 1, arguments: {} }
  expect(parseCall(schemas.call, { method: 'tools/call', params })).toEqual({
    method: 'tools/call',
    params: { name: 't', arguments: {} },
  })
})

describe('what the quick check does not accept is as the schema has it', () => {
  test.each<[Name, object]>([
    ['call', { method: 'tools/list', params: { name: 't' } }],
    ['call', { method: 'tools/call' }],
    ['call', { method: 'tools/call', params: {} }],
    ['call', { method: 'tools/call', params: [] }],
    ['call', { method: 'tools/call', params: { name: 5 } }],
    ['call', { method: 'tools/call', params: { name: 't', arguments: [] } }],
    ['call', { method: 'tools/call', params: { name: 't', arguments: null } }],
    ['call', { method: 'tools/call', params: { name: 't', _meta: [] } }],
    ['call', { method: 'tools/call', params: { name: 't', _meta: { progressToken: {} } } }],
    ['call', { method: 'tools/call', params: { name: 't', task: 5 } }],
    ['cancelled', { method: 'notifications/cancelled', params: { requestId: {} } }],
    ['cancelled', { method: 'notifications/cancelled', params: { reason: 5 } }],
    ['prompt', { method: 'prompts/get', params: { name: 'p', arguments: { a: 5 } } }],
    ['tools', { method: 'tools/list', params: { cursor: 5 } }],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1 } }],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1, progress: '1' } }],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1, progress: Number.NaN } }],
    ['progress', { method: 'notifications/progress', params: { progress: 1 } }],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: '2' } }],
    ['progress', { method: 'notifications/progress', params: { progressToken: 1, progress: 1, message: 5 } }],
    ['read', { method: 'resources/read', params: { uri: 5 } }],
    ['read', { method: 'resources/read' }],
  ])('%s refuses %j', (name, message) => {
    expect(schemas[name].safeParse(message).success).toBe(false)
    expect(() => parseCall(schemas[name], message as { method: string })).toThrow(
      expect.objectContaining({ name: expect.stringMatching(/ZodError$/) }),
    )
  })

  test.each<[Name, object]>([
    ['call', { method: 'tools/call', params: { name: 't', task: { ttl: 5 } } }],
    ['call', { method: 'tools/call', params: { name: 't', arguments: Object.create({ a: 1 }) } }],
    [
      'call',
      {
        method: 'tools/call',
        params: { name: 't', _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } },
      },
    ],
  ])('%s takes %j', (name, message) => {
    expect(parseCall(schemas[name], message as { method: string })).toEqual(schemas[name].parse(message))
  })

  test('a member `__proto__` of arguments is no prototype', () => {
    const params = JSON.parse('{"name":"t","arguments":{"__proto__":{"polluted":true}}}')
    const parsed = parseCall(schemas.call, { method: 'tools/call', params }) as {
      params: { arguments: { polluted?: true } }
    }
    expect(parsed.params.arguments.polluted).toBeUndefined()
  })
})
