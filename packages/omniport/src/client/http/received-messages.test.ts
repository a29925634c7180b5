import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { ToolHeaders } from '../tools/tool-headers.js'
import { createFakeEndpoint, reply } from './fixtures/fake-endpoint.js'
import { addMirrorHeaders } from './mirror-headers.js'
import { noResponseError, parseEvent, toOwnMessage } from './received-messages.js'

const { endpoint } = createFakeEndpoint(() => reply(), { headers: { authorization: 'Bearer the-secret' } })
const event = (text: string, type = 'message') => ({ type, id: undefined, data: new TextEncoder().encode(text) })

describe('an event', () => {
  test('holds a message, or nothing', () => {
    expect([
      parseEvent(event('{"a":1}'), endpoint),
      parseEvent(event(''), endpoint),
      parseEvent(event('{"a":1}', 'endpoint'), endpoint),
    ]).toEqual([{ a: 1 }, undefined, undefined])
  })

  test('may be read by who asked for it, who leaves some to be parsed', () => {
    const readRaw = (bytes: Uint8Array) => (bytes.length > 1 ? 'raw' : undefined)
    expect([parseEvent(event('12'), endpoint, readRaw), parseEvent(event('1'), endpoint, readRaw)]).toEqual(['raw', 1])
  })

  test.each<[string, Uint8Array, string]>([
    ['no JSON', new TextEncoder().encode('{'), 'The message is not JSON'],
    ['no UTF-8', Uint8Array.of(0xff), 'The message is not UTF-8'],
    ['deep', new TextEncoder().encode('['.repeat(65) + ']'.repeat(65)), 'Invalid message: '],
  ])('that is %s is an error', (_name, data, message) => {
    expect(thrownBy(() => parseEvent({ type: 'message', id: undefined, data }, endpoint))).toMatchObject({
      code: -32700,
      message: expect.stringMatching(new RegExp(`^${message}`)),
    })
  })
})

describe('a message that was received', () => {
  const error = { code: 1, message: 'the-secret' }
  const clean = { code: 1, message: '***' }

  test.each<[unknown, string | number | undefined, unknown]>([
    [{ error }, 7, { id: 7, error: clean }],
    [{ id: null, error }, 7, { id: 7, error: clean }],
    [{ id: 'a', error }, 7, { id: 'a', error: clean }],
    [{ error }, undefined, { error: clean }],
    [{ result: {} }, 7, { result: {} }],
    ['text', 7, 'text'],
    [null, 7, null],
  ])('%j, in the reply to %s, is %j', (received, id, expected) => {
    expect(toOwnMessage(received, endpoint, id)).toEqual(expected)
  })
})

test('a reply without a response is an error that says what it has', () => {
  expect(noResponseError(endpoint, 'a page')).toEqual(
    new OmniportError('invalid_result', 'https://mcp.example/mcp gave no answer but a page'),
  )
})

describe('the headers that repeat a message', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' }
  const tools = new ToolHeaders(() => {})
  tools.replace([{ name: 'query', inputSchema: { type: 'object', properties: { region } } }])
  const args = { region: 'eu' }

  test.each<[string, object | undefined, object]>([
    ['ping', undefined, { 'mcp-method': 'ping' }],
    [
      'tools/call',
      { name: 'query', arguments: args },
      { 'mcp-method': 'tools/call', 'mcp-name': 'query', 'mcp-param-region': 'eu' },
    ],
    ['tools/call', { name: 'query' }, { 'mcp-method': 'tools/call', 'mcp-name': 'query' }],
    ['tools/call', { name: 7, arguments: args }, { 'mcp-method': 'tools/call' }],
    ['tools/call', undefined, { 'mcp-method': 'tools/call' }],
    ['prompts/get', { name: 'query', arguments: args }, { 'mcp-method': 'prompts/get', 'mcp-name': 'query' }],
    ['x/get', { key: 'k' }, { 'mcp-method': 'x/get', 'mcp-name': 'k' }],
  ])('%s %j are %j', (method, params, expected) => {
    const headers: Record<string, string> = { accept: 'a' }
    const mirror = { endpoint: { ...endpoint, nameParams: new Map([['x/get', 'key']]) }, tools }
    addMirrorHeaders(
      headers,
      { jsonrpc: '2.0', method, ...(params !== undefined && { params: { ...params } }) },
      mirror,
    )
    expect(headers).toEqual({ accept: 'a', ...expected })
  })
})
