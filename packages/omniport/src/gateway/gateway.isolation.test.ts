import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Client } from '../client/client.js'
import { connect } from '../client/connect.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import type { Server } from '../server/server.js'
import { tool } from '../server/tools/tool.js'
import type { ServeTarget } from '../transport/environment.js'
import { startGateway } from './fixtures/behind.js'

/** A server that notes who came over which of its connections. */
function createVisited(revision: Revision): { readonly server: Server; readonly visitors: Map<unknown, Set<string>> } {
  const visitors = new Map<unknown, Set<string>>()
  const note = (connection: unknown, who: string) => {
    visitors.set(connection, (visitors.get(connection) ?? new Set()).add(who))
  }
  const who = { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] } as const
  const server = createServer({
    name: 'visited',
    version: '1',
    logger: createRecordingLogger(),
    revisions: [revision],
    context: ({ session, sender }: Exchange) => ({ connection: session?.id ?? sender }),
    tools: {
      visit: tool({
        input: who,
        run: (args, { app, log }) => {
          note((app as { connection: unknown }).connection, args.who)
          log.error(args.who)
          return args.who
        },
      }),
      ask: tool({
        input: who,
        run: async (args, ctx) => {
          note((ctx.app as { connection: unknown }).connection, args.who)
          const { action } = await ctx.elicit(args.who, { type: 'object', properties: { why: { type: 'string' } } })
          return `${args.who} ${action}`
        },
      }),
    },
  })
  return { server: server as Server, visitors }
}

interface Visitor {
  readonly who: string
  readonly client: Client
  /** What reached it: questions and log messages, each with the name of whom it is for. */
  readonly seen: Set<string>
}

async function visit(gateway: ServeTarget, who: string, revision: Revision): Promise<Visitor> {
  const seen = new Set<string>()
  const client = await connect(asPrincipal(gateway, who), {
    revision,
    elicit: ({ message }) => {
      seen.add(message)
      return { action: 'accept', content: {} }
    },
    onLog: ({ data }) => seen.add(String(data)),
  })
  await client.setLogLevel('debug')
  return { who, client, seen }
}

const steps = fc.array(fc.record({ visitor: fc.nat(5), ask: fc.boolean(), pause: fc.boolean() }), { maxLength: 24 })

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)(
  'two principals at an upstream of %s',
  (upstream) => {
    test('share no connection, and see no question, log message or answer of the other, whatever the interleaving', async () => {
      const property = fc.asyncProperty(
        steps,
        fc.array(fc.constantFrom(...revisions), { minLength: 6, maxLength: 6 }),
        check,
      )
      await fc.assert(property, { numRuns: 25 })
    })

    async function check(
      given: readonly { visitor: number; ask: boolean; pause: boolean }[],
      used: readonly Revision[],
    ) {
      const { server, visitors } = createVisited(upstream)
      const { gateway } = startGateway({ visited: server })
      const all = await Promise.all(used.map((revision, at) => visit(gateway, `person ${at % 3}`, revision)))
      const calls = given.map(async ({ visitor, ask, pause }) => {
        if (pause) await new Promise((resolve) => setTimeout(resolve))
        const { client, who } = all[visitor] as Visitor
        const { content } = await client.callTool(`visited__${ask ? 'ask' : 'visit'}`, { who })
        expect(JSON.stringify(content)).toContain(ask ? '' : who)
      })
      await Promise.all(calls)
      expect([...visitors.values()].filter((people) => people.size > 1)).toEqual([])
      for (const { who, seen } of all)
        expect([...seen].filter((other) => other !== who && other.startsWith('person'))).toEqual([])
      await Promise.all(all.map(({ client }) => client.close()))
      await gateway.close()
      await server.close()
    }
  },
)

describe('clients without a principal', () => {
  const calls = async (isolation: 'principal' | 'shared' | 'session', revision: Revision) => {
    const { server, visitors } = createVisited('2025-11-25')
    const { gateway } = startGateway({ visited: server }, { isolation })
    for (const who of ['one', 'two']) {
      await using client = await connect(gateway, { revision })
      await client.callTool('visited__visit', { who })
    }
    await gateway.close()
    return [...visitors.values()].map((people) => [...people])
  }

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'each have a connection at %s, unless all share one',
    async (revision) => {
      expect(await calls('principal', revision)).toEqual([['one'], ['two']])
      expect(await calls('session', revision)).toEqual([['one'], ['two']])
      expect(await calls('shared', revision)).toEqual([['one', 'two']])
    },
  )

  test('that cannot be told apart have one for each call, which ends with it', async () => {
    const { server, visitors } = createVisited('2025-11-25')
    const { gateway } = startGateway({ visited: server })
    const unknown: ServeTarget = {
      environment: gateway.environment,
      serve: (message, exchange) =>
        gateway.serve(
          message,
          new Proxy(exchange, { get: (target, key) => (key === 'sender' ? 'network' : memberOf(target, key)) }),
        ),
    }
    await using client = await connect(unknown, {
      revision: '2026-07-28',
      elicit: () => ({ action: 'accept', content: {} }),
    })
    await client.callTool('visited__visit', { who: 'one' })
    expect((await client.callTool('visited__ask', { who: 'two' })).content).toEqual([
      { type: 'text', text: 'two accept' },
    ])
    expect([...visitors.values()].map((people) => [...people])).toEqual([['one'], ['two']])
    expect(gateway.status()[0]?.connections).toBe(0)
    await gateway.close()
  })
})

test('clients that declare other capabilities have another connection, since servers hide tools by them', async () => {
  const { server, visitors } = createVisited('2025-11-25')
  const { gateway } = startGateway({ visited: server })
  const person = asPrincipal(gateway, 'p')
  await using plain = await connect(person)
  await using asked = await connect(person, { elicit: () => ({ action: 'decline' }) })
  await plain.callTool('visited__visit', { who: 'p' })
  await asked.callTool('visited__visit', { who: 'p' })
  expect(visitors.size).toBe(2)
  await gateway.close()
})

function memberOf(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}
