import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { CapabilityMissing } from '../protocol/errors/capability-missing.js'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'
import { ToolError } from './tools/tool-error.js'

type Where = 'tool' | 'resource' | 'prompt' | 'completion' | 'list' | 'context' | 'visible' | 'middleware' | 'authorize'

/** A server that fails at one place with `reason`, and the request that finds it. */
function failing(where: Where, reason: unknown) {
  const fail = (location: Where) => (): never => {
    if (location === where) throw reason
    return 'ok' as never
  }
  const server = defineServer({
    context: where === 'context' ? fail('context') : undefined,
    use: where === 'middleware' ? [() => fail('middleware')] : [],
    tools: {
      t: tool({ run: fail('tool'), ...(where === 'authorize' && { authorize: fail('authorize') }) }),
      ...(where === 'visible' && { v: tool({ visible: fail('visible'), run: () => 'ok' }) }),
    },
    resources: {
      r: resource({ uri: 'a:b', read: fail('resource') }),
      f: resource({ uri: 'f:{x}', list: fail('list'), read: () => 'ok' }),
    },
    prompts: {
      p: prompt({
        arguments: z.object({ x: z.string().optional() }),
        complete: { x: fail('completion') },
        get: fail('prompt'),
      }),
    },
  })
  return { ...server, request: requests[where] }
}

const toolCall = ['tools/call', { name: 't' }] as const
const requests: { readonly [W in Where]: readonly [string, Readonly<Record<string, unknown>>] } = {
  tool: toolCall,
  authorize: toolCall,
  context: toolCall,
  middleware: toolCall,
  visible: ['tools/list', {}],
  resource: ['resources/read', { uri: 'a:b' }],
  list: ['resources/list', {}],
  prompt: ['prompts/get', { name: 'p' }],
  completion: ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'x', value: '' } }],
}

const isResult = (where: Where) => ['tool', 'authorize', 'context'].includes(where)
const id = /^internal error ([0-9a-f]{8})$/

const locations = Object.keys(requests) as Where[]

async function answer(where: Where, reason: unknown, revision: Revision) {
  const { server, logger, request } = failing(where, reason)
  const connection = await connectRaw(server, { revision })
  const answers = await connection.request(...request)
  connection.close()
  return {
    answer: answers,
    messages: connection.messages,
    errors: logger.errors.filter(({ message }) => message !== 'initialize failed'),
  }
}

describe.each(revisions)('at %s, what is thrown in', (revision) => {
  test.each(locations.filter((location) => !(revision !== '2026-07-28' && location === 'middleware')))(
    'a %s is told by an id only, and logged in full',
    async (where) => {
      verifiesIn(revision, 'TOOL-31', 'LOG-12', 'COMP-08')
      const secret = Object.assign(new Error('secret /etc/passwd'), { password: 'hunter2' })
      const { answer: answered, messages, errors } = await answer(where, secret, revision)
      expect(JSON.stringify([answered, messages])).not.toMatch(/secret|passwd|hunter2|\.ts/)
      const { result, error } = answered
      const words = isResult(where) ? (result?.['content'] as [{ text: string }] | undefined)?.[0].text : error?.message
      const [, reportedId] = id.exec(String(words)) ?? []
      expect([result?.['isError'], error?.code]).toEqual(isResult(where) ? [true, undefined] : [undefined, -32603])
      expect(errors.map(({ error: logged, id: loggedId }) => [logged, loggedId])).toEqual([[secret, reportedId]])
    },
  )

  test.each(locations.filter((location) => !(revision !== '2026-07-28' && location === 'middleware')))(
    'a %s as an RpcError is sent as it is',
    async (where) => {
      const mine = new RpcError(7, 'mine', { a: 1 }, { cause: new Error('secret') })
      const { answer: answered, errors } = await answer(where, mine, revision)
      expect([answered.error, answered.result, errors]).toEqual([
        { code: 7, message: 'mine', data: { a: 1 } },
        undefined,
        [],
      ])
    },
  )
})

test.each(revisions)('a ToolError is its message, for the model, at %s', async (revision) => {
  verifiesIn(revision, 'TOOL-31')
  const reason = new ToolError('the disk is full', { cause: new Error('secret') })
  const { answer: answered, errors } = await answer('tool', reason, revision)
  expect(answered.result).toMatchObject({ content: [{ type: 'text', text: 'the disk is full' }], isError: true })
  expect([JSON.stringify(answered).includes('secret'), errors]).toEqual([false, []])
})

test.each([['resource'], ['prompt'], ['completion']] as const)('a ToolError in a %s is any error', async (where) => {
  const { answer: answered, errors } = await answer(where, new ToolError('the disk is full'), '2026-07-28')
  expect([answered.error?.code, answered.error?.message.includes('disk'), errors.length]).toEqual([-32603, false, 1])
})

describe('a capability that the client lacks', () => {
  const missing = new CapabilityMissing({ elicitation: { url: {} } })
  const message = 'The client did not declare the capability elicitation.url'
  const data = { requiredCapabilities: { elicitation: { url: {} } } }

  test.each(['tool', 'resource', 'prompt', 'completion'] as const)(
    'is -32021 at 2026-07-28, in a %s',
    async (where) => {
      verifies('VER-26', 'ERR-06')
      const { answer: answered, errors } = await answer(where, missing, '2026-07-28')
      expect([answered.error, errors]).toEqual([{ code: -32021, message, data }, []])
    },
  )

  test('is a tool error before, in a tool', async () => {
    const { answer: answered } = await answer('tool', missing, '2025-11-25')
    expect(answered.result).toEqual({ content: [{ type: 'text', text: message }], isError: true })
  })

  test.each(['resource', 'prompt'] as const)('is -32603 before, in a %s, saying which', async (where) => {
    const { answer: answered } = await answer(where, missing, '2025-11-25')
    expect(answered.error).toEqual({ code: -32603, message, data })
  })
})

test('what a handler throws because it was cancelled is not logged', async () => {
  const wait = (ctx: { readonly signal: AbortSignal }, wrap: (reason: unknown) => unknown) =>
    new Promise<string>((_resolve, reject) =>
      ctx.signal.addEventListener('abort', () => reject(wrap(ctx.signal.reason))),
    )
  const { server, logger } = defineServer({
    tools: {
      same: tool({ run: (_args, ctx) => wait(ctx, (reason) => reason) }),
      caused: tool({ run: (_args, ctx) => wait(ctx, (cause) => new Error('aborted', { cause })) }),
      other: tool({ run: (_args, ctx) => wait(ctx, () => new Error('a mistake in the clean-up')) }),
    },
  })
  const { request, notify, settle, messages, close } = await connectRaw(server)
  for (const name of ['same', 'caused', 'other']) void request('tools/call', { name }, name)
  await settle()
  for (const requestId of ['same', 'caused', 'other']) notify('notifications/cancelled', { requestId })
  await settle()
  expect(logger.errors.map(({ message }) => message)).toEqual(['tool other failed'])
  expect(messages).toEqual([])
  close()
})
