import { OmniportError, RpcError, type Tool } from 'omniport'
import { type Change, connect, textOf } from 'omniport/client'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

await using client = await connect('https://example.com/mcp', {
  name: 'mine',
  version: '1',
  timeoutMs: 30_000,
  limits: { pages: 3 },
  onLog: ({ level, data }) => console.error(level, data),
  elicit: ({ message, schema }) => ({
    action: 'accept',
    content: { answer: message, fields: Object.keys(schema).length },
  }),
  elicitUrl: async ({ url }, { signal }) => (signal.aborted || !url.startsWith('https:') ? 'decline' : 'accept'),
  sample: async ({ messages }) => ({
    role: 'assistant',
    model: 'none',
    content: [{ type: 'text', text: `${messages.length} messages` }],
  }),
  roots: [{ uri: 'file:///home' }],
})

const tools = await client.listTools({ fresh: true })
assert<Equals<typeof tools, readonly Tool[]>>()
assert<Equals<(typeof tools)[number]['inputSchema']['type'], 'object'>>()

const raw = await client.callTool(
  'search',
  { query: 'x' },
  { onProgress: ({ progress, total }) => console.error(progress, total) },
)
assert<Equals<typeof raw.structuredContent, unknown>>()
const typed = await client.callTool('search', { query: 'x' }, { output: z.object({ hits: z.array(z.string()) }) })
if (typed.isError) console.error(textOf(typed))
else assert<Equals<typeof typed.structuredContent, { hits: string[] }>>()
for (const block of raw.content) if (block.type === 'image') assert<Equals<typeof block.data, string>>()

let cursor: string | undefined
do {
  const page = await client.request('tools/list', { cursor })
  assert<Equals<typeof page.tools, Tool[]>>()
  cursor = page.nextCursor
} while (cursor !== undefined)
assert<Equals<Awaited<ReturnType<typeof unknownMethod>>, unknown>>()
const unknownMethod = () => client.request('com.example/anything', { any: 'thing' })

await client.callTool('slow', {}, { timeoutMs: 100 }).catch((error: unknown) => {
  if (RpcError.is(error)) assert<Equals<typeof error.code, number>>()
  else if (OmniportError.is(error) && error.code === 'timeout') console.error('too slow')
  else throw error
})

await using changes = await client.listen({ tools: true, uris: ['book://978-0'] })
for await (const change of changes) {
  assert<Equals<typeof change, Change>>()
  if (change.type === 'resource') assert<Equals<typeof change.uri, string>>()
}

const { contents } = await client.readResource('book://978-0')
assert<Equals<(typeof contents)[number]['blob'], string | undefined>>()
const { messages } = await client.getPrompt('summary', { isbn: '978-0' })
console.error(messages[0]?.content.type)
const { values } = await client.complete({ type: 'ref/prompt', name: 'summary' }, { name: 'style', value: 'd' })
assert<Equals<typeof values, string[]>>()

await connect({ command: 'node', args: ['server.js'], env: { HOME: undefined } })
await connect({ url: new URL('https://example.com'), headers: { authorization: 'Bearer x' } })
await connect(new TransformStream<unknown, unknown>())
// @ts-expect-error arguments of an answer are flat
await connect('https://example.com', { elicit: () => ({ action: 'accept', content: { a: { b: 'c' } } }) })
// @ts-expect-error there is no such revision
await connect('https://example.com', { revision: '2025-01-01' })
// @ts-expect-error there is no such limit
await connect('https://example.com', { limits: { page: 3 } })
// @ts-expect-error not something to connect to
await connect(42)
