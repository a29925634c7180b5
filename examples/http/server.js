import { createServer, tool } from 'omniport'

/** One server for all of the programs beside this file. */
export const server = createServer({
  name: 'greeter',
  version: '1.0.0',
  tools: {
    greet: tool({
      description: 'Says hello',
      input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      run: ({ name }) => `Hello, ${name}!`,
    }),
  },
})
