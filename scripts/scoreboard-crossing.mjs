import { isDeepStrictEqual } from 'node:util'
import { connect } from 'omniport/client'
import { createGateway } from 'omniport/gateway'

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const kinds = ['tools', 'prompts', 'resources', 'resourceTemplates']

/** In how many revisions a client of the gateway lists what one without it does: `5 of 5`. */
export async function crossings(target) {
  const direct = await connect(target)
  const expected = await namesOf(direct)
  await direct.close()
  const gateway = createGateway({ upstreams: { it: { target, prefix: '' } } })
  let equal = 0
  for (const revision of revisions) {
    const client = await connect(gateway, { revision })
    if (isDeepStrictEqual(await namesOf(client), expected)) equal += 1
    await client.close()
  }
  await gateway.close()
  return `${equal} of ${revisions.length}`
}

/** What it lists, by kind: the names, and of tools the schemas of their arguments. */
async function namesOf(client) {
  const lists = {
    tools: async () => (await client.listTools()).map(({ name, inputSchema }) => [name, inputSchema]),
    prompts: async () => (await client.listPrompts()).map(({ name }) => name),
    resources: async () => (await client.listResources()).map(({ uri }) => uri),
    resourceTemplates: async () => (await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate),
  }
  // A server that lacks a kind has none of it, whoever says so.
  const entries = kinds.map(async (kind) => [kind, (await lists[kind]().catch(() => [])).sort()])
  return Object.fromEntries(await Promise.all(entries))
}
