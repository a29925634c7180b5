// A server to try it with.
import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'

const hello = tool({
  description: 'Greets somebody',
  input: z.object({ name: z.string() }),
  run: ({ name }) => `Hello ${name}`,
})

await serveStdio(createServer({ name: 'greet', version: '1.0.0', tools: { hello } }))
