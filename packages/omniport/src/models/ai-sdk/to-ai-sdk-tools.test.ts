import { expect, test } from 'vitest'
import type { ToolResult } from '../../client/tools/tool-result.js'
import type { Host } from '../../host/host.js'
import { toAiSdkTools } from './to-ai-sdk-tools.js'

const calls: unknown[][] = []

const host = {
  tools: async () => [{ name: 'a__b', server: 'a', tool: 'b', description: 'D', inputSchema: { type: 'object' } }],
  callTool: async (...call: unknown[]) => {
    calls.push(call)
    return { content: [], isError: false }
  },
} as unknown as Host

test('each tool is there by its name, and its schema reaches the model unchanged', async () => {
  const { a__b: tool, ...others } = await toAiSdkTools(host)
  expect(others).toEqual({})
  expect([tool?.type, tool?.description]).toEqual(['dynamic', '[MCP server "a", tool "b"] D'])
  expect(tool?.inputSchema).toMatchObject({ jsonSchema: { type: 'object', properties: {} } })
  expect(Reflect.get(tool?.inputSchema ?? {}, Symbol.for('vercel.ai.schema'))).toBe(true)
})

test('its schema is a Standard Schema that lets every value through', async () => {
  const { a__b: tool } = await toAiSdkTools(host)
  const standard = tool?.inputSchema['~standard']
  expect([standard?.version, standard?.vendor, standard?.validate(5)]).toEqual([1, 'omniport', { value: 5 }])
})

test('a call goes to the host with the signal', async () => {
  const { a__b: tool } = await toAiSdkTools(host)
  const { signal: abortSignal } = new AbortController()
  expect(await tool?.execute({ x: 1 }, { abortSignal })).toEqual({ content: [], isError: false })
  expect(calls).toEqual([['a__b', { x: 1 }, { signal: abortSignal }]])
})

test('text, images and documents reach the model as such', async () => {
  const { a__b: tool } = await toAiSdkTools(host)
  const output = {
    content: [
      { type: 'text', text: 't' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'x:/y.pdf', mimeType: 'application/pdf', blob: 'BBBB' } },
    ],
    isError: false,
  } as unknown as ToolResult<unknown>
  expect(tool?.toModelOutput({ output })).toEqual({
    type: 'content',
    value: [
      { type: 'text', text: 't' },
      { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' },
      { type: 'file', data: { type: 'data', data: 'BBBB' }, mediaType: 'application/pdf', filename: 'y.pdf' },
    ],
  })
})

test('an error is a text', async () => {
  const { a__b: tool } = await toAiSdkTools(host)
  const output: ToolResult<unknown> = { content: [{ type: 'text', text: 'no' }], isError: true }
  expect(tool?.toModelOutput({ output })).toEqual({ type: 'error-text', value: 'no' })
})
