// The server that the official conformance suite tests: `npm run conformance:server`. It serves every revision at the URL
// it prints, on the port of the environment variable PORT, or on any that is free.
import process from 'node:process'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { contentTools } from './fixtures/content-tools.mjs'
import { prompts } from './fixtures/prompts.mjs'
import { questionTools } from './fixtures/question-tools.mjs'
import { requestTools } from './fixtures/request-tools.mjs'
import { resources } from './fixtures/resources.mjs'
import { roundTools } from './fixtures/round-tools.mjs'
import { schemaTools } from './fixtures/schema-tools.mjs'
import { skills } from './fixtures/skills.mjs'
import { taskTools } from './fixtures/task-tools.mjs'

const server = createServer({
  name: 'omniport-conformance',
  version: '1.0.0',
  tools: {
    ...contentTools,
    ...requestTools,
    ...schemaTools,
    ...questionTools,
    ...roundTools,
    ...taskTools,
    test_trigger_tool_change: tool({
      description: 'Changes the list of tools.',
      run() {
        server.tools.set('test_simple_text', contentTools.test_simple_text)
      },
    }),
    test_trigger_prompt_change: tool({
      description: 'Changes the list of prompts.',
      run() {
        server.prompts.set('test_simple_prompt', prompts.test_simple_prompt)
      },
    }),
  },
  resources,
  prompts,
  skills,
})

const served = await serveHttp(server, { port: Number(process.env.PORT ?? 0) })
console.log(`LISTENING ${served.url}`)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, close)

// The shell of `npm run` ends without handing the signal on.
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && close(), 250)

async function close() {
  clearInterval(watch)
  await served.close()
  await server.close()
}
