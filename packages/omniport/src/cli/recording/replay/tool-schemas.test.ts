import { expect, test } from 'vitest'
import { ToolSchemas } from './tool-schemas.js'

const schema = (title: string) => ({ type: 'object', title })
const call = (name: unknown) => ({ method: 'tools/call', params: { name, _meta: { version: 1 } } })

/** Schemas of a server with these pages of tools, and what it was asked. */
function serverOf(pages: readonly object[]) {
  const asked: unknown[] = []
  const schemas = new ToolSchemas(async (request) => {
    asked.push(request)
    return { result: pages[asked.length - 1] }
  })
  return { schemas, asked }
}

test('tools are known from what the server has said', async () => {
  const { schemas, asked } = serverOf([])
  const tools = [{ name: 'a', inputSchema: schema('a') }, { name: 7, inputSchema: schema('7') }, null]
  expect(schemas.learn({ result: { tools, nextCursor: 'next' } })).toBe('next')
  expect([await schemas.find(call('a')), asked]).toEqual([schema('a'), []])
})

test.each([[undefined], [{}], [{ tools: 'none' }], [[]]])('the answer %j has no tools', (result) => {
  expect(new ToolSchemas(async () => undefined).learn({ result })).toBe(undefined)
})

test('a tool that is not known is looked for once, on all pages', async () => {
  const { schemas, asked } = serverOf([
    { tools: [{ name: 'a', inputSchema: schema('a') }], nextCursor: 'c1' },
    { tools: [{ name: 'b', inputSchema: schema('b') }] },
  ])
  expect([await schemas.find(call('b')), await schemas.find(call('a')), await schemas.find(call('z'))]).toEqual([
    schema('b'),
    schema('a'),
    undefined,
  ])
  expect(asked).toEqual([
    { jsonrpc: '2.0', id: 'omniport-replay-1', method: 'tools/list', params: { _meta: { version: 1 } } },
    { jsonrpc: '2.0', id: 'omniport-replay-2', method: 'tools/list', params: { _meta: { version: 1 }, cursor: 'c1' } },
  ])
})

test('at most 64 pages are read', async () => {
  const { schemas, asked } = serverOf(Array.from({ length: 99 }, (_, at) => ({ nextCursor: `c${at}` })))
  await schemas.find(call('a'))
  expect(asked).toHaveLength(64)
})

test('a call without a name asks nothing', async () => {
  const { schemas, asked } = serverOf([])
  expect([await schemas.find(call(7)), await schemas.find({}), asked]).toEqual([undefined, undefined, []])
})

test('a server that does not answer has no tools', async () => {
  const schemas = new ToolSchemas(async () => undefined)
  expect(await schemas.find(call('a'))).toBe(undefined)
})
