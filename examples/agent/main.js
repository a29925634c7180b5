// ANTHROPIC_API_KEY=… node examples/agent/main.js mcp.json 'What is new?'
import { createInterface } from 'node:readline/promises'
import Anthropic from '@anthropic-ai/sdk'
import { createHost, describeConsentRequest, loadConfig } from 'omniport/host'
import { runAgent } from './run-agent.js'

const [config = 'mcp.json', prompt = 'What can you do?'] = process.argv.slice(2)
const terminal = createInterface({ input: process.stdin, output: process.stdout })
const host = createHost({
  ...(await loadConfig(config)),
  async ask(request) {
    const { title, lines, warnings } = describeConsentRequest(request)
    console.log([title, ...warnings, ...lines.map(({ label, text }) => `${label} ${text}`)].join('\n'))
    return (await terminal.question('Allow? (y/n) ')) === 'y' ? 'allow' : 'deny'
  },
})
const anthropic = new Anthropic()
const createMessage = (request) => anthropic.messages.create(request)
console.log(await runAgent(host, { createMessage, model: 'claude-opus-5', prompt }))
terminal.close()
await host.close()
