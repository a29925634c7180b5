const tools = Array.from({ length: 500 }, (_, index) => `tool_${index}`)
const called = tools.filter((_, index) => index % 25 === 0)

/** The text of a program with 500 tools of zod schemas, and a caller of some that makes use of the types of what comes back. */
export function programOf(contender) {
  const { imports, define, serve, call } = writers[contender]
  return [
    "import { z } from 'zod'",
    ...imports,
    ...tools.map(schemas),
    ...tools.map(define),
    serve,
    ...called.map(call),
    '',
  ].join('\n')
}

/** Each tool has schemas of its own: names and limits differ. */
function schemas(name, index) {
  const units = "z.enum(['C', 'F']).optional()"
  const input = `z.object({ city_${index}: z.string(), days: z.number().int().max(${index}), units: ${units} })`
  const output = `z.object({ place_${index}: z.string(), celsius: z.array(z.number()) })`
  return `const ${name}_in = ${input}\nconst ${name}_out = ${output}`
}

const body = (index) => `({ place_${index}: city_${index}.trim(), celsius: [days] })`
const args = (index) => `{ city_${index}: 'Oslo', days: 2, units: 'C' }`
const indexOf = (name) => name.slice('tool_'.length)

const writers = {
  /** The same schemas and the same functions: what the schema library and the compiler take by themselves. */
  raw: {
    imports: [],
    define: (name, index) =>
      `const ${name} = { input: ${name}_in, output: ${name}_out,\n` +
      `  run: ({ city_${index}, days }: z.infer<typeof ${name}_in>): z.infer<typeof ${name}_out> => ${body(index)} }`,
    serve: `export const server = { tools: { ${tools.join(', ')} } }`,
    call: (name) => `export const ${name}_said: number[] = server.tools.${name}.run(${args(indexOf(name))}).celsius`,
  },
  /** `callTool` knows the names, the arguments and what comes back. */
  omniport: {
    imports: ["import { createServer, tool } from 'omniport'", "import { connect } from 'omniport/client'"],
    define: (name, index) =>
      `const ${name} = tool({ input: ${name}_in, output: ${name}_out, run: ({ city_${index}, days }) => ${body(index)} })`,
    serve:
      `export const server = createServer({ name: 'bench', version: '1.0.0', tools: { ${tools.join(', ')} } })\n` +
      "const client = await connect<typeof server>('http://127.0.0.1/mcp')",
    call: (name) =>
      `const ${name}_answer = await client.callTool('${name}', ${args(indexOf(name))})\n` +
      `if (${name}_answer.isError) throw new Error('${name}')\n` +
      `export const ${name}_said: number[] = ${name}_answer.structuredContent.celsius`,
  },
  /** There is no typed client: arguments are any object, and what comes back is unknown. */
  'sdk-v2': {
    imports: [
      "import { McpServer } from '@modelcontextprotocol/server'",
      "import { Client } from '@modelcontextprotocol/client'",
      "const client = new Client({ name: 'bench', version: '1.0.0' })",
      "export const server = new McpServer({ name: 'bench', version: '1.0.0' })",
    ],
    define: (name, index) =>
      `server.registerTool('${name}', { inputSchema: ${name}_in, outputSchema: ${name}_out }, ({ city_${index}, days }) =>\n` +
      `  ({ content: [], structuredContent: ${body(index)} }))`,
    serve: '',
    call: (name) =>
      `const ${name}_answer = await client.callTool({ name: '${name}', arguments: ${args(indexOf(name))} })\n` +
      `export const ${name}_said = ${name}_answer.structuredContent`,
  },
}
