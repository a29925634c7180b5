import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { filesUnder } from '#test/support/source-files.js'
import { settled } from '#test/support/virtual-runtime.js'
import { revisions } from '../protocol/revisions/revision.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { connect } from './connect.js'
import type { LogEntry } from './connect-options.js'
import { sampled } from './fixtures/input.js'

test.each(revisions)('%s: what the protocol deprecates works as before', async (revision) => {
  verifies('LOG-14', 'SAMP-25', 'DEPR-04')
  const server = createServer({
    name: 's',
    version: '1',
    tools: {
      ask: tool({
        run: async (_args, ctx) => {
          const [root] = await ctx.roots()
          const { content } = await ctx.sample({ messages: [{ role: 'user', content: 'Where?' }], maxTokens: 5 })
          ctx.log.info({ root: root?.uri })
          return JSON.stringify(content)
        },
      }),
    },
  })
  const entries: LogEntry[] = []
  const client = await connect(server, {
    revision,
    roots: [{ uri: 'file:///a' }],
    sample: () => sampled('Oslo'),
    onLog: (entry) => entries.push(entry),
  })
  await client.setLogLevel('info')
  const { content, isError } = await client.callTool('ask', {})
  await settled()
  expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.stringContaining('Oslo')])
  expect(entries).toEqual([{ level: 'info', logger: 'ask', data: { root: 'file:///a' } }])
  await client.close()
  await server.close()
})

test.each([
  ['server/requests/context.ts', ['log: ', 'sample(', 'roots(']],
  ['client/connect-options.ts', ['sample?:', 'roots?:', 'onLog?:']],
  ['client/client.ts', ['setRoots(', 'setLogLevel(']],
  ['transport/http/http-options.ts', ['sseEndpoints?:']],
  ['protocol/model/sampling.ts', ['includeContext?:']],
])('%s says what is deprecated', (file, members) => {
  verifies('DEPR-02', 'DEPR-05')
  const { text = '' } = filesUnder('packages/omniport/src').find(({ path }) => path.endsWith(`/src/${file}`)) ?? {}
  for (const member of members) {
    const name = member.replaceAll(/[(?]/g, '\\$&')
    const documented = [
      ...text.matchAll(new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\s*(?:readonly )?${name}`, 'g')),
    ]
    expect(documented.length).toBeGreaterThan(0)
    for (const [, comment] of documented) expect(comment).toMatch(/deprecated/i)
  }
})
