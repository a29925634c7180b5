import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { JsonSchema } from '../../schema/schema.js'
import { SchemaError } from '../../schema/schema-error.js'
import { jsonSchema } from '../../schema/standard/json-schema.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { deferred } from '../fixtures/connect-fake.js'
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

/** A client of a server whose tool answers when the test says so. */
async function startLater() {
  const tool = { name: 'count', inputSchema: { type: 'object' }, outputSchema: number as object }
  const reply = deferred<object>()
  const server = new FakeServer({
    initialize: () => initialized({ tools: {} }, '2025-11-25'),
    'tools/list': () => ({ result: { tools: [{ ...tool }] } }),
    'tools/call': async () => ({ result: await reply.promise }),
  })
  const client: Client = await connect(server.target, { revision: '2025-11-25' })
  return { client, tool, answer: reply.resolve }
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

const uncheckable: readonly (readonly [string, object, string])[] = [
  [
    'refers to the network',
    { type: 'object', properties: { n: { $ref: 'https://example.com/n.json' } } },
    'JSON Schema refused at /properties/n/$ref: references must stay inside the document (#, #/…, #anchor)',
  ],
  [
    'refers to another document',
    { type: 'object', allOf: [{ $ref: 'n.json#/$defs/n' }] },
    'JSON Schema refused at /allOf/0/$ref: references must stay inside the document (#, #/…, #anchor)',
  ],
  ['refers to nothing', { $ref: '#/$defs/n' }, 'JSON Schema refused at /$ref: #/$defs/n has no target'],
  [
    'has a reference of an older dialect that leads out of it',
    { type: 'object', properties: { n: { $recursiveRef: 'n.json' } } },
    'JSON Schema refused at /properties/n/$recursiveRef: references must stay inside the document (#, #/…, #anchor)',
  ],
  [
    'is of an unknown dialect',
    { $schema: 'https://example.com/dialect', type: 'object' },
    'JSON Schema refused at /$schema: unsupported dialect; supported are https://json-schema.org/draft/2020-12/schema, ' +
      'https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema#',
  ],
  [
    'has a pattern that is noticed only when it is compiled',
    { type: 'object', properties: { n: { pattern: '\\p{Script=Grek}' } } },
    'JSON Schema refused at /properties/n/pattern: the pattern cannot be run in linear time: ' +
      'error parsing regexp: invalid character class range: `\\p{Grek}`',
  ],
  [
    'pretends to be a schema of a library',
    { '~standard': { version: 1, vendor: 'x', jsonSchema: {} }, $ref: 'https://example.com/' },
    'JSON Schema refused at /$ref: references must stay inside the document (#, #/…, #anchor)',
  ],
]

test.each(uncheckable)('a tool whose output schema %s is listed, and not called', async (_name, schema, reason) => {
  verifies('JSCH-07', 'JSCH-09')
  const { client, server, errors } = await start(structured({ n: 1 }), '2025-11-25', schema)
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['count', 'free'])
  const refusal = {
    code: 'unsupported',
    message:
      `The tool "count" was not called, because its output schema cannot be checked: ${reason}. ` +
      'With validateOutput: false it is called, and its result is not checked',
  }
  await expect(client.callTool('count', {})).rejects.toMatchObject(refusal)
  await expect(client.callTool('count', {})).rejects.toMatchObject(refusal)
  await expect(client.callTask('count', {})).rejects.toMatchObject(refusal)
  expect(server.methods.filter((method) => method === 'tools/call')).toEqual([])
  expect(errors).toEqual([])
  await client.close()
})

test.each(uncheckable)('a tool whose output schema %s is called with validateOutput: false', async (_name, schema) => {
  const { client } = await start(structured({ n: 'x' }), '2025-11-25', schema)
  await client.listTools()
  expect(await client.callTool('count', {}, { validateOutput: false })).toEqual(structured({ n: 'x' }))
  await client.close()
})

test('a schema of the caller stands in for one that cannot be checked', async () => {
  const { client } = await start(structured({ n: 1 }), '2025-11-25', { $ref: 'https://example.com/' })
  await client.listTools()
  expect(await client.callTool('count', {}, { output: z.object({ n: z.number() }) })).toEqual(structured({ n: 1 }))
  await client.close()
})

test('validateOutput: false leaves a result as it is, and anything but true and false is a TypeError', async () => {
  const { client, server } = await start(structured({ n: 'x' }))
  await client.listTools()
  expect(await client.callTool('count', {}, { validateOutput: false })).toEqual(structured({ n: 'x' }))
  const sent = server.methods.length
  await expect(client.callTool('count', {}, { validateOutput: 'no' as never })).rejects.toThrow(
    new TypeError('validateOutput must be true or false, got "no"'),
  )
  expect(server.methods.length).toBe(sent)
  await client.close()
})

test('a result is checked against the schema that was listed when the tool was called', async () => {
  const { client, tool, answer } = await startLater()
  await client.listTools()
  const result = client.callTool('count', {})
  tool.outputSchema = { $ref: 'https://example.com/' }
  await client.listTools({ fresh: true })
  answer(structured({ n: 'x' }))
  await expect(result).rejects.toMatchObject({ code: 'invalid_result' })
  await client.close()
})

test('an output of plain JSON Schema that does not compile is refused before anything is sent', async () => {
  const { client, server } = await start(structured({}))
  for (const output of [jsonSchema({ pattern: '\\p{Script=Grek}' }), { type: 'object', pattern: '\\p{Script=Grek}' }]) {
    await expect(client.callTool('count', {}, { output: output as JsonSchema })).rejects.toThrow(SchemaError)
  }
  expect(server.methods).toEqual(['server/discover'])
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
