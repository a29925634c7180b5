import { descriptions, listedTools, readSettings } from './settings.mjs'

const info = { name: 'bench', version: '1.0.0' }
const capabilities = { tools: { listChanged: true } }
const forever = { ttlMs: 3_600_000, cacheScope: 'public' }
const marks = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': info } }
const numbers = schemaOf({ a: { type: 'number' }, b: { type: 'number' } })
const tools = [
  { name: 'add', description: descriptions.add, inputSchema: numbers },
  { name: 'echo', description: descriptions.echo, inputSchema: schemaOf({ text: { type: 'string' } }) },
  ...listedTools(readSettings().tools).map((name) => ({
    name,
    description: descriptions.listed,
    inputSchema: numbers,
  })),
]

/** The answer to a parsed message, without any check; undefined for a notification. */
export function answerRaw({ id, method, params }) {
  if (id === undefined) return undefined
  const result = results[method](params ?? {})
  const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
  return { jsonrpc: '2.0', id, result: isModern ? { ...marks, ...result } : result }
}

const results = {
  'tools/call': ({ name, arguments: args }) => {
    if (name === 'rows') return rows(args.count)
    const text = name === 'add' ? String(args.a + args.b) : name === 'lines' ? lines(args.count) : args.text
    return { content: [{ type: 'text', text }] }
  },
  'tools/list': () => ({ tools, ...forever }),
  'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities, serverInfo: info, ...forever }),
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo: info }),
  ping: () => ({}),
}

/** A long text, of a hundred bytes a line. */
function lines(count) {
  return `${'The quick brown fox jumps over the lazy dog. '.repeat(2)}123456789\n`.repeat(count)
}

/** Structured content, of a hundred bytes a row. */
function rows(count) {
  const row = (id) => ({
    id,
    name: `Row ${id}`,
    tags: ['first', 'second', 'third'],
    price: id * 1.25,
    stock: { here: 3 },
  })
  return { content: [], structuredContent: { rows: Array.from({ length: count }, (_, id) => row(id)) } }
}

function schemaOf(properties) {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { $schema, type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
