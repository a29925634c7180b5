import { expect, test } from 'vitest'
import type { RawJson } from '../../values/json/raw-json.js'
import { createRawReader } from './create-raw-reader.js'
import { UpstreamResult } from './upstream-result.js'

const bounds = { jsonDepth: 64, jsonNodes: 100_000 }
const encoder = new TextEncoder()
const long = 'x'.repeat(4_096)
const content = `"content":[{"type":"text","text":"${long}"}]`

function read(message: string, accepts: (id: unknown) => boolean = () => true) {
  return createRawReader(bounds)(encoder.encode(message), accepts)
}

/** The result of a response that is read without it. */
function resultOf(result: string): UpstreamResult {
  return read(`{"jsonrpc":"2.0","id":7,"result":${result}}`)?.result as UpstreamResult // the test compares it otherwise
}

test.each([
  ['a response', `{"jsonrpc":"2.0","id":1,"result":{${content}}}`, 1],
  ['one whose members are in another order', `{"result":{${content}},"id":"a","jsonrpc":"2.0"}`, 'a'],
  ['one with spaces', ` { "jsonrpc" : "2.0" , "id" : 1 , "result" : { ${content} } } `, 1],
  ['one that says that it is complete', `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",${content}}}`, 1],
])('%s is read without its result', (_name, message, id) => {
  const response = read(message)
  expect(response).toEqual({ jsonrpc: '2.0', id, result: expect.any(UpstreamResult) })
  expect(response?.result).toMatchObject({ value: JSON.parse(message).result })
})

test.each([
  ['a short response', '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'],
  ['an error', `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"${long}"}}`],
  ['a result and an error', `{"jsonrpc":"2.0","id":1,"result":{${content}},"error":{"code":1,"message":""}}`],
  ['a request', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${long}"}}`],
  ['a notification', `{"jsonrpc":"2.0","method":"notifications/message","params":{"x":"${long}"}}`],
  ['a batch', `[{"jsonrpc":"2.0","id":1,"result":{${content}}}]`],
  ['a response without an id', `{"jsonrpc":"2.0","result":{${content}}}`],
  ['an id that is none', `{"jsonrpc":"2.0","id":1.5,"result":{${content}}}`],
  ['another version', `{"jsonrpc":"1.0","id":1,"result":{${content}}}`],
  ['a result that is no object', `{"jsonrpc":"2.0","id":1,"result":["${long}"]}`],
  ['two results', `{"jsonrpc":"2.0","id":1,"result":{${content}},"result":{${content}}}`],
  ['two ids', `{"jsonrpc":"2.0","id":1,"id":2,"result":{${content}}}`],
  ['other members', `{"jsonrpc":"2.0","id":1,"result":{${content}},"more":1}`],
  ['names with escapes', `{"jsonrpc":"2.0","id":1,"r\\u0065sult":{${content}}}`],
  ['a question', `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","x":"${long}"}}`],
  ['a state', `{"jsonrpc":"2.0","id":1,"result":{"requestState":"${long}"}}`],
  ['a task', `{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"1"},"x":"${long}"}}`],
  ['a task of the extension', `{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","taskId":"1","x":"${long}"}}`],
  [
    'members of a result that stand twice',
    `{"jsonrpc":"2.0","id":1,"result":{${content},"isError":true,"isError":false}}`,
  ],
  ['line breaks', `{"jsonrpc":"2.0","id":1,\n"result":{${content}}}`],
  ['a long id', `{"jsonrpc":"2.0","id":"${long}","result":{${content}}}`],
  ['what is not JSON', `{"jsonrpc":"2.0","id":1,"result":{${content}]}`],
  ['two messages', `{"jsonrpc":"2.0","id":1,"result":{${content}}} {}`],
])('%s: it is to be parsed', (_name, message) => {
  expect(read(message)).toBeUndefined()
})

test('a response that takes values is to be parsed', () => {
  const asked: unknown[] = []
  const accepts = (id: unknown) => asked.push(id) > 1
  const message = `{"jsonrpc":"2.0","id":7,"result":{${content}}}`
  expect([read(message, accepts), asked]).toEqual([undefined, [7]])
})

test('what says that a tool failed is known', () => {
  const members = [`,"isError":true`, `,"isError":false`, '']
  const isError = members.map((member) => resultOf(`{${content}${member}}`).isError)
  expect(isError).toEqual([true, false, false])
})

test('a result whose long parts stay bytes is changed around them', () => {
  const rows = `{"rows":[1.0,{"text":"${long}"}]}`
  const raw = resultOf(`{"structuredContent":${rows},${content},"gone":{"text":"${long}"}}`)
  const mapped = raw.map((given) => {
    const { gone: _, ...others } = given as { readonly gone: unknown }
    expect(JSON.stringify(given).length).toBeLessThan(400)
    return { added: true, ...others }
  })
  const text = new TextDecoder().decode((mapped as RawJson).bytes) // it was changed
  expect(text).toBe(`{"added":true,"structuredContent":${rows},${content}}`)
  expect(raw.map((given) => given)).toBe(raw)
})

test('a result of many short parts is changed as a value, and passes as it came where nothing changes', () => {
  const rows = Array.from({ length: 500 }, (_, id) => `{"type":"text","text":"${id}.0"}`)
  const raw = resultOf(`{"content":[${rows.join(', ')}]}`)
  expect(raw.map((given) => given)).toBe(raw)
  expect(raw.map((given) => ({ ...given, added: 1 }))).toEqual({ ...(raw.value as object), added: 1 })
})
