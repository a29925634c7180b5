// The client that the official conformance suite tests: `npm run conformance:client -- <url>`. What it does is said by the
// environment variables MCP_CONFORMANCE_SCENARIO and MCP_CONFORMANCE_CONTEXT.
import process from 'node:process'
import { connect } from 'omniport/client'
import { asExpected, authFor } from './authorization.mjs'
import { finished } from './results.mjs'

const url = process.argv[2]
const scenario = process.env.MCP_CONFORMANCE_SCENARIO
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')

/** What is done in which scenario; in all others the first tool is called. */
const scenarios = new Map([
  ['elicitation-sep1034-client-defaults', callFirstTool],
  ['http-custom-headers', callAsInstructed],
  ['http-invalid-tool-headers', callAllTools],
  ['http-standard-headers', useEverything],
  ['json-schema-2020-12-preservation', echoSchema],
  ['json-schema-ref-no-deref', listTools],
  ['request-metadata', listTools],
  ['sep-2322-client-request-state', callInRounds],
  ['sep-2640-client-no-prefetch', () => client.listSkills()],
  ['sep-2640-client-verify-digest', loadSkills],
  ['sep-2640-client-verify-frontmatter', loadSkills],
  ['sep-2640-client-verify-size', loadSkills],
])

/** What a person, their model and their files answer. */
const answers = {
  elicit: async ({ schema }) => {
    if (scenario === 'sep-2322-client-request-state') await client.callTool('test_mrtr_unrelated', {})
    return { action: 'accept', content: 'confirmed' in schema.properties ? { confirmed: true } : {} }
  },
  sample: () => ({ role: 'assistant', content: [{ type: 'text', text: 'Paris' }], model: 'test-model' }),
  roots: [{ uri: 'file:///workspace', name: 'workspace' }],
}

/** An argument of each type. */
const samples = { number: 2, integer: 2, boolean: true, object: {}, array: [], null: null }

let client
await asExpected(scenario, async () => {
  const auth = authFor(scenario, context)
  client = await connect(url, { name: 'omniport-conformance', version: '1.0.0', auth, ...answers })
  await (scenarios.get(scenario) ?? callFirstTool)()
})
await client?.close()
process.stdout.write(finished)

async function listTools() {
  await client.listTools()
}

async function callFirstTool() {
  const [tool] = await client.listTools()
  if (tool !== undefined) await callTool(tool)
}

async function callAllTools() {
  for (const tool of await client.listTools()) await callTool(tool)
}

async function useEverything() {
  await callAllTools()
  for (const { uri } of await client.listResources()) await client.readResource(uri)
  for (const { name } of await client.listPrompts()) await client.getPrompt(name)
}

async function callAsInstructed() {
  await client.listTools()
  for (const call of context.toolCalls) await client.callTool(call.name, call.arguments)
}

async function echoSchema() {
  const tools = await client.listTools()
  const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool')
  await client.callTool('json_schema_echo', { schema: inputSchema })
}

/** Reads the other files of a skill only if its SKILL.md is what its entry says. */
async function loadSkills() {
  for (const entry of await client.listSkills()) {
    const loaded = await client.skill(entry).catch(ignoreMismatch)
    if (loaded === undefined) continue
    const root = entry.uri.slice(0, -'SKILL.md'.length)
    for (const { uri } of entry.resources) await loaded.read(uri.slice(root.length))
  }
}

function ignoreMismatch(reason) {
  if (reason?.code !== 'invalid_result') throw reason
}

async function callInRounds() {
  for (const name of ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_no_result_type']) {
    await client.callTool(name, {})
  }
}

async function callTool({ name, inputSchema }) {
  const members = Object.entries(inputSchema.properties ?? {})
  await client.callTool(name, Object.fromEntries(members.map(([key, { type }]) => [key, samples[type] ?? 'text'])))
}
