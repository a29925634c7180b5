import { expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../requirements/verifies.js'
import { connectRaw } from '../support/connect-raw.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { ask } from './ask.js'
import { Person } from './person.js'
import { answering, openRounds, secretA, secretB, toReply } from './rounds/open-rounds.js'

const about = { version: '1', logger: createRecordingLogger() }

test.each(revisions)('%s: who may call can depend on an answer', async (revision) => {
  verifies('MRTR-27')
  const server = createServer({
    ...about,
    name: 's',
    tools: {
      guarded: tool({
        authorize: async (_args, ctx) => (await ask(ctx, 'password?')) === 'sesame',
        run: async (_args, ctx) => ask(ctx, 'a?'),
      }),
    },
  })
  const person = new Person()
  const client = await connect(server, { revision, ...person.handlers })
  const call = async (word: string) => {
    person.become((text) => (text === 'password?' ? word : 'A'))
    const { content, isError } = await client.callTool('guarded', {})
    return [content, isError, person.received.length]
  }
  const refused = 'Not allowed to call guarded with these arguments'
  expect(await call('sesame')).toEqual([[{ type: 'text', text: 'A' }], undefined, 2])
  expect(await call('other')).toEqual([[{ type: 'text', text: refused }], true, 1])
  await client.close()
})

test.each(revisions)('%s: the tools of a mounted server ask, too', async (revision) => {
  verifies('MRTR-13')
  const seen: string[] = []
  const inner = createServer({
    ...about,
    name: 'inner',
    secrets: [secretB],
    context: ({ round }) => {
      seen.push(`inner ${round}`)
      return 'app'
    },
    tools: {
      greet: tool({
        run: async (_args, ctx: Parameters<typeof ask>[0]) => `${ctx.app} ${await ask(ctx, 'name?')}`,
      }),
    },
  })
  const outer = createServer({ ...about, name: 'outer', secrets: [secretA], context: () => seen.push('outer') })
  outer.mount('in', inner)
  const client = await connect(outer, { revision, ...new Person().handlers })
  expect((await client.callTool('in_greet', {})).content).toEqual([{ type: 'text', text: 'app NAME?' }])
  expect(seen).toEqual(revision === '2026-07-28' ? ['inner 0', 'inner 1'] : ['inner 0'])
  await client.close()
})

test('the states of a mounted tool are those of the server it is called through', async () => {
  verifies('MRTR-10')
  const empty = { tools: {}, prompts: {}, resources: {} }
  const inner = await openRounds({ secrets: [secretB] })
  const [outer, twin] = await Promise.all([openRounds(empty), openRounds(empty)])
  outer.server.mount('in', inner.server)
  twin.server.mount('in', inner.server)
  const call = { name: 'in_ask' }
  const { requestState } = await outer.send('tools/call', call)
  const next = await twin.send('tools/call', { ...call, ...answering(requestState, { a: 'A' }) })
  expect(Object.keys(next.inputRequests)).toEqual(['b'])
  expect((await inner.call(answering(requestState, { a: 'A' }))).error?.code).toBe(-32602)
  for (const each of [inner, outer, twin]) each.close()
})

test('calls of a batch ask, and are answered together', async () => {
  const server = createServer({
    ...about,
    name: 's',
    tools: { greet: tool({ run: (_args, ctx) => ask(ctx, 'name?') }) },
  })
  const connection = await connectRaw(server, { revision: '2025-03-26', capabilities: { sampling: {} } })
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'greet' } }
  connection.send([
    { ...call, id: 1 },
    { ...call, id: 2 },
  ])
  await connection.settle()
  const questions = connection.messages.splice(0).flat()
  expect(questions.map(({ method }) => method)).toEqual(['sampling/createMessage', 'sampling/createMessage'])
  const answer = (text: string) => ({ role: 'assistant', model: 'm', content: { type: 'text', text } })
  // The answers may come in any order, and as a batch.
  const answers = questions.map(({ id }, index) => ({ jsonrpc: '2.0', id, result: answer(`answer ${index}`) }))
  connection.send(answers.reverse())
  await connection.settle()
  const replies = connection.messages.flat()
  expect(replies.map((reply) => [reply.id, toReply(reply).text]).sort()).toEqual([
    [1, 'answer 0'],
    [2, 'answer 1'],
  ])
  connection.close()
})

test('a handler that goes on without its answers is warned of, once', async () => {
  const logger = createRecordingLogger()
  const server = createServer({
    ...about,
    logger,
    name: 's',
    tools: { guess: tool({ run: (_args, ctx) => ask(ctx, 'a?').catch(() => 'guessed') }) },
  })
  const client = await connect(server, { revision: '2026-07-28', ...new Person().handlers })
  for (let call = 0; call < 2; call += 1) {
    expect((await client.callTool('guess', {})).content).toEqual([{ type: 'text', text: 'A?' }])
  }
  expect(logger.warnings).toEqual([
    'guess caught what ends a call that waits for answers, and went on: if (isSuspended(error)) throw error',
  ])
  await client.close()
})
