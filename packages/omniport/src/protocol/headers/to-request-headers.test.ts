import { expect, test } from 'vitest'
import { type RequestHeaderOptions, toRequestHeaders } from './to-request-headers.js'

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const version = { 'mcp-protocol-version': '2026-07-28' }
const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    depth: { type: 'integer', 'x-mcp-header': 'Depth' },
  },
}

interface Row {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly options?: RequestHeaderOptions
}

test.each<[string, Row, Readonly<Record<string, string>>]>([
  ['a method without a name', { method: 'tools/list', params: { _meta } }, { ...version, 'mcp-method': 'tools/list' }],
  ['a message without _meta', { method: 'ping' }, { 'mcp-method': 'ping' }],
  [
    'a resource',
    { method: 'resources/read', params: { uri: 'a://b' } },
    { 'mcp-method': 'resources/read', 'mcp-name': 'a://b' },
  ],
  ['a task', { method: 'tasks/get', params: { taskId: 't1' } }, { 'mcp-method': 'tasks/get', 'mcp-name': 't1' }],
  [
    'a method of another extension',
    { method: 'tasks/get', params: { id: 't1' }, options: { nameParams: new Map([['tasks/get', 'id']]) } },
    { 'mcp-method': 'tasks/get', 'mcp-name': 't1' },
  ],
  [
    'a call with marked arguments, one of them absent',
    { method: 'tools/call', params: { name: 'a', arguments: { region: 'Zürich' } }, options: { inputSchema } },
    { 'mcp-method': 'tools/call', 'mcp-name': 'a', 'mcp-param-region': '=?base64?WsO8cmljaA==?=' },
  ],
  [
    'a call of a tool whose marks are wrong',
    {
      method: 'tools/call',
      params: { name: 'a', arguments: { x: 1 } },
      options: { inputSchema: { type: 'object', properties: { x: { type: 'number', 'x-mcp-header': 'X' } } } },
    },
    { 'mcp-method': 'tools/call', 'mcp-name': 'a' },
  ],
])('the headers of %s', (_name, { method, params, options }, expected) => {
  const message = { jsonrpc: '2.0' as const, id: 1, method, ...(params !== undefined && { params }) }
  expect(toRequestHeaders(message, options)).toEqual(expected)
})
