import { createServer, tool } from 'omniport'
import { type Client, connect } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { beat } from './heartbeat.js'
import { but, done, hostileServer } from './hostile-server.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'

expectNoChildren()

/** One turn of the event loop may take so much of the processor: far more than checking takes, and far less than what the schemas ask for. */
const longestGapMs = 3_000

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const pattern = (text: string) => object({ value: { type: 'string', pattern: text } })
const evil = `${'a'.repeat(50_000)}!`

/** 2^28 ways through `anyOf`, of which none fits. */
const wide = object(
  { value: { $ref: '#/$defs/l0' } },
  {
    $defs: Object.fromEntries(
      Array.from({ length: 29 }, (_, at) => {
        const next = { $ref: `#/$defs/l${at + 1}` }
        return [`l${at}`, at === 28 ? { type: 'boolean' } : { anyOf: [next, next] }]
      }),
    ),
  },
)
const nested = (levels: number): object => (levels === 0 ? { type: 'string' } : { not: nested(levels - 1) })

interface Hostile {
  readonly name: string
  readonly schema: object
  readonly value: unknown
  /** What checking the value says; undefined: nothing can be said, and the schema is refused. */
  readonly fits: boolean | undefined
}

const hostile: readonly Hostile[] = [
  { name: '^(a+)+$', schema: pattern('^(a+)+$'), value: evil, fits: false },
  { name: '(a|aa)+$', schema: pattern('^(a|aa)+$'), value: evil, fits: false },
  { name: '([a-z]+)*x', schema: pattern('^([a-z]+)*x$'), value: evil, fits: false },
  { name: '(.*){1000}', schema: pattern('(.*.*){1000}x'), value: evil, fits: undefined },
  { name: 'a back reference', schema: pattern('^(a+)\\1+$'), value: evil, fits: undefined },
  { name: '2^28 ways of anyOf', schema: wide, value: 1, fits: undefined },
  { name: 'a $ref to itself', schema: object({ value: { $ref: '#/properties/value' } }), value: 1, fits: undefined },
  {
    name: 'a cycle of $refs',
    schema: object({ value: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    value: 1,
    fits: undefined,
  },
  { name: 'too deep', schema: object({ value: nested(40) }), value: 1, fits: undefined },
  {
    name: 'too many schemas',
    schema: object({ value: { anyOf: Array.from({ length: 3_000 }, () => ({ type: 'string' })) } }),
    value: 1,
    fits: undefined,
  },
  {
    name: 'uniqueItems',
    schema: object({ value: { type: 'array', uniqueItems: true } }),
    value: Array.from({ length: 20_000 }, (_, at) => ({ a: { b: at } })),
    fits: true,
  },
  { name: 'required: __proto__', schema: object({}, { required: ['__proto__'] }), value: 1, fits: false },
  {
    name: '__proto__ as a property',
    schema: { type: 'object', properties: JSON.parse('{"__proto__":{"type":"object","properties":{"x":false}}}') },
    value: 1,
    fits: true,
  },
]

test.each(hostile)('a client outlives $name in a tool of a server', async ({ schema, value, fits }) => {
  const errors: string[] = []
  const server = await hostileServer(
    but('2026-07-28', '', () => {}),
    {
      tools: [{ name: 'x', inputSchema: { type: 'object' }, outputSchema: schema }],
      structuredContent: { value },
    },
  )
  const client: Client = await connect(server.url, {
    revision: '2026-07-28',
    onError: ({ message }) => errors.push(message),
  })
  onTestFinished(() => client.close())
  await client.listTools()
  const { longestMs, outcome } = await beat(outcomeOf(client.callTool('x', {})))
  expect(outcome).toMatchObject(expectedOf(fits))
  expect(errors).toEqual([])
  expect(longestMs).toBeLessThan(longestGapMs)
})

function expectedOf(fits: boolean | undefined): object {
  if (fits === undefined) return { code: 'unsupported' }
  return fits ? { value: { content: done.content } } : { code: 'invalid_result' }
}

const define = (schema: object) =>
  createServer({
    name: 's',
    version: '1',
    tools: { x: tool({ input: { ...schema, type: 'object' }, run: () => 'ran' }) },
  })

test.each(hostile.filter(({ fits }) => fits === undefined))(
  'a server refuses $name in a tool of its own',
  ({ schema }) => {
    expect(() => define(schema)).toThrow(TypeError)
  },
)

test.each(hostile.filter(({ fits }) => fits !== undefined))(
  'a server outlives $name in a tool of its own',
  async ({ schema, value, fits }) => {
    await using server = define(schema)
    const client: Client = await connect(server, { wire: true })
    onTestFinished(() => client.close())
    const { longestMs, outcome } = await beat(outcomeOf(client.callTool('x', { value })))
    expect(outcome).toMatchObject({ value: fits ? { content: [{ text: 'ran' }] } : { isError: true } })
    expect(longestMs).toBeLessThan(longestGapMs)
  },
)

test.each<[string, object, unknown]>([
  ['$ref', { code: 'unsupported' }, 'TypeError'],
  ['$dynamicRef', { code: 'unsupported' }, 'TypeError'],
  ['$schema', { code: 'unsupported' }, 'TypeError'],
  ['$id', { value: { content: done.content } }, [{ type: 'text', text: 'ran' }]],
])('a %s to another document is never fetched, by either side', async (keyword, ofClient, ofServer) => {
  const asked: unknown[] = []
  const elsewhere = await hostileServer(({ request, answer }) => {
    asked.push(request.url)
    answer({})
  })
  const address = `http://127.0.0.1:${elsewhere.port}/schema.json`
  const schema = object({ value: { [keyword]: address } }, keyword === '$schema' ? { $schema: address } : {})
  const server = await hostileServer(
    but('2026-07-28', '', () => {}),
    {
      tools: [{ name: 'x', inputSchema: { type: 'object' }, outputSchema: schema }],
      structuredContent: { value: 1 },
    },
  )
  const client: Client = await connect(server.url, { revision: '2026-07-28' })
  onTestFinished(() => client.close())
  await client.listTools()
  expect(await outcomeOf(client.callTool('x', {}))).toMatchObject(ofClient)
  expect(await ownOutcome(schema)).toEqual(ofServer)
  expect(asked).toEqual([])
})

/** The text of a call to a server whose tool has this schema, or the name of the error of its definition. */
async function ownOutcome(schema: object): Promise<unknown> {
  try {
    await using server = define(schema)
    const client: Client = await connect(server)
    const { content } = await client.callTool('x', { value: 1 })
    await client.close()
    return content
  } catch (error) {
    return (error as Error).name
  }
}
