import { describe, expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../client/client.js'
import { connect } from '../../client/connect.js'
import type { ConnectOptions } from '../../client/connect-options.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { parseRecording } from '../../recording/parse-recording.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ChannelMessage, Fault } from './fault.js'
import { openTestChannel, type TestChannel, type TestChannelOptions } from './open-test-channel.js'

const silent = { error: () => {}, warn: () => {} }

const input = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const

async function start(options: TestChannelOptions = {}, connectOptions: ConnectOptions = {}) {
  let runs = 0
  const server = createServer({
    name: 'numbers',
    version: '1',
    logger: silent,
    tools: {
      next: tool({
        input,
        run({ n }, ctx) {
          runs += 1
          return `${ctx.principal?.id ?? 'somebody'} ${n + 1}`
        },
      }),
    },
  })
  const channel = await openTestChannel(server, options)
  const client = await connect(channel, connectOptions)
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return { channel, client, runs: () => runs }
}

const next = (client: Client, n: number, timeoutMs = 20_000) =>
  client.callTool('next', { n }, { timeoutMs }).then(({ content }) => content)
const text = (value: string) => [{ type: 'text', text: value }]

/** The fault of the calls, and of the responses to them. */
function forCalls(fault: Fault): TestChannelOptions {
  return { fault: ({ message }) => ((message as { method?: string }).method === 'tools/call' ? fault : undefined) }
}

const isResult = ({ message }: ChannelMessage) => JSON.stringify(message).includes('somebody')
const methodsOf = ({ messages }: TestChannel) =>
  messages.map(({ from, message }) => `${from} ${(message as { method?: string }).method ?? 'response'}`)

describe('openTestChannel', () => {
  test.each(revisions)('shows what passes, and records it, at %s', async (revision) => {
    const { channel, client } = await start({ principal: { id: 'ada', scopes: [], claims: {} } }, { revision })
    expect([client.revision, await next(client, 1)]).toEqual([revision, text('ada 2')])
    expect(methodsOf(channel).slice(-2)).toEqual(['client tools/call', 'server response'])
    const { conversations, problems } = parseRecording(channel.recording())
    expect([problems, conversations.map(({ messages }) => messages.length)]).toEqual([[], [channel.messages.length]])
  })

  test('loses a message', async () => {
    const { client, runs } = await start(forCalls('drop'))
    await expect(next(client, 1, 100)).rejects.toMatchObject({ code: 'timeout' })
    expect(runs()).toBe(0)
  })

  test('repeats a message', async () => {
    const { client, channel } = await start({ fault: (message) => (isResult(message) ? 'repeat' : undefined) })
    expect([await next(client, 1), await next(client, 2)]).toEqual([text('somebody 2'), text('somebody 3')])
    expect(channel.messages.filter(isResult)).toHaveLength(2)
  })

  test('delivers late', async () => {
    const { client } = await start(forCalls({ delayMs: 20 }))
    expect(await next(client, 1)).toEqual(text('somebody 2'))
  })

  test('delivers something else', async () => {
    const fault = (passed: ChannelMessage) => {
      if (!isResult(passed)) return undefined
      return { message: { ...Object(passed.message), result: { content: 'none' } } }
    }
    const { client } = await start({ fault })
    await expect(next(client, 1)).rejects.toMatchObject({ code: 'invalid_result' })
  })

  test.each<[how: string, options: TestChannelOptions, cut: (channel: TestChannel) => void]>([
    ['by a fault', forCalls('cut'), () => {}],
    ['by the test', forCalls('drop'), (channel) => channel.cut()],
  ])('breaks the connection: %s', async (_, options, cut) => {
    const { client, channel } = await start(options)
    const call = next(client, 1)
    cut(channel)
    await expect(call).rejects.toMatchObject({ code: 'closed' })
    await channel.closed
  })

  test('breaks with a reason of the test, or says that the test did it', async () => {
    const reason = new Error('unplugged')
    for (const [given, expected] of [
      [reason, reason],
      [undefined, new OmniportError('closed', 'The test cut the connection')],
    ] as const) {
      const server = createServer({ name: 's', version: '1', logger: silent })
      const channel = await openTestChannel(server)
      const read = channel.readable.getReader().read()
      channel.cut(given)
      await expect(read).rejects.toThrow(expected)
      await expect(read).rejects.toEqual(expected)
      await channel.closed
      await server.close()
    }
  })

  test('names the server in a recording, also one without a name', async () => {
    const server = createServer({ name: 'numbers', version: '1', logger: silent })
    const { runtime } = server.environment
    for (const [environment, command] of [
      [server.environment, 'numbers'],
      [{ runtime, logger: silent }, 'server'],
    ] as const) {
      const channel = await openTestChannel({ serve: server.serve, environment })
      expect(parseRecording(channel.recording()).conversations).toEqual([])
      expect(JSON.parse(channel.recording().split('\n')[0] ?? '')).toMatchObject({ target: { command, args: [] } })
      channel.cut()
      await channel.closed
    }
    await server.close()
  })

  test('refuses what cannot serve', async () => {
    await expect(openTestChannel(undefined as never)).rejects.toThrow(
      new TypeError(
        'serveStream: the server must be what createServer or createGateway gives, or { serve }, got undefined',
      ),
    )
  })

  test.each([
    [
      { faults: () => {} },
      'openTestChannel: there is no option "faults"; did you mean "fault"? The options are fault, principal',
    ],
    [{ fault: 'drop' }, 'openTestChannel: fault must be a function that takes a message'],
  ])('refuses options that are wrong: %j', async (options, message) => {
    await expect(openTestChannel(createServer({ name: 's', version: '1' }), options as never)).rejects.toThrow(message)
  })
})
