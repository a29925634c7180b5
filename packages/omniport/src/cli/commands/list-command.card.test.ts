import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { serverCard } from '../../entries/http.js'
import { createServer, prompt, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { RunOptions, TargetName } from '../command-line/invocation.js'
import { readNames } from '../completion/name-cache.js'
import { listCommand } from './list-command.js'

let served: Awaited<ReturnType<typeof serveHttp>>

beforeAll(async () => {
  const server = createServer({
    ...{ name: 'weather', version: '1.0.0', description: 'The weather.', logger: createRecordingLogger() },
    tools: { look: tool({ run: () => 'x' }) },
    prompts: { ask: prompt({ get: () => 'x' }) },
  })
  const card = serverCard({ name: 'com.example/weather', url: 'https://weather.example/mcp' })
  served = await serveHttp(server, { port: 0, serverCard: card })
})

afterAll(() => served.close())

async function list(target: TargetName, words: readonly string[], options: Partial<RunOptions> = {}) {
  const { io, stdout } = createMemoryIo({ cwd: '/' })
  const invocation = { target, words, options: { env: [], header: [], ...options } }
  const code = await listCommand(invocation, io).catch((reason) => reason)
  return { code, printed: stdout(), io }
}

const here = (): TargetName => ({ type: 'word', word: served.url })

test('the card of a server at a URL is printed, with its address', async () => {
  const { code, printed } = await list(here(), ['card'])
  expect([code, JSON.parse(printed)]).toMatchObject([
    0,
    { url: `${served.url}/server-card`, card: { name: 'com.example/weather', description: 'The weather.' } },
  ])
  expect((await list(here(), ['card'], { text: true })).printed).toContain(`url: ${served.url}/server-card\n`)
})

test('a program has no card', async () => {
  const { code } = await list({ type: 'command', command: 'node', args: [] }, ['card'])
  expect(code).toMatchObject({ code: 'usage', message: 'list … card: only the URL of a server has a card' })
})

test('a server without one says so', async () => {
  const { code } = await list({ type: 'word', word: `${served.url}/other` }, ['card'])
  expect(code).toMatchObject({
    code: 'unsupported',
    message: `There is no server card at ${served.url}/other/server-card`,
  })
})

test('what was listed is remembered for the completion of shells', async () => {
  const { io } = await list(here(), ['prompts'])
  expect(await readNames(served.url, io)).toMatchObject({ prompts: { ask: [] } })
  await list(here(), [])
  expect(await readNames(served.url, io)).toMatchObject({ tools: { look: [] }, prompts: { ask: [] } })
})
