// Starts two questions and awaits them in turn, as handlers do that were written before there were rounds.
import process from 'node:process'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'

const form = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const released = []
const server = createServer({
  name: 's',
  version: '1',
  tools: {
    both: tool({
      async run(_args, ctx) {
        const ask = async (text) => {
          try {
            return (await ctx.elicit(text, form)).content.text
          } finally {
            released.push(text)
          }
        }
        const [a, b] = [ask('a'), ask('b')]
        return `${await a} ${await b}`
      },
    }),
  },
})
const client = await connect(server, {
  elicit: ({ message }) => ({ action: 'accept', content: { text: message.toUpperCase() } }),
})
const { content } = await client.callTool('both', {})
console.log(content[0].text, released.join())
if (process.argv[2] === 'fail') void Promise.reject(new Error('of the program itself'))
await new Promise((resolve) => setTimeout(resolve, 10))
console.log('still here')
await client.close()
await server.close()
