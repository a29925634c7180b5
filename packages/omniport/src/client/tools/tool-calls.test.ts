import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized } from '../fixtures/fake-server.js'

const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

/** A client of a server with one tool, which declares a number and gives what it is told to. */
async function start(result: object, revision: Revision = '2026-07-28', outputSchema: object = number) {
  const errors: string[] = []
  const tool = { name: 'count', inputSchema: { type: 'object' }, outputSchema }
  const server = new FakeServer({
    'server/discover': () => discovered({ tools: {} }),
    initialize: () => initialized({ tools: {} }, revision),
    'tools/list': () => ({ result: { tools: [tool, { name: 'free', inputSchema: { type: 'object' } }] } }),
    'tools/call': () => ({ result }),
  })
  const client: Client = await connect(server.target, { revision, onError: ({ message }) => errors.push(message) })
  return { client, server, errors }
}

const structured = (structuredContent: unknown) => ({ content: [], structuredContent })

test.each<[string, object]>([
  ['what fits its schema', structured({ n: 1, more: true })],
  ['a failure in words', { content: [{ type: 'text', text: 'The date lies in the past' }], isError: true }],
  ['a failure, whatever it holds', { content: [], isError: true, structuredContent: { n: 'x' } }],
])('a listed tool may give %s', async (_name, result) => {
  verifies('TOOL-19', 'TOOL-26')
  const { client } = await start(result)
  await client.listTools()
  expect(await client.callTool('count', {})).toEqual(result)
  await client.close()
})

test.each<[string, object, string]>([
  ['what does not fit', structured({ n: 'x' }), 'structuredContent.n must be a number'],
  ['nothing', { content: [] }, 'structuredContent is missing'],
])('a listed tool may not give %s', async (_name, result, problem) => {
  verifies('TOOL-19')
  const { client } = await start(result)
  await client.listTools()
  await expect(client.callTool('count', {})).rejects.toMatchObject({
    code: 'invalid_result',
    message: `The tool "count" gave what it should not: ${problem}`,
  })
  await client.close()
})

test.each<[string, string, Revision]>([
  ['without a schema', 'free', '2026-07-28'],
  ['of a revision without schemas', 'count', '2025-03-26'],
])('a tool %s is not checked', async (_name, name, revision) => {
  const { client } = await start(structured({ n: 'x' }), revision)
  await client.listTools()
  expect(await client.callTool(name, {})).toEqual(structured({ n: 'x' }))
  await client.close()
})

test('a tool that was never listed is not checked', async () => {
  const { client, server } = await start(structured({ n: 'x' }))
  expect(await client.callTool('count', {})).toEqual(structured({ n: 'x' }))
  expect(server.methods).toEqual(['server/discover', 'tools/call'])
  await client.close()
})

test('content that a server leaves out is empty', async () => {
  const { client } = await start({ structuredContent: { n: 1 } })
  expect(await client.callTool('count', {})).toEqual(structured({ n: 1 }))
  await client.close()
})

test('a schema that cannot be used is told once, and its tool goes unchecked', async () => {
  const { client, errors } = await start(structured({ n: 'x' }), '2025-11-25', {
    $ref: 'https://example.com/schema.json',
  })
  await client.listTools()
  await client.callTool('count', {})
  expect(await client.callTool('count', {})).toEqual(structured({ n: 'x' }))
  expect(errors).toEqual(['The output schema of the tool "count" cannot be used'])
  await client.close()
})

test('output validates, types and transforms, and goes before what the tool declares', async () => {
  const { client } = await start(structured({ n: '7' }))
  await client.listTools()
  const result = await client.callTool(
    'count',
    {},
    { output: z.object({ n: z.coerce.number(), unit: z.string().default('m') }) },
  )
  expect(result).toEqual(structured({ n: 7, unit: 'm' }))
  await client.close()
})

test('output that does not fit is an invalid result', async () => {
  const { client } = await start(structured({ rows: [{ n: 'x' }] }))
  const output = z.object({ rows: z.array(z.object({ n: z.number() })) })
  await expect(client.callTool('free', {}, { output })).rejects.toMatchObject({
    code: 'invalid_result',
    message:
      'The tool "free" gave what it should not: structuredContent.rows[0].n: Invalid input: expected number, received string',
  })
  await client.close()
})

test('output that is no schema is a TypeError, and nothing is sent', async () => {
  const { client, server } = await start(structured({}))
  await expect(client.callTool('count', {}, { output: { n: z.number() } as never })).rejects.toThrow(TypeError)
  expect(server.methods).toEqual(['server/discover'])
  await client.close()
})
