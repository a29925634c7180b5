import { expect, test } from 'vitest'
import { connect } from '../client/connect.js'
import type { ElicitQuestion } from '../client/connect-options.js'
import { revisions } from '../protocol/revisions/revision.js'
import { isLegacy } from '../protocol/revisions/revision-profile.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { scripted } from './scripted.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const

const server = createServer({
  name: 's',
  version: '1',
  tools: {
    names: tool({
      async run(_args, ctx) {
        const first = await ctx.elicit('First?', form)
        const second = await ctx.elicit('Second?', form)
        return [first, second].map(({ action, content }) => `${action} ${content?.['name'] ?? ''}`.trim()).join(', ')
      },
    }),
  },
})

const text = (value: string) => [{ type: 'text', text: value }]

test.each(revisions.filter((revision) => revision >= '2025-06-18'))(
  'answers form after form at %s',
  async (revision) => {
    const elicit = scripted([{ name: 'ann' }, { action: 'decline' }])
    const client = await connect(server, { revision, elicit })
    expect((await client.callTool('names', {})).content).toEqual(text('accept ann, decline'))
    expect([elicit.left, elicit.asked.map(({ message }) => message)]).toEqual([0, ['First?', 'Second?']])
    await client.close()
  },
)

test('a question too many is an error', async () => {
  const elicit = scripted([{ action: 'accept', content: { name: 'ann' } }])
  const client = await connect(server, { elicit })
  expect(isLegacy(client.revision)).toBe(false)
  await expect(client.callTool('names', {})).rejects.toThrow('No answer is left for "Second?"')
  await client.close()
})

test.each([[null], ['ann'], [undefined]])('%j is no answer', (answer) => {
  expect(() => scripted([{}, answer as never])).toThrow(new TypeError('scripted: answer 1 must be an object'))
})

const question: ElicitQuestion = { message: 'Hm?', schema: form }

test.each([
  [{ action: 'accept' }, { action: 'accept' }],
  [{ action: 'cancel' }, { action: 'cancel' }],
  [
    { action: 'accept', content: { name: 'ann' } },
    { action: 'accept', content: { name: 'ann' } },
  ],
  [{ action: 'jump' }, { action: 'accept', content: { action: 'jump' } }],
  [
    { action: 'accept', name: 'ann' },
    { action: 'accept', content: { action: 'accept', name: 'ann' } },
  ],
  [{}, { action: 'accept', content: {} }],
])('%j is given as %j', (answer, expected) => {
  const elicit = scripted([answer as never])
  expect([elicit.left, elicit(question), elicit.left, elicit.asked]).toEqual([1, expected, 0, [question]])
  expect(() => elicit(question)).toThrow(new Error('No answer is left for "Hm?"'))
})
