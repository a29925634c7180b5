import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { tool } from '../../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const secrets = ['0123456789abcdef0123456789abcdef']

/** One process of a server, which other processes are like. */
const createNode = () =>
  defineServer({
    secrets,
    tools: {
      greet: tool({
        input: { type: 'object', properties: { from: { type: 'string' } } },
        run: async ({ from }, ctx) => {
          const { content } = await ctx.elicit(`Who is greeted by ${from}?`, form)
          return `${from} greets ${content?.['name']}`
        },
      }),
    },
  }).server

test('conversations may be mixed on one connection, and each goes on over another connection, to another process', async () => {
  verifies('BASE-27')
  const options = { revision: '2026-07-28', capabilities: { elicitation: { form: {} } } } as const
  const [one, other] = await Promise.all([connectRaw(createNode(), options), connectRaw(createNode(), options)])
  const people = ['Ann', 'Bob', 'Cid']
  const params = (from: string) => ({ name: 'greet', arguments: { from } })
  const asked = await Promise.all(people.map((from) => one.request('tools/call', params(from))))
  const answers = await Promise.all(
    asked.map(({ result = {} }, index) => {
      const [key = ''] = Object.keys(result['inputRequests'] as object)
      const inputResponses = { [key]: { action: 'accept', content: { name: `guest ${index}` } } }
      const retry = { ...params(people[index] ?? ''), inputResponses, requestState: result['requestState'] }
      return [other, one, other][index]?.request('tools/call', retry)
    }),
  )
  expect(answers.map((answer) => answer?.result?.['content'])).toEqual(
    people.map((from, index) => [{ type: 'text', text: `${from} greets guest ${index}` }]),
  )
  one.close()
  other.close()
})
