import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { prompt } from './prompt.js'

async function connect(definition: unknown) {
  const { server } = defineServer({ prompts: { p: definition as never } })
  return connectRaw(server)
}

test('arguments are listed in their order, with what the schema says, and which are required', async () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', title: 'A' }, b: { type: 'string', description: 'B' }, c: {} },
    required: ['b'],
  }
  const { request, close } = await connect(prompt({ arguments: schema, get: () => 'x' } as never))
  const { result } = await request('prompts/list')
  expect((result as { readonly prompts: readonly object[] }).prompts).toEqual([
    {
      name: 'p',
      arguments: [{ name: 'a', title: 'A' }, { name: 'b', description: 'B', required: true }, { name: 'c' }],
    },
  ])
  close()
})

test('no argument is required where the schema does not say so', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const { request, close } = await connect(prompt({ arguments: schema, get: () => 'x' } as never))
  const { result } = await request('prompts/list')
  expect(result).toMatchObject({ prompts: [{ name: 'p', arguments: [{ name: 'a' }] }] })
  expect(JSON.stringify(result)).not.toContain('required')
  close()
})

test.each<[string, object, string]>([
  [
    'a document',
    { type: 'object', properties: { a: { type: 'number' } } },
    'arguments: a takes no string, and clients send strings',
  ],
  ['Zod', z.object({ a: z.number() }), 'arguments are strings on the wire: coerce a'],
  [
    'Zod, with several',
    z.object({ a: z.number(), b: z.string(), c: z.boolean().optional() }),
    'arguments are strings on the wire: coerce a, c',
  ],
])('an argument that takes no string is refused: %s', (_name, schema, problem) => {
  const definition = { arguments: schema, get: () => 'x' }
  expect(thrownBy(() => defineServer({ prompts: { p: definition as never } }))).toEqual(
    new TypeError(`prompt "p": ${problem}`),
  )
})

test('an argument that is coerced gets the string of the client', async () => {
  const definition = { arguments: z.object({ a: z.coerce.number() }), get: ({ a }: { a: number }) => `${a + 1}` }
  const { request, close } = await connect(definition)
  const { result } = await request('prompts/get', { name: 'p', arguments: { a: '41' } })
  expect(result).toMatchObject({ messages: [{ content: { text: '42' } }] })
  close()
})
