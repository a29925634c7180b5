import fc from 'fast-check'
import { expect } from 'vitest'
import type { Client } from '../../packages/omniport/src/client/client.js'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { isId } from '../../packages/omniport/src/jsonrpc/messages/is-id.js'
import { parseMessage } from '../../packages/omniport/src/jsonrpc/messages/parse-message.js'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../packages/omniport/src/values/errors/omniport-error.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'
import { VirtualRuntime } from '../support/virtual-runtime.js'
import { fuzz } from './fuzz.js'
import { type HostileAnswer, HostileServer } from './hostile-server.js'
import { json } from './json-text.js'
import { idGivenUp, message } from './messages.js'

type Revision = '2024-11-05' | '2025-03-26' | '2025-11-25' | '2026-07-28'

const capabilities = {
  ...{ tools: { listChanged: true }, prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} },
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
}

/** What a client has to be told before it can be told anything else. */
function handshake(revision: Revision): (method: string) => object | undefined {
  return (method) => {
    if (method === 'server/discover' && revision === '2026-07-28')
      return { resultType: 'complete', supportedVersions: [revision], capabilities, ttlMs: 0, cacheScope: 'private' }
    const serverInfo = { name: 'hostile', version: '1' }
    if (method === 'initialize' && revision !== '2026-07-28')
      return { protocolVersion: revision, capabilities, serverInfo }
    return undefined
  }
}

const calls: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  listTools: (client) => client.listTools(),
  listPrompts: (client) => client.listPrompts(),
  callTool: (client) => client.callTool('x', { a: 1 }),
  readResource: (client) => client.readResource('notes://a'),
  getPrompt: (client) => client.getPrompt('x'),
  complete: (client) => client.complete({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: 'b' }),
  request: (client) => client.request('x/y'),
  ping: (client) => client.ping(),
  listen: async (client) => (await client.listen({ tools: true })).close(),
}

const question = fc.record({ inputRequests: json, requestState: json }, { requiredKeys: [] })
const value = fc.oneof(
  { weight: 3, arbitrary: json },
  fc.record({ content: json, structuredContent: json, isError: json, resultType: fc.constant('complete') }),
  fc.record(
    {
      resultType: fc.oneof(fc.constantFrom('complete', 'input_required', 'task', 'x'), json),
      ...{ tools: fc.array(json, { maxLength: 2 }), prompts: json, contents: json, messages: json, completion: json },
      ...{ nextCursor: json, ttlMs: json, cacheScope: json, task: json, taskId: json, status: json, content: json },
    },
    { requiredKeys: [] },
  ),
  question.map((all) => ({ resultType: 'input_required', ...all })),
  fc.record({ code: fc.constantFrom<unknown[]>(-32020, -32021, -32022, -32601, 1, 'x'), message: json, data: json }),
)
const answer: fc.Arbitrary<HostileAnswer> = fc.record({
  how: fc.oneof(
    { weight: 4, arbitrary: fc.constant('result' as const) },
    fc.constantFrom('error', 'nothing', 'other id', 'twice', 'number as text', 'exit'),
  ),
  value,
  noise: fc.array(fc.oneof({ weight: 3, arbitrary: message }, fc.array(message, { maxLength: 2 })), { maxLength: 2 }),
})

const revision = fc.constantFrom<Revision[]>('2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28', '2026-07-28')
const asked = fc.constantFrom(...Object.keys(calls))

fuzz(
  'whatever a server sends, each call of its client settles, and each of its own requests gets one answer',
  fc.asyncProperty(
    revision,
    asked,
    fc.array(answer, { minLength: 1, maxLength: 4 }),
    async (revision, name, answers) => {
      const server = new HostileServer(handshake(revision), answers)
      const runtime = new VirtualRuntime()
      const client: Client = await connect(server.target, {
        ...{ revision, runtime, roots: [], limits: { pages: 3 } },
        elicit: () => ({ action: 'decline' }),
        sample: () => ({ role: 'assistant', model: 'm', content: [{ type: 'text', text: 'hi' }] }),
      })
      let isSettled = false
      const call = calls[name] ?? calls['ping']
      const outcome = call?.(client)
        .catch((reason: unknown) => {
          if (!RpcError.is(reason) && !OmniportError.is(reason)) throw reason
        })
        .finally(() => {
          isSettled = true
        })
      await runtime.advance(0)
      for (let minute = 0; minute < 15 && !isSettled; minute += 1) await runtime.advance(60_000)
      expect(isSettled).toBe(true)
      await outcome
      await client.close()
      expectAnswers(server, revision)
    },
  ),
)

/**
 * What a client sends is JSON-RPC. It answers each request of a legacy server once, but for what was given up, had no id of
 * its own, or was asked by a server that left.
 */
function expectAnswers({ sent, received, hasLeft }: HostileServer, revision: Revision): void {
  const parts = received.flat()
  for (const part of parts) parseMessage(part)
  const answers = parts.filter((part) => isObject(part) && !('method' in part)) as { id?: unknown }[]
  const asked = sent.flat().filter(isRequest)
  const alone = sent.filter(isRequest).map(({ id }) => id) // what comes in a batch may be refused with it
  const givenUp = sent.flat().map(idGivenUp)
  for (const { id } of asked) {
    const most = asked.filter((each) => each.id === id).length
    const count = answers.filter((each) => each.id === id).length
    const isCertain = most === 1 && alone.includes(id) && !hasLeft && !givenUp.includes(id)
    const least = isCertain && revision !== '2026-07-28' ? 1 : 0
    expect([id, count]).toEqual([id, Math.max(least, Math.min(count, most))])
  }
}

function isRequest(value: unknown): value is { readonly id: string | number } {
  return isObject(value) && 'method' in value && isId(value['id'])
}
