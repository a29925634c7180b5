import type { Revision } from 'omniport'
import { createServer, tool } from 'omniport'
import { createHost, type Host, type HostOptions } from 'omniport/host'
import { revisions } from 'omniport/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { loadExample } from './load-example.js'

interface AgentOptions {
  readonly createMessage: (request: Request) => Promise<{ readonly content: readonly object[] }>
  readonly model: string
  readonly prompt: string
  readonly maxTurns?: number
}
interface Request {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools: readonly { readonly name: string }[]
}
const { runAgent } = await loadExample<{ runAgent(host: Host, options: AgentOptions): Promise<string> }>(
  'agent/run-agent.js',
)

const text = (value: string) => ({ type: 'text', text: value })
const use = (name: string, input: object) => ({ type: 'tool_use', id: `call ${name}`, name, input })

function openHost(options: Partial<HostOptions> = {}, revision?: Revision): Host {
  const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
  const server = createServer({
    name: 'weather',
    version: '1.0.0',
    tools: { forecast: tool({ input: city, run: ({ city }) => `Sunny in ${city}` }) },
  })
  const host = createHost({ servers: { weather: { target: server, revision } }, policy: () => 'allow', ...options })
  onTestFinished(() => host.close())
  return host
}

/** A model that says one thing after the other, and what it was told last. */
function script(answers: readonly (readonly object[])[]) {
  const requests: Request[] = []
  const createMessage = async (request: Request) => {
    requests.push({ ...request, messages: [...request.messages] })
    return { content: answers[Math.min(requests.length, answers.length) - 1] ?? [] }
  }
  return { createMessage, lastContent: () => requests.at(-1)?.messages.at(-1)?.content }
}

const options = { model: 'm', prompt: 'How is the weather in Rome?' }

test.each(revisions)('a model calls a tool and answers with what it learned, at %s', async (revision) => {
  const { createMessage, lastContent } = script([[use('weather__forecast', { city: 'Rome' })], [text('It is sunny.')]])
  expect(await runAgent(openHost({}, revision), { ...options, createMessage })).toBe('It is sunny.')
  expect(lastContent()).toEqual([
    { type: 'tool_result', tool_use_id: 'call weather__forecast', content: [text('Sunny in Rome')] },
  ])
})

test('a call that the person denies is told to the model', async () => {
  const { createMessage, lastContent } = script([
    [use('weather__forecast', { city: 'Rome' })],
    [text('I may not look.')],
  ])
  const host = openHost({ policy: ({ type }) => (type === 'call' ? 'ask' : 'allow'), ask: async () => 'deny' as const })
  expect(await runAgent(host, { ...options, createMessage })).toBe('I may not look.')
  expect(lastContent()).toMatchObject([{ is_error: true, content: [text(expect.stringContaining('was not called'))] }])
})

test('a model that calls without end is stopped', async () => {
  const { createMessage } = script([[use('weather__forecast', { city: 'Rome' })]])
  await expect(runAgent(openHost(), { ...options, createMessage, maxTurns: 2 })).rejects.toThrow(
    'The model had no answer after 2 turns',
  )
})
