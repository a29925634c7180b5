import { expect, test } from 'vitest'
import { revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifiesIn } from '../requirements/verifies.js'
import { asPrincipal } from '../support/as-principal.js'
import { connectRaw } from '../support/connect-raw.js'
import { defineServer } from '../support/define-server.js'

test.each(revisions)('%s: a tool that is not for a caller is neither listed nor called', async (revision) => {
  verifiesIn(revision, 'TOOL-29')
  const ran: string[] = []
  const run = (_args: unknown, { principal }: { readonly principal?: { readonly id: string } | undefined }) => {
    ran.push(String(principal?.id))
    return 'ran'
  }
  const { server } = defineServer({
    tools: {
      secret: tool({ visible: (principal) => principal?.id === 'ada', run }),
      guarded: tool({ authorize: (_args, { principal }) => principal?.id === 'ada', run }),
    },
  })
  const answers = async (id: string) => {
    const { request, close } = await connectRaw(asPrincipal(server, id), { revision })
    const { tools } = (await request('tools/list')).result as { tools: { name: string }[] }
    const called = [await request('tools/call', { name: 'secret' }), await request('tools/call', { name: 'guarded' })]
    close()
    return [tools.map(({ name }) => name), ...called.map(({ result, error }) => error?.code ?? result?.['isError'])]
  }
  expect(await answers('bob')).toEqual([['guarded'], -32602, true])
  expect(ran).toEqual([])
  expect(await answers('ada')).toEqual([['secret', 'guarded'], undefined, undefined])
  expect(ran).toEqual(['ada', 'ada'])
})

test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  '%s: what stands under a reserved key that is unknown is taken as it is',
  async (revision) => {
    verifiesIn(revision, 'BASE-34')
    const meta = { 'io.modelcontextprotocol/later': [null, { a: 1 }], 'dev.mcp/other': 'x' }
    const seen: unknown[] = []
    const run = (_args: unknown, { request }: { readonly request: { readonly meta: object } }) => {
      seen.push(Object.fromEntries(Object.entries(request.meta).filter(([key]) => Object.hasOwn(meta, key))))
      return 'ran'
    }
    const { request, close } = await connectRaw(defineServer({ tools: { t: tool({ run }) } }).server, { revision })
    const { result } = await request('tools/call', { name: 't', _meta: meta })
    close()
    expect([result?.['content'], seen]).toEqual([[{ type: 'text', text: 'ran' }], [meta]])
  },
)
