import { createServer, prompt, resource, ToolError, tool } from 'omniport'
import { z } from 'zod'

const greetings = new Map([
  ['en', 'Hello'],
  ['fr', 'Bonjour'],
])

const hello = tool({
  description: 'Greets somebody',
  input: z.object({ name: z.string(), language: z.string().default('en') }),
  run({ name, language }) {
    const greeting = greetings.get(language)
    if (greeting === undefined) throw new ToolError(`No greeting in "${language}"; there are ${[...greetings.keys()]}`)
    return `${greeting} ${name}`
  },
})

const greeting = resource({
  uri: 'greeting://{language}',
  mimeType: 'text/plain',
  list: () => [...greetings.keys()].map((language) => ({ uri: `greeting://${language}`, name: language })),
  read: ({ language }) => greetings.get(language),
})

const welcome = prompt({
  description: 'Asks for a warm welcome',
  arguments: z.object({ name: z.string() }),
  get: ({ name }) => `Write a warm welcome for ${name}, in two sentences.`,
})

export default createServer({
  name: 'my-server',
  version: '1.0.0',
  tools: { hello },
  resources: { greeting },
  prompts: { welcome },
})
