import { expect, test } from 'vitest'
import { failure, hostWith, media } from '../fixtures/host-with.js'
import { toAnthropicTools } from './to-anthropic-tools.js'

test('the tools are those of the Messages API', async () => {
  expect((await toAnthropicTools(hostWith(media))).tools).toEqual([
    { name: 'a_b', description: '[MCP server "a", tool "b"]', input_schema: { type: 'object', properties: {} } },
  ])
})

test('only the calls of a message are run, with their input', async () => {
  const calls: unknown[][] = []
  const { run } = await toAnthropicTools(hostWith(media, calls))
  const { signal } = new AbortController()
  const content = [
    { type: 'text', text: 'I call' },
    { type: 'tool_use', id: 'call', name: 'a_b', input: { x: 1 } },
    { type: 'tool_use', id: 'own', name: 'own', input: {} },
  ]
  expect(await run(content, { signal, skip: (name) => name === 'own' })).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 'call',
      content: [
        { type: 'text', text: 't' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        {
          type: 'document',
          title: 'y.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' },
        },
      ],
    },
  ])
  expect(calls).toEqual([['a.b', { x: 1 }, { signal }]])
})

test('an error is text alone, and marked', async () => {
  const { run } = await toAnthropicTools(hostWith(failure))
  expect(await run([{ type: 'tool_use', id: '1', name: 'a_b', input: {} } as { readonly type: string }])).toEqual([
    {
      type: 'tool_result',
      tool_use_id: '1',
      content: [{ type: 'text', text: 't\n[image, image/png: not shown]\n[document y.pdf: not shown]' }],
      is_error: true,
    },
  ])
})
