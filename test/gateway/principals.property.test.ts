import fc from 'fast-check'
import { type Context, createServer, resource, type Server, tool } from 'omniport'
import { type Client, connect, textOf } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CrossingClient } from '../crossing/crossing-client.js'
import { asPrincipal } from '../support/as-principal.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { type Revision, revisions } from '../wire/revisions.js'

const people = ['ann', 'ben'] as const

/** A server whose resources and answers are about one person each. */
function createPersonal(revision: Revision): Server {
  const input = z.object({ who: z.string(), what: z.string() })
  const ask = async ({ who, what }: { readonly who: string; readonly what: string }, ctx: Context) => {
    const { content } = await ctx.elicit(`${who} ${what}?`, z.object({ reply: z.string() }))
    return `${who} ${what} ${content?.reply}`
  }
  const server = createServer({
    name: 'personal',
    version: '1',
    logger: createRecordingLogger(),
    revisions: [revision],
    resources: { note: resource({ uri: 'note://{who}', read: ({ who }) => `Note of ${who}` }) },
    tools: {
      echo: tool({ input, run: ({ who, what }) => `${who} ${what}` }),
      ask: tool({ input, run: ask }),
      ponder: tool({ task: 'optional', input, run: ask }),
    },
  })
  const touch = tool({
    input,
    run: ({ who, what }) => {
      server.resources.updated(`note://${who}`)
      return `${who} ${what}`
    },
  })
  server.tools.set('touch', touch)
  return server as Server
}

interface Person {
  readonly who: string
  readonly client: Client
  /** What reached the client without a request: questions and changes. */
  readonly seen: string[]
  readonly close: () => Promise<void>
}

async function arrive(gateway: ReturnType<typeof createGateway>, who: string, revision: Revision): Promise<Person> {
  const seen: string[] = []
  const client: Client = await connect(asPrincipal(gateway, who), {
    revision,
    elicit: ({ message }) => {
      seen.push(message)
      return { action: 'accept', content: { reply: `by ${who}` } }
    },
  })
  const listening = await client.listen({ uris: [`note://${who}`] })
  const reading = (async () => {
    for await (const change of listening) seen.push(JSON.stringify(change))
  })()
  const close = async () => {
    await listening.close()
    await reading
    await client.close()
  }
  return { who, client, seen, close }
}

/** How a question is refused; a tool that does not ask never is. */
function refusalOf(kind: string): string | undefined {
  if (kind !== 'ask' && kind !== 'ponder') return undefined
  return 'The question names no call, and calls of several clients are in flight; isolation: "session" gives each its own connection'
}

const steps = fc.array(
  fc.record({ person: fc.nat(3), kind: fc.constantFrom('echo', 'touch', 'ask', 'ponder'), waits: fc.boolean() }),
  { maxLength: 20 },
)
const used = fc.array(fc.constantFrom(...revisions.slice(2)), { minLength: 4, maxLength: 4 })

test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'each of two principals gets the answers to its own calls and tasks, its own questions and its own changes, whatever the interleaving: %s',
  async (upstream) => {
    await fc.assert(fc.asyncProperty(steps, used, check), { numRuns: 20 })

    async function check(given: readonly { person: number; kind: string; waits: boolean }[], at: readonly Revision[]) {
      const server = createPersonal(upstream)
      const gateway = createGateway({ upstreams: { at: server }, logger: createRecordingLogger() })
      const all = await Promise.all(at.map((revision, index) => arrive(gateway, people[index % 2] ?? '', revision)))
      const calls = given.map(async ({ person, kind, waits }, index) => {
        if (waits) await new Promise((resolve) => setImmediate(resolve))
        const { who, client } = all[person] as Person
        const args = { who, what: `call ${index}` }
        const isTask = kind === 'ponder' && upstream > '2025-06-30' && String(at[person]) > '2025-06-30'
        const result = isTask
          ? await (await client.callTask('at__ponder', args)).result()
          : await client.callTool(`at__${kind}`, args)
        const answer = textOf(result)
        const own = `${who} call ${index}${refusalOf(kind) === undefined ? '' : ` by ${who}`}`
        // Two clients of one principal share a connection, on which it cannot be told whom a question is for.
        expect(answer === refusalOf(kind) ? own : answer).toBe(own)
      })
      await Promise.all(calls)
      for (const { close } of all) await close()
      for (const { who, seen } of all) expect(seen.filter((one) => !one.includes(who))).toEqual([])
      await gateway.close()
      await server.close()
    }
  },
)

test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'a question cannot be answered by another principal, who gets hold of its state: an upstream of %s',
  async (upstream) => {
    const server = createPersonal(upstream)
    const gateway = createGateway({ upstreams: { at: server }, logger: createRecordingLogger() })
    const [ann, ben] = await Promise.all(
      people.map((who) => CrossingClient.connect(asPrincipal(gateway, who), '2026-07-28')),
    )
    const params = { name: 'at__ask', arguments: { who: 'ann', what: 'one' } }
    const { result: first } = (await ann?.send('tools/call', params, 'first')) ?? {}
    const [key = ''] = Object.keys((first?.['inputRequests'] ?? {}) as object)
    const inputResponses = { [key]: { action: 'accept', content: { reply: 'mine' } } }
    const retry = { ...params, inputResponses, requestState: first?.['requestState'] }
    const stolen = await ben?.send('tools/call', retry, 'stolen')
    expect([stolen?.error?.code, stolen?.result]).toEqual([-32602, undefined])
    const { result: own } = (await ann?.send('tools/call', retry, 'own')) ?? {}
    expect(own?.['content']).toEqual([{ type: 'text', text: 'ann one mine' }])
    ann?.close()
    ben?.close()
    await gateway.close()
    await server.close()
  },
)
