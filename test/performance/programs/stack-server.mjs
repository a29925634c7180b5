// A server whose only tool answers with the stack it was called on, frames of Node included. It serves what its first argument
// says: `stdio`, or `http` on a port that it prints.
import process from 'node:process'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'

Error.stackTraceLimit = Number.POSITIVE_INFINITY

const stack = tool({ input: z.object({ a: z.number() }), run: () => String(new Error('stack').stack) })
const server = createServer({ name: 'stack', version: '1.0.0', tools: { stack } })

if (process.argv[2] === 'stdio') {
  await serveStdio(server)
} else {
  const { url } = await serveHttp(server, { port: 0 })
  process.stdout.write(`${url}\n`)
}
