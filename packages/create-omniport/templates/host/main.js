import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { OmniportError } from 'omniport'
import { describeConsentRequest } from 'omniport/host'
import { openHost } from './host.js'

const terminal = createInterface({ input: process.stdin, output: process.stdout })

const host = await openHost(async (request) => {
  const { title, warnings, lines } = describeConsentRequest(request)
  console.log([title, ...warnings, ...lines.map(({ label, text }) => `  ${label}: ${text}`)].join('\n'))
  return (await terminal.question('Allow? (y/n) ')) === 'y' ? 'allow' : 'deny'
})

try {
  for (const { name, description } of await host.tools()) console.log(`${name}: ${description}`)
  const { content } = await host.callTool('greet__hello', { name: 'Ada' })
  console.log(content)
} catch (error) {
  // What the person did not allow, or what failed. Anything else is a mistake in this program.
  if (!(error instanceof OmniportError)) throw error
  console.log(`${error.code}: ${error.message}`)
  process.exitCode = 1
} finally {
  await host.close()
  terminal.close()
}
