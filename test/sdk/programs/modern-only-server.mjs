// Serves 2026-07-28 alone, written with this library or with version 2 of the official SDK, over stdio or over HTTP at a line of its output.
import { createServer as createHttp } from 'node:http'
import process from 'node:process'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { serveStdio as serveOfficialStdio } from '@modelcontextprotocol/server/stdio'
import { createServer, resource, tool } from 'omniport'
import { createNodeHandler } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'
import { createSdk2Server } from '../../interop/programs/create-sdk-2-server.mjs'

const [library, way] = process.argv.slice(2)
if (library === 'official') serveOfficial()
else await serveOurs()

function serveOfficial() {
  if (way === 'stdio') return serveOfficialStdio(() => createSdk2Server(), { legacy: 'reject' })
  const handler = createMcpHandler(() => createSdk2Server(), { legacy: 'reject' })
  return listen(async (req, res) => {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const url = `http://${req.headers.host}${req.url}`
    const reply = await handler.fetch(new Request(url, { method: req.method, headers: req.headers, body }))
    res.writeHead(reply.status, Object.fromEntries(reply.headers))
    for await (const chunk of reply.body ?? []) res.write(chunk)
    res.end()
  })
}

function serveOurs() {
  const server = createServer({
    name: 'modern',
    version: '2.0.0',
    instructions: 'Only the newest.',
    revisions: ['2026-07-28'],
    tools: {
      add: tool({
        input: z.object({ a: z.int().meta({ 'x-mcp-header': 'First' }), b: z.number() }),
        output: z.object({ sum: z.number() }),
        run: ({ a, b }) => ({ sum: a + b }),
      }),
      ask: tool({
        async run(_, ctx) {
          const form = await ctx.elicit('Which size?', z.object({ size: z.enum(['S', 'M']) }))
          const page = await ctx.elicitUrl('Sign in', (id) => `https://example.com/${id}`)
          const sampled = await ctx.sample({ messages: [{ role: 'user', content: 'A word' }], maxTokens: 5 })
          const roots = await ctx.roots()
          return JSON.stringify([form.content, page.action, sampled.content, roots])
        },
      }),
      steps: tool({
        async run(_, ctx) {
          ctx.log.warning({ at: 'start' })
          ctx.progress(1, 2, 'half')
          await ctx.progress(2, 2)
          return 'done'
        },
      }),
      wait: tool({
        run: (_, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      }),
      change: tool({
        run() {
          server.tools.set('added', tool({ run: () => 'added' }))
          server.resources.updated('note://today')
          return 'changed'
        },
      }),
    },
    resources: { today: resource({ uri: 'note://today', read: () => 'Water' }) },
  })
  if (way === 'stdio') return serveStdio(server)
  const handle = createNodeHandler(server)
  return listen((req, res) => {
    if (way === 'guarded' && req.headers.authorization !== 'Bearer secret') {
      res.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    handle(req, res)
  })
}

function listen(handle) {
  const http = createHttp(handle).listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`)
  })
}
