import { createServer, jsonSchema, tool } from 'omniport'
import { connect } from 'omniport/client'

declare const plugins: readonly { name: string; schema: object; run(args: Record<string, unknown>): Promise<string> }[]

const files = createServer({ name: 'files', version: '1', tools: { open: tool({ run: () => 'opened' }) } })
const main = createServer({ name: 'main', version: '1' })
main.mount('files', files)
for (const { name, schema, run } of plugins) main.tools.set(name, tool({ input: jsonSchema(schema), run }))
tool({ input: jsonSchema<{ path: string }>({ type: 'object' }), run: ({ path }) => path.toUpperCase() })

const client = await connect(main)
await client.callTool('files_open', { path: '/x' })
const typed = await connect(files)
await typed.callTool('open', {})
// @ts-expect-error the tools of this server are known
await typed.callTool('close', {})
// @ts-expect-error only a definition can be set
main.tools.set('x', {})
