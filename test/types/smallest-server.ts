import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'

const server = createServer({
  name: 'echo',
  version: '1.0.0',
  tools: { echo: tool({ input: z.object({ text: z.string() }), run: ({ text }) => `You said ${text}` }) },
})
const running = await serveStdio(server)
await running.closed

// @ts-expect-error a server has a name
createServer({ version: '1.0.0' })
// @ts-expect-error a tool runs
tool({ description: 'Does nothing' })
// @ts-expect-error options that do not exist are refused
createServer({ name: 'echo', version: '1.0.0', instruction: 'Say something' })
