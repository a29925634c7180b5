import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { describeConsentRequest } from 'omniport/host'
import { openHost } from './host.js'

const terminal = createInterface({ input: process.stdin, output: process.stdout })

const host = await openHost(async (request) => {
  const { title, warnings, lines } = describeConsentRequest(request)
  console.log([title, ...warnings, ...lines.map(({ label, text }) => `  ${label}: ${text}`)].join('\n'))
  return (await terminal.question('Allow? (y/n) ')) === 'y' ? 'allow' : 'deny'
})

for (const { name, description } of await host.tools()) console.log(`${name}: ${description}`)
const { content } = await host.callTool('greet__hello', { name: 'Ada' })
console.log(content)
await host.close()
terminal.close()
