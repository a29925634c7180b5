import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Content, createServer, type Input, type Output, prompt, type Schema, tool } from 'omniport'
import { z } from 'zod'
import { assert, type Equals } from './equals.js'

const identity = { name: 'x', version: '1' }

// Arguments come from the schema, whatever makes it.
tool({ input: z.object({ a: z.string() }).refine(({ a }) => a !== ''), run: ({ a }) => a })
tool({
  input: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('by-id'), id: z.string() }),
    z.object({ kind: z.literal('all') }),
  ]),
  run: (args) => (args.kind === 'by-id' ? args.id : args.kind),
})
tool({
  input: { type: 'object', properties: { a: { type: 'string' } } },
  run: (args) => {
    assert<Equals<typeof args, { a?: string | undefined }>>()
  },
})
const schema: Schema<{ a: string }, { a: string }> = z.object({ a: z.string() })
assert<Equals<Output<typeof schema>['a'], string>>()
const withDefault = z.object({ days: z.number().default(3) })
assert<Equals<Input<typeof withDefault>, { days?: number | undefined }>>()
assert<Equals<Output<typeof withDefault>, { days: number }>>()

// @ts-expect-error a raw shape: wrap it
tool({ input: { a: z.string() }, run: () => '' })
declare const withoutConversion: StandardSchemaV1<{ a: string }, { a: string }>
// @ts-expect-error it cannot say itself as JSON Schema
tool({ input: withoutConversion, run: () => '' })
const widened = { type: 'object', properties: {} }
// @ts-expect-error `type` is any string: `as const`, or jsonSchema(…)
tool({ input: widened, run: () => '' })

// Inside createServer nothing turns into any.
createServer({
  ...identity,
  tools: {
    args: tool({
      run: (args, ctx) => {
        assert<Equals<typeof args, Record<string, unknown>>>()
        assert<Equals<typeof ctx.request.id, string | number>>()
      },
    }),
    typed: tool({
      input: z.object({ a: z.number() }),
      run: (args) => {
        assert<Equals<typeof args, { a: number }>>()
      },
    }),
  },
})
// @ts-expect-error args are not any
createServer({ ...identity, tools: { t: tool({ run: (args) => args.some.thing }) } })
// @ts-expect-error nor is the result
createServer({ ...identity, tools: { t: tool({ run: () => Symbol('x') }) } })

// What is returned has to fit the output, and literals stay literal.
const status = z.object({ status: z.enum(['ok', 'bad']), codes: z.array(z.literal([1, 2])).optional() })
createServer({
  ...identity,
  tools: {
    direct: tool({ output: status, run: () => ({ status: 'ok', codes: [1] }) }),
    branches: tool({ output: status, run: () => (identity.name ? { status: 'ok' } : { status: 'bad' }) }),
    awaited: tool({
      output: status,
      async run(_args, ctx) {
        ctx.progress(1)
        return { status: 'bad', codes: [2, 1] }
      },
    }),
  },
})
tool({ output: z.array(z.number()), run: () => [1, 2] })
tool({
  output: status,
  run: () => ({
    // @ts-expect-error another value of the enum: the error is at the property
    status: 'fine',
  }),
})
tool({
  output: z.object({ count: z.number() }),
  run: () => ({
    // @ts-expect-error another type
    count: 'x',
  }),
})
createServer({
  ...identity,
  tools: {
    nested: tool({
      output: z.object({ list: z.array(z.object({ count: z.number() })) }),
      // @ts-expect-error also deep inside; the message ends at the property
      async run() {
        return { list: [{ count: 'x' }] }
      },
    }),
  },
})
tool({
  output: z.object({ count: z.number() }),
  // @ts-expect-error nothing at all
  run: () => {},
})
// @ts-expect-error a slip inside content is an error, not a structured value
tool({ run: () => ({ content: [{ type: 'txt', text: 'x' }] }) })

// Forms are one level deep.
tool({
  run: async (_args, ctx) => {
    const question = z.object({ when: z.iso.date(), many: z.array(z.enum(['a', 'b'])), n: z.number().default(3) })
    const typed = await ctx.elicit('?', question, { key: 'first' })
    assert<Equals<typeof typed.content, { when: string; many: ('a' | 'b')[]; n: number } | undefined>>()
    const untyped = await ctx.elicit('?', { type: 'object', properties: { n: { type: 'number' } } })
    assert<Equals<typeof untyped.content, { n?: number | undefined } | undefined>>()
    // @ts-expect-error an object inside a form
    await ctx.elicit('?', z.object({ address: z.object({ street: z.string() }) }))
  },
})

// Without tools a model answers in content; with tools it may ask for one.
tool({
  run: async (_args, ctx) => {
    const plain = await ctx.sample({ messages: [{ role: 'user', content: 'Hello' }], maxTokens: 9 })
    const content: readonly Content[] = plain.content
    const tooled = await ctx.sample({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      maxTokens: 9,
      tools: [{ name: 'add', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'required' },
    })
    const [block] = tooled.content
    return block?.type === 'tool_use' ? block.name : content
  },
})

prompt({
  arguments: z.object({ language: z.enum(['ts', 'py']), depth: z.coerce.number().optional() }),
  get: ({ language, depth }) => `${language} ${depth?.toFixed()}`,
})
