import { createServer, tool, prompt, resource, ToolError } from 'omniport'
import { connect } from 'omniport/client'
import { z } from 'zod'
let charges = 0
const server = createServer({ name: 's', version: '1', tools: {
  register: tool({ output: z.object({ id: z.string() , at: z.string()}), async run(_a, ctx) {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { action, content } = await ctx.elicit(`Pick a name (attempt ${attempt})`, z.object({ name: z.string() }))
      if (action !== 'accept') throw new ToolError('No name given')
      if (content.name === 'taken') continue
      const paid = await ctx.once('charge', ({ idempotencyKey }) => { charges++; return { id: 'c1', at: 'now', idempotencyKey } })
      const { action: opened, id } = await ctx.elicitUrl('Confirm the payment', (id) => `https://pay.example.com/${id}`)
      if (opened !== 'accept') throw new ToolError('Not confirmed')
      return { id, at: paid.at }
    }
    throw new ToolError('Every name was taken')
  } }),
  sum: tool({ run: async (_a, ctx) => { const [s, r] = await Promise.all([ctx.sample({ messages: [{ role: 'user', content: 'hi' }], maxTokens: 5 }), ctx.roots()]); return { text: s.content[0].text, roots: r.map(x=>x.uri) } } }),
  no: tool({ run: async (_a, ctx) => { await ctx.once('x', async () => { await 1; await ctx.roots() }); return 'bad' } }),
}, prompts: { p: prompt({ get: async (_a, ctx) => { const { content } = await ctx.elicit('who', z.object({ n: z.string() })); return `hi ${content?.n}` } }) },
 resources: { r: resource({ uri: 'x://a', read: async (_v, ctx) => JSON.stringify(await ctx.roots()) }) } })
for (const revision of ['2024-11-05','2025-03-26','2025-06-18','2025-11-25','2026-07-28']) {
  let n = 0; charges = 0
  const client = await connect(server, { revision, wire: true, elicit: (q) => ({ action: 'accept', content: q.message.includes('Pick') ? { name: n++ ? 'ann' : 'taken' } : { n: 'bob' } }), elicitUrl: async () => 'accept',
    sample: async (p) => ({ role: 'assistant', content: [{ type: 'text', text: 'yo' }], model: 'm' }), roots: [{ uri: 'file:///a' }] })
  for (const name of ['register', 'sum', 'no']) {
    const r = await client.callTool(name, {}).catch((e) => `${e.name} ${e.code} ${e.message}`)
    console.log(revision, name, JSON.stringify(r).slice(0, 200))
  }
  console.log(revision, 'p', JSON.stringify(await client.getPrompt('p').catch((e) => `${e.name} ${e.code} ${e.message}`)).slice(0,150))
  console.log(revision, 'r', JSON.stringify(await client.readResource('x://a').catch((e) => `${e.name} ${e.code} ${e.message}`)).slice(0,150), charges)
  await client.close()
}
await server.close()
