import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'

const server = createServer({
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
const { url, close } = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) })
console.log(url)

process.once('SIGTERM', close)
