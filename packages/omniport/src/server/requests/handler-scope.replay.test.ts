import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { tool } from '../tools/tool.js'

const form = { type: 'object', properties: { name: { type: 'string' } } } as const

/** A tool that asks twice, and says where it is. */
function openAsking() {
  const runs: string[] = []
  const asks = tool({
    async run(_args, ctx) {
      runs.push('begins')
      ctx.log.info('begins')
      ctx.progress(1, 3)
      const { content } = await ctx.elicit('Who?', form)
      ctx.log.info('goes on')
      await ctx.elicit('Really?', form)
      ctx.log.info('ends')
      return `Hello ${content?.['name']}`
    },
  })
  return { runs, ...defineServer({ tools: { asks } }) }
}

describe('a handler that runs again with the answers', () => {
  test('says what it said before no second time', async () => {
    const { server, runs } = openAsking()
    const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: { elicitation: { form: {} } } })
    const _meta = { [metaKeys.logLevel]: 'info', progressToken: 'p' }
    let params: Record<string, unknown> = { name: 'asks', _meta }
    const sent: unknown[] = []
    const answers: unknown[] = []
    for (let round = 0; round < 3; round += 1) {
      const { result } = await connection.request('tools/call', params)
      await connection.settle()
      sent.push(connection.messages.splice(0).map(({ params: one }) => one?.['data'] ?? one?.['progress']))
      answers.push(result?.['content'])
      const [key = ''] = Object.keys(Object(result?.['inputRequests']))
      const inputResponses = { [key]: { action: 'accept', content: { name: 'Ann' } } }
      params = { name: 'asks', _meta, requestState: result?.['requestState'], inputResponses }
    }
    expect(sent).toEqual([['begins', 1], ['goes on'], ['ends']])
    expect([answers, runs.length]).toEqual([[undefined, undefined, [{ type: 'text', text: 'Hello Ann' }]], 3])
    connection.close()
  })
})
