import { expect, test, vi } from 'vitest'
import { Compiler } from '../../packages/omniport/src/schema/evaluate/compiler.js'
import { jsonSchema } from '../../packages/omniport/src/schema/standard/json-schema.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { connectRaw } from '../support/connect-raw.js'

const document = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const calls = 1_000

test('a plain schema is compiled at most once over 1,000 calls', async () => {
  const compile = vi.spyOn(Compiler.prototype, 'compile')
  const input = jsonSchema<{ a: number }>(document)
  expect(await callMany(input)).toBe('[{"type":"text","text":"999"}]')
  expect(compile).toHaveBeenCalledTimes(1)
  compile.mockRestore()
})

test('a schema of a library is converted at most twice, and validates once for each of 1,000 calls', async () => {
  const convert = vi.fn(() => document)
  const validate = vi.fn((value: unknown) => ({ value: value as { a: number } }))
  const input = {
    '~standard': { version: 1, vendor: 'counting', validate, jsonSchema: { input: convert, output: convert } },
  }
  expect(await callMany(input as never)).toBe('[{"type":"text","text":"999"}]')
  expect(convert.mock.calls.length).toBeLessThanOrEqual(2)
  expect(validate).toHaveBeenCalledTimes(calls)
})

async function callMany(input: ReturnType<typeof jsonSchema<{ a: number }>>): Promise<unknown> {
  await using server = createServer({
    name: 'performance',
    version: '1.0.0',
    tools: { describe: tool({ input, run: ({ a }) => String(a) }) },
  })
  const client = await connectRaw(server, { revision: '2026-07-28' })
  let text: unknown
  for (let a = 0; a < calls; a += 1) {
    const { result } = await client.request('tools/call', { name: 'describe', arguments: { a } })
    text = JSON.stringify(result?.['content'])
  }
  client.close()
  return text
}
