import cluster from 'node:cluster'
import { expect, test, vi } from 'vitest'
import { defaultLimits } from '../../../packages/omniport/src/protocol/limits/limits.js'
import { prompt } from '../../../packages/omniport/src/server/prompts/prompt.js'
import { tool } from '../../../packages/omniport/src/server/tools/tool.js'
import type { Blobs } from '../../../packages/omniport/src/store/blobs.js'
import { createMemoryBlobs } from '../../../packages/omniport/src/store/memory/memory-blobs.js'
import { verifies } from '../../requirements/verifies.js'
import { createManualRuntime } from '../../support/virtual-runtime.js'
import { ask } from '../ask.js'
import { answering, notValid, openRounds } from './open-rounds.js'

const long = 'x'.repeat(3_000)

test('a state that is too large to travel fails the call, naming the limit', async () => {
  verifies('MRTR-12')
  const rounds = await openRounds({ limits: { stateBytes: 2_000 } })
  const { requestState } = await rounds.call()
  const { text, isError } = await rounds.call(answering(requestState, { a: long }))
  expect([text, isError]).toEqual(['The answers so far are more than 2000 bytes (stateBytes)', true])
  expect((await rounds.call(answering(requestState, { a: 'A' }))).inputRequests).toHaveProperty('b')
  expect(rounds.runs.ended).toBe(rounds.runs.began)
  rounds.close()
})

test('a state that is too large to travel stays with the servers, where they share a store', async () => {
  verifies('MRTR-12', 'MRTR-13')
  const clock = createManualRuntime()
  const blobs = createMemoryBlobs({ clock })
  const options = { limits: { stateBytes: 2_000 }, stores: { blobs } }
  const [first, second, apart] = await Promise.all([
    openRounds(options),
    openRounds(options),
    openRounds({ limits: { stateBytes: 2_000 } }),
  ])
  const { requestState } = await first.call()
  const next = await first.call(answering(requestState, { a: long }))
  expect(next.requestState.length).toBeLessThan(300)
  const retry = answering(next.requestState, { b: 'B' })
  expect((await second.call(retry)).text).toBe(`${long}B`)
  expect((await first.call(retry)).text).toBe(`${long}B`)
  expect((await apart.call(retry)).error).toEqual(notValid)
  clock.advance(3_600_000)
  expect((await second.call(retry)).error).toEqual(notValid)
  for (const each of [first, second, apart]) each.close()
})

test('a state that is longer than this server makes them is not opened', async () => {
  verifies('MRTR-12')
  const [generous, strict] = await Promise.all([openRounds(), openRounds({ limits: { stateBytes: 2_000 } })])
  const short = answering((await generous.call()).requestState, { a: 'A' })
  expect((await strict.call(short)).inputRequests).toHaveProperty('b')
  const { requestState } = await generous.call(answering((await generous.call()).requestState, { a: long }))
  expect(requestState.length).toBeGreaterThan(2_000)
  const retry = answering(requestState, { b: 'B' })
  expect((await strict.call(retry)).error).toEqual(notValid)
  expect((await generous.call(retry)).text).toBe(`${long}B`)
  for (const each of [generous, strict]) each.close()
})

test.each([
  ['tools/call', { text: 'At most 2 rounds per request (rounds)', isError: true }],
  ['prompts/get', { error: { code: -32603, message: 'At most 2 rounds per request (rounds)' } }],
] as const)('%s has a limited number of rounds', async (method, expected) => {
  verifies('MRTR-28')
  const run = async (ctx: Parameters<typeof ask>[0]) => {
    for (const key of ['a', 'b', 'c']) await ask(ctx, `${key}?`, { key })
    return 'done'
  }
  const rounds = await openRounds({
    limits: { rounds: 2 },
    tools: { ask: tool({ run: (_args, ctx) => run(ctx) }) },
    prompts: { ask: prompt({ get: (_args, ctx) => run(ctx) }) },
  })
  const send = (retry: object) => rounds.send(method, { name: 'ask', ...retry })
  const second = await send(answering((await send({})).requestState, { a: 'A' }))
  expect(Object.keys(second.inputRequests)).toEqual(['b'])
  expect(await send(answering(second.requestState, { b: 'B' }))).toMatchObject(expected)
  // Several answers at once take fewer.
  expect((await send(answering(second.requestState, { b: 'B', c: 'C' }))).text).toBe('done')
  rounds.close()
})

/** Tools whose states may be used once, on a server of its own. */
const openOnce = async (blobs?: Blobs) => {
  const rounds = await openRounds({
    ...(blobs !== undefined && { stores: { blobs } }),
    tools: {
      ask: tool({
        singleUse: true,
        run: async (_args, ctx) => (await ask(ctx, 'a?', { key: 'a' })) + (await ask(ctx, 'b?', { key: 'b' })),
      }),
    },
  })
  return rounds
}

const used = { code: -32602, message: 'requestState was used before' }

test('answers that are taken once are refused the second time', async () => {
  verifies('MRTR-11')
  const rounds = await openOnce()
  const first = answering((await rounds.call()).requestState, { a: 'A' })
  const { requestState, inputRequests } = await rounds.call(first)
  expect(Object.keys(inputRequests)).toEqual(['b'])
  expect((await rounds.call(first)).error).toEqual(used)
  const second = answering(requestState, { b: 'B' })
  const replies = await Promise.all([rounds.call(second), rounds.call(second), rounds.call(second)])
  expect(replies.map(({ text, error }) => text ?? error?.code).sort()).toEqual([-32602, -32602, 'AB'])
  const next = answering((await rounds.call()).requestState, { a: 'A' })
  expect((await rounds.call(next)).inputRequests).toHaveProperty('b')
  rounds.close()
})

test('answers that are taken once need a state, and what is no answer does not use it up', async () => {
  verifies('MRTR-11', 'MRTR-23')
  const rounds = await openOnce()
  const { requestState } = await rounds.call()
  const { inputResponses } = answering('', { a: 'A', b: 'B' }) as { readonly inputResponses: object }
  expect(Object.keys((await rounds.call({ inputResponses })).inputRequests)).toEqual(['a'])
  expect((await rounds.call({ requestState, inputResponses: { a: { action: 'no' } } })).error?.code).toBe(-32602)
  const insufficient = { requestState, inputResponses: { a: { action: 'accept', content: {} } } }
  const again = await rounds.call(insufficient)
  expect(Object.keys(again.inputRequests)).toEqual(['a'])
  const next = await rounds.call(answering(again.requestState, { a: 'A' }))
  expect(Object.keys(next.inputRequests)).toEqual(['b'])
  // The question is the same, and it was answered.
  expect((await rounds.call(answering(requestState, { a: 'other' }))).error).toEqual(used)
  rounds.close()
})

test.each([
  ['that several nodes may have, without a store they share', undefined, 1],
  ['with a store they share', createMemoryBlobs({ clock: createManualRuntime() }), 0],
])('who takes answers once under secrets %s is warned once', async (_name, blobs, warnings) => {
  const rounds = await openOnce(blobs)
  const next = await rounds.call(answering((await rounds.call()).requestState, { a: 'A' }))
  await rounds.call(answering(next.requestState, { b: 'B' }))
  expect(rounds.logger.warnings.filter((text) => text.includes('stores: { blobs }'))).toHaveLength(warnings)
  rounds.close()
})

test('answers that are taken once are so by all servers with the same store', async () => {
  verifies('MRTR-11')
  const blobs = createMemoryBlobs({ clock: createManualRuntime() })
  const [first, second] = await Promise.all([openOnce(blobs), openOnce(blobs)])
  const retry = answering((await first.call()).requestState, { a: 'A', b: 'B' })
  expect((await second.call(retry)).text).toBe('AB')
  expect((await first.call(retry)).error).toEqual(used)
  expect((await second.call(retry)).error).toEqual(used)
  for (const each of [first, second]) each.close()
})

test('answers that are taken once are so on a node whose clock is behind, until the state expires there', async () => {
  verifies('MRTR-11')
  const clock = createManualRuntime()
  const blobs = createMemoryBlobs({ clock })
  const [node, ahead] = await Promise.all([openOnce(blobs), openOnce(blobs)])
  const retry = answering((await node.call()).requestState, { a: 'A', b: 'B' })
  ahead.runtime.advance(30_000)
  for (const runtime of [clock, node.runtime, ahead.runtime]) runtime.advance(defaultLimits.stateMs - 31_000)
  expect((await ahead.call(retry)).text).toBe('AB')
  for (const runtime of [clock, node.runtime]) runtime.advance(30_999)
  expect((await node.call(retry)).error).toEqual(used)
  for (const each of [node, ahead]) each.close()
})

test('a worker of a cluster without secrets asks nothing', async () => {
  verifies('MRTR-08')
  const [without, given] = await Promise.all([openRounds({ secrets: undefined }), openRounds()])
  const worker = vi.spyOn(cluster, 'isWorker', 'get').mockReturnValue(true)
  try {
    expect((await without.call()).error).toEqual({ code: -32603, message: 'The server is not set up to do this' })
    expect((await given.call()).inputRequests).toHaveProperty('a')
  } finally {
    worker.mockRestore()
  }
  expect(without.logger.errors.map(({ message }) => message)).toEqual([
    'The states of calls that wait for answers cannot be sealed in a worker of node:cluster without the option secrets',
  ])
  without.close()
  given.close()
})
