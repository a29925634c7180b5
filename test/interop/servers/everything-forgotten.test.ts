import { createRequire } from 'node:module'
import process from 'node:process'
import { connect, textOf } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { type ServedProgram, serveProgram } from '../serve-program.js'

const require = createRequire(import.meta.url)

/** Starts the server with everything, which forgets its sessions when it ends. */
async function startEverything(port: string): Promise<ServedProgram> {
  const report = new URL('../programs/report-port.mjs', import.meta.url).href
  const main = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const served = await serveProgram({
    command: process.execPath,
    args: ['--import', report, main, 'streamableHttp'],
    env: { PORT: port },
  })
  onTestFinished(() => served.stop())
  return served
}

test('calls go on when the server with everything was started again, though it refuses the old session with 400', async () => {
  const first = await startEverything('0')
  const client = await connect(new URL('mcp', first.url).href, { revision: '2025-11-25' })
  onTestFinished(() => client.close())
  const echo = async (message: string) => textOf(await client.callTool('echo', { message }))
  expect(await echo('before')).toBe('Echo: before')
  await first.stop()
  await startEverything(new URL(first.url).port)
  const messages = ['a', 'b', 'c', 'd', 'e']
  expect(await Promise.all(messages.map(echo))).toEqual(messages.map((message) => `Echo: ${message}`))
})
