import { expect, test } from 'vitest'
import { connect } from '../client/connect.js'
import type { Sample } from '../host/sampling/sample.js'
import type { SampleParams } from '../protocol/model/sampling.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { scriptedSample } from './scripted-sample.js'

const server = createServer({
  name: 's',
  version: '1',
  tools: {
    twice: tool({
      async run(_args, ctx) {
        const first = await ctx.sample({ messages: [{ role: 'user', content: 'One?' }], maxTokens: 1 })
        const second = await ctx.sample({ messages: [{ role: 'user', content: 'Two?' }], maxTokens: 2 })
        return JSON.stringify([first, second])
      },
    }),
  },
})

const params: SampleParams = { messages: [{ role: 'user', content: 'Hm?' }], maxTokens: 3 }

test('answers one after the other, with what was left out filled in', async () => {
  const text = { type: 'text', text: 'zwei' } as const
  const sample = scriptedSample(['eins', { content: [text], model: 'm', stopReason: 'maxTokens' }])
  const client = await connect(server, { sample })
  const [block] = (await client.callTool('twice', {})).content
  expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: 'eins' }], model: 'scripted', stopReason: 'endTurn' },
    { role: 'assistant', content: [text], model: 'm', stopReason: 'maxTokens' },
  ])
  expect([sample.left, sample.asked.map(({ maxTokens }) => maxTokens)]).toEqual([0, [1, 2]])
  await client.close()
})

test('tells of tools that it asks for why it stopped', () => {
  const use = { type: 'tool_use', id: '1', name: 'a', input: {} } as const
  expect(scriptedSample([{ content: [use] }])(params)).toMatchObject({ stopReason: 'toolUse', content: [use] })
  const content = [{ type: 'text', text: 'I ask' } as const, use]
  expect(scriptedSample([{ content }])(params)).toMatchObject({ stopReason: 'toolUse', content })
  expect(scriptedSample([{}])(params)).toEqual({
    role: 'assistant',
    model: 'scripted',
    stopReason: 'endTurn',
    content: [],
  })
})

test('throws an error in its turn, and for a question too many', () => {
  const failure = new Error('down')
  const sample: Sample & ReturnType<typeof scriptedSample> = scriptedSample([failure, 'up'])
  expect(() => sample(params)).toThrow(failure)
  expect([sample(params).content, sample.left]).toEqual([[{ type: 'text', text: 'up' }], 0])
  expect(() => sample(params)).toThrow('No scripted answer is left')
  expect(sample.asked).toEqual([params, params, params])
})

test.each([[null], [7], [undefined]])('%j is no answer', (answer) => {
  expect(() => scriptedSample(['ok', answer as never])).toThrow(
    new TypeError('scriptedSample: answer 1 must be a string, an object or an error'),
  )
})
