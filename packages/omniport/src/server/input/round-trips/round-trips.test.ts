import { expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { prompt } from '../../prompts/prompt.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'

const schema = { type: 'object', properties: { name: { type: 'string' } } } as const

const ask = async (_args: unknown, ctx: Context) => {
  const { content } = (await ctx.elicit('Who?', schema as never)) as { content?: { name?: string } }
  return `Hello ${content?.name}`
}

/** Answers the question of a call, twice with the same state; gives how often there was an answer. */
async function answersOf(definitions: object, method: string): Promise<readonly (number | 'answered')[]> {
  const { server } = defineServer(definitions as never)
  const { request, close } = await connectRaw(server, {
    revision: '2026-07-28',
    capabilities: { elicitation: { form: {} } },
  })
  const { result } = await request(method, { name: 'x' })
  const [key = ''] = Object.keys((result?.['inputRequests'] ?? {}) as object)
  const retry = {
    name: 'x',
    inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } },
    requestState: result?.['requestState'],
  }
  const outcomes: (number | 'answered')[] = []
  for (let count = 0; count < 2; count += 1) {
    const answer = await request(method, retry)
    outcomes.push(answer.error === undefined ? 'answered' : answer.error.code)
  }
  close()
  return outcomes
}

test('the state of a call that may run once can be used once', async () => {
  const definitions = { tools: { x: tool({ singleUse: true, run: ask as never }) } }
  expect(await answersOf(definitions, 'tools/call')).toEqual(['answered', -32602])
})

test.each([[false], [undefined]])('that of any other can be used again: singleUse %s', async (singleUse) => {
  const definitions = { tools: { x: tool({ singleUse, run: ask as never }) } }
  expect(await answersOf(definitions, 'tools/call')).toEqual(['answered', 'answered'])
})

test('so can that of a prompt', async () => {
  const definitions = { prompts: { x: prompt({ get: ask as never }) } }
  expect(await answersOf(definitions, 'prompts/get')).toEqual(['answered', 'answered'])
})
