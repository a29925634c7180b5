import { expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type Message, type RawConnection } from '#test/support/connect-raw.js'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { defaultLimits } from '../protocol/limits/limits.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { createMemoryBus } from '../store/memory/memory-bus.js'
import { createMemoryEventLog } from '../store/memory/memory-event-log.js'
import { createMemoryInbox } from '../store/memory/memory-inbox.js'
import type { Stores } from '../store/stores.js'
import { startGateway } from './fixtures/behind.js'

type Json = Readonly<Record<string, unknown>>

const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} }
const form = { type: 'object', properties: { name: { type: 'string' } } } as const
const secrets = ['the same on all nodes: 0123456789abcdef']

/** What a client answers to each kind of question. */
const answers: Readonly<Record<string, Json>> = {
  'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm' },
  'roots/list': { roots: [{ uri: 'file:///a', name: 'a' }] },
}

/** A legacy server that asks everything that it may ask, one after the other, and counts its calls. */
function createAsking() {
  const counts = { begun: 0, ended: 0 }
  const server = createServer({
    name: 'asking',
    version: '1',
    revisions: ['2025-11-25'],
    tools: {
      ask: tool({
        run: async (_args, ctx) => {
          counts.begun += 1
          const { content } = await ctx.elicit('Name?', form)
          const sampled = await ctx.sample({
            messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
            maxTokens: 5,
          })
          const [root] = await ctx.roots()
          counts.ended += 1
          return `${content?.['name']} ${sampled.model} ${root?.name}`
        },
      }),
    },
  })
  return { server, counts }
}

function createStores(): Stores {
  const clock = defaultRuntime
  return {
    bus: createMemoryBus(),
    inbox: createMemoryInbox({ clock }),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
  }
}

/** Answers a round, or gives undefined for a message that asks nothing. */
function answersTo({ result = {} }: Message): Json | undefined {
  if (result['resultType'] !== 'input_required') return undefined
  const requests = Object.entries(result['inputRequests'] as Readonly<Record<string, { readonly method: string }>>)
  const inputResponses = Object.fromEntries(requests.map(([key, { method }]) => [key, answers[method]]))
  return { inputResponses, requestState: result['requestState'] }
}

/** Calls a tool, with each request at the next node. Gives the responses. */
async function callInTurns(nodes: readonly RawConnection[], name: string): Promise<readonly Message[]> {
  const responses: Message[] = []
  let more: Json | undefined = {}
  while (more !== undefined) {
    const node = nodes[responses.length % nodes.length]
    if (node === undefined) throw new Error('there are no nodes')
    const response = await node.request('tools/call', { name, arguments: {}, ...more })
    responses.push(response)
    more = answersTo(response)
  }
  return responses
}

test('a call of a legacy server goes on when each of its rounds is answered at another gateway', async () => {
  const { server, counts } = createAsking()
  const stores = createStores()
  const gateways = [1, 2].map(() => startGateway({ a: { target: server, prefix: '' } }, { stores, secrets }).gateway)
  const options = { revision: '2026-07-28', capabilities } as const
  const nodes = await Promise.all(gateways.map((gateway) => connectRaw(asPrincipal(gateway, 'ann'), options)))
  const responses = await callInTurns(nodes, 'ask')
  expect(responses.at(-1)?.result).toMatchObject({ content: [{ type: 'text', text: 'Ada m a' }] })
  expect(counts).toEqual({ begun: 1, ended: 1 })
  for (const node of nodes) node.close()
  for (const gateway of gateways) await gateway.close()
  await server.close()
})
