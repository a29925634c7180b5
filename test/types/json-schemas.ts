import { createServer, type Input, type JsonSchema, type Output, prompt, tool } from 'omniport'
import { connect } from 'omniport/client'
import { assert, type Equals } from './equals.js'

// Arguments come from a JSON Schema literal, without `as const`.
const search = tool({
  input: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1 },
      limit: { type: 'integer', default: 10 },
      sort: { enum: ['new', 'old', null] },
      kind: { const: 'note' },
      cursor: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      within: {
        type: 'object',
        properties: { from: { type: 'number' }, to: { type: 'number' }, strict: { type: 'boolean', default: false } },
        required: ['from'],
      },
      owner: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } } }] },
    },
    required: ['query', 'kind', 'within'],
  },
  run: (args) => {
    assert<
      Equals<
        typeof args,
        {
          query: string
          limit: number
          kind: 'note'
          within: { from: number; strict: boolean; to?: number | undefined }
          sort?: 'new' | 'old' | null | undefined
          cursor?: string | null | undefined
          tags?: string[] | undefined
          owner?: string | { id?: number | undefined } | undefined
        }
      >
    >()
    // @ts-expect-error a misspelt argument
    return args.qurey
  },
})

// What a literal does not tell is unknown.
tool({
  input: {
    type: 'object',
    properties: {
      reference: { $ref: '#/$defs/a' },
      anything: {},
      always: true,
      list: { type: 'array' },
      pair: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      free: { type: 'object' },
    },
    required: ['reference', 'anything', 'always', 'list', 'pair', 'map', 'free'],
    additionalProperties: { type: 'string' },
    $defs: { a: { type: 'string' } },
  },
  run: ({ reference, anything, always, list, pair, map, free, ...others }) => {
    assert<Equals<typeof reference, unknown>>()
    assert<Equals<typeof anything, unknown>>()
    assert<Equals<typeof always, unknown>>()
    assert<Equals<typeof list, unknown[]>>()
    assert<Equals<typeof pair, unknown[]>>()
    assert<Equals<typeof map, Record<string, number>>>()
    assert<Equals<typeof free, Record<string, unknown>>>()
    assert<Equals<(typeof others)[string], unknown>>()
  },
})
declare const document: JsonSchema
tool({
  input: document,
  run: (args) => {
    assert<Equals<typeof args, Record<string, unknown>>>()
  },
})
declare const listed: { type: 'object'; properties?: { [name: string]: object }; required?: string[] }
assert<Equals<Output<typeof listed>, Record<string, unknown>>>()
declare const named: { type: 'object'; properties: { a: { type: 'string' } }; required: string[] }
assert<Equals<Output<typeof named>, { a?: string | undefined }>>()
declare const open: { type: 'object'; properties: Record<string, { type: 'string' }> }
assert<Equals<Output<typeof open>, Record<string, unknown>>>()

// A default is optional for callers only.
type Defaults = { readonly type: 'object'; readonly properties: { readonly n: { type: 'number'; default: 1 } } }
assert<Equals<Input<Defaults>, { n?: number | undefined }>>()
assert<Equals<Output<Defaults>, { n: number }>>()

// A literal is the output of a tool, and its types reach the client.
const server = createServer({
  name: 'notes',
  version: '1',
  tools: {
    search,
    count: tool({
      output: { type: 'object', properties: { status: { enum: ['ok', 'bad'] } }, required: ['status'] },
      run: () => ({ status: 'ok' }),
    }),
  },
})
const client = await connect(server)
await client.callTool('search', { query: 'x', kind: 'note', within: { from: 1 } })
// @ts-expect-error a required argument is missing
await client.callTool('search', { query: 'x', kind: 'note' })
// @ts-expect-error there is no such argument
await client.callTool('search', { query: 'x', kind: 'note', within: { from: 1 }, more: 1 })
const count = await client.callTool('count', {})
if (!count.isError) assert<Equals<typeof count.structuredContent, { status: 'ok' | 'bad' }>>()
// An `output` of the caller comes first.
const checked = await client.callTool('count', {}, { output: { type: 'object', properties: { n: { type: 'null' } } } })
if (!checked.isError) assert<Equals<typeof checked.structuredContent, { n?: null | undefined }>>()
tool({
  output: { type: 'object', properties: { status: { enum: ['ok', 'bad'] } }, required: ['status'] },
  run: () => ({
    // @ts-expect-error another value of the enum
    status: 'fine',
  }),
})
prompt({
  arguments: { type: 'object', properties: { language: { enum: ['ts', 'py'] } }, required: ['language'] },
  get: ({ language }) => {
    assert<Equals<typeof language, 'ts' | 'py'>>()
    return language
  },
})
