import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import type { StructuredTool } from '@langchain/core/tools'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { createHost, type Host, type HostOptions } from 'omniport/host'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadExample } from '../examples/load-example.js'

const { toLangChainTools } = await loadExample<{ toLangChainTools(source: unknown): Promise<StructuredTool[]> }>(
  'agent/langchain-tools.js',
)

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
const openServer = () =>
  createServer({
    name: 'weather',
    version: '1.0.0',
    tools: {
      forecast: tool({
        description: 'Says how the weather will be',
        input: city,
        run: ({ city }) => `Sunny in ${city}`,
      }),
      map: tool({
        run: () => [
          { type: 'text', text: 'The map:' },
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
          {
            type: 'resource',
            resource: { uri: 'file:///legend.pdf', mimeType: 'application/pdf', blob: 'JVBERi0xLjQK' },
          },
        ],
      }),
    },
  })

function openHost(options: Partial<HostOptions> = { policy: () => 'allow' }): Host {
  const host = createHost({ servers: { weather: openServer() }, ...options })
  onTestFinished(() => host.close())
  return host
}

const call = (name: string, args: object) => ({
  type: 'tool_call' as const,
  id: `call ${name}`,
  name,
  args: { ...args },
})

/** A model that says one thing. */
class ScriptedModel extends BaseChatModel {
  readonly #answer: AIMessage

  constructor(answer: AIMessage) {
    super({})
    this.#answer = answer
  }

  _llmType(): string {
    return 'scripted'
  }

  override bindTools(tools: BindToolsInput[]): this {
    expect(tools.map((each) => (each as StructuredTool).schema)).toContainEqual(
      expect.objectContaining({ type: 'object' }),
    )
    return this
  }

  override async _generate(): Promise<ChatResult> {
    return { generations: [{ text: '', message: this.#answer }] }
  }
}

/** The loop of an agent: the model's calls are run, and their messages are given back. */
async function runLoop(
  tools: readonly StructuredTool[],
  answers: readonly AIMessage[],
): Promise<readonly BaseMessage[]> {
  const messages: BaseMessage[] = []
  for (const answer of answers) {
    const answered = await new ScriptedModel(answer).bindTools([...tools]).invoke(messages)
    messages.push(answered)
    for (const each of answered.tool_calls ?? []) {
      const found = tools.find(({ name }) => name === each.name)
      messages.push((await found?.invoke({ ...each, type: 'tool_call' })) as ToolMessage)
    }
  }
  return messages
}

describe('LangChain', () => {
  test('calls the tools of a host, and its model gets texts, images and documents', async () => {
    const tools = await toLangChainTools(openHost())
    expect(tools.map(({ name, description }) => `${name}: ${description}`)[0]).toBe(
      'weather__forecast: [MCP server "weather", tool "forecast"] Says how the weather will be',
    )
    const messages = await runLoop(tools, [
      new AIMessage({
        content: '',
        tool_calls: [call('weather__forecast', { city: 'Rome' }), call('weather__map', {})],
      }),
      new AIMessage('Done'),
    ])
    expect(messages.filter((message) => message instanceof ToolMessage).map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Sunny in Rome' }],
      [
        { type: 'text', text: 'The map:' },
        { type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'iVBORw0KGgo=' },
        {
          type: 'file',
          source_type: 'base64',
          mime_type: 'application/pdf',
          data: 'JVBERi0xLjQK',
          metadata: { filename: 'legend.pdf' },
        },
      ],
    ])
    expect(messages.at(-1)?.content).toBe('Done')
  })

  test('asks for consent, and tells of a call that was denied', async () => {
    const host = openHost({
      policy: ({ type }) => (type === 'call' ? 'ask' : 'allow'),
      ask: async () => 'deny' as const,
    })
    const [forecast] = await toLangChainTools(host)
    await expect(forecast?.invoke({ city: 'Rome' })).rejects.toThrow('weather__forecast was not called')
  })

  test('takes the tools of a client, and checks arguments by their schema', async () => {
    await using server = openServer()
    await using client = await connect(server)
    const [forecast] = await toLangChainTools(client)
    expect(await forecast?.invoke({ city: 'Oslo' })).toEqual([{ type: 'text', text: 'Sunny in Oslo' }])
    await expect(forecast?.invoke({ town: 'Oslo' })).rejects.toThrow('did not match expected schema')
  })
})
