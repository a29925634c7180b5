// The server that clients of the scoreboard meet.
import { createServer, prompt, resource, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'

const server = createServer({
  name: 'scoreboard',
  version: '1.0.0',
  tools: {
    add: tool({
      description: 'Adds two numbers',
      input: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      run: ({ a = 0, b = 0 }) => String(a + b),
    }),
  },
  prompts: { greet: prompt({ get: () => 'Hello' }) },
  resources: { note: resource({ uri: 'notes://one', read: () => 'one' }) },
})
await serveStdio(server)
