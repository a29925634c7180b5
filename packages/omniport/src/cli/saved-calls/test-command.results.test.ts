import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createServer, prompt, resource, tool } from '../../entries/index.js'
import { type ServedHttp, serveHttp } from '../../entries/node.js'
import { testCommand } from './test-command.js'

let served: ServedHttp
let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'test-'))
  served = await serveHttp(
    createServer({
      ...{ name: 's', version: '1', logger: createRecordingLogger() },
      tools: { greet: tool({ run: () => 'hello' }) },
      resources: {
        pages: resource({
          uri: 'a:pages',
          read: () => ({
            contents: [
              { uri: 'a:1', text: 'one' },
              { uri: 'a:2', blob: 'AAAA' },
              { uri: 'a:3', text: 'three' },
            ],
          }),
        }),
      },
      prompts: {
        ask: prompt({
          get: () => [
            { role: 'user', content: 'first' },
            { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
            { role: 'assistant', content: 'second' },
          ],
        }),
      },
    }),
    { port: 0 },
  )
})

afterEach(async () => {
  await served.close()
  await rm(cwd, { recursive: true })
})

async function run(calls: readonly object[], target = served.url) {
  const { io, stdout } = createMemoryIo({ cwd })
  await writeFile(join(cwd, 'a.json'), JSON.stringify({ version: 1, target: [target], calls }))
  const line = { words: ['a.json'], command: undefined, flags: {}, options: { env: [], header: [] } }
  const code = await testCommand(line, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

test('the text of a result is that of all its parts, a line each', async () => {
  const { code } = await run([
    { resource: 'a:pages', expect: { text: 'one\n\nthree' } },
    { prompt: 'ask', expect: { text: 'first\nsecond' } },
  ])
  expect(code).toBe(0)
})

test('members of a whole result may be expected', async () => {
  const { code } = await run([
    { tool: 'greet', expect: { result: { content: [{ type: 'text', text: 'hello' }] } } },
    { resource: 'a:pages', expect: { result: { contents: [{ uri: 'a:1' }, { blob: 'AAAA' }, { text: 'three' }] } } },
    { prompt: 'ask', expect: { result: { messages: [{ role: 'user' }, {}, { role: 'assistant' }] } } },
  ])
  expect(code).toBe(0)
})

test('what an error says is in the problem', async () => {
  const { printed } = await run([{ resource: 'a:none' }])
  const [{ problem }] = JSON.parse(printed).calls
  expect(problem).toMatch(/^expected a result, got error -3\d{4}: \S/)
  expect(problem).not.toContain('undefined')
})

test('a call takes the time between its start and its end', async () => {
  const start = performance.now()
  const { printed } = await run([{ tool: 'greet' }])
  const [{ ms }] = JSON.parse(printed).calls
  expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
})

test('a server that cannot be reached is no result', async () => {
  const { url } = served
  await served.close()
  const { code, printed } = await run([{ tool: 'greet' }], url)
  expect([code.code, printed]).toEqual(['unreachable', ''])
})
