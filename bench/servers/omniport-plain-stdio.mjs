// The same tool, described by plain JSON Schema: no schema library is loaded.
import { createServer, jsonSchema, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import { descriptions } from './settings.mjs'

const properties = { a: { type: 'number' }, b: { type: 'number' } }
const input = jsonSchema({ type: 'object', properties, required: ['a', 'b'] })
const add = tool({ description: descriptions.add, input, run: ({ a, b }) => String(a + b) })
const limits = { callsPerMinute: Number.POSITIVE_INFINITY, allowUnbounded: ['callsPerMinute'] }
await serveStdio(createServer({ name: 'bench', version: '1.0.0', tools: { add }, limits }))
