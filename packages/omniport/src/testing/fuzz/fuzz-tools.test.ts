import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../client/connect.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import type { AnyTool } from '../../server/tools/tool.js'
import { tool } from '../../server/tools/tool.js'
import { openTestChannel } from '../channel/open-test-channel.js'
import { fuzzTools } from './fuzz-tools.js'

const silent = { error: () => {}, warn: () => {} }

async function start(tools: Record<string, AnyTool<unknown>>, revision = revisions.at(-1)) {
  const server = createServer({ name: 's', version: '1', tools, logger: silent })
  const client = await connect(server, { revision })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return client
}

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const

/** Fails at texts with a digit, as code does that takes a text for a name of its own. */
const breaks = tool({
  input: { type: 'object', properties: { text: { type: 'string' }, more: { type: 'array' } }, required: ['text'] },
  run: ({ text }) => (/\d/.test(String(text)) ? (undefined as unknown as string).length.toString() : 'fine'),
})

const fine = tool({
  input: {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[a-z]{3}-\\d{2,4}$' },
      at: { type: 'string', format: 'date-time' },
      sizes: { type: 'array', items: { $ref: '#/$defs/size' }, minItems: 1, uniqueItems: true },
      to: { anyOf: [{ type: 'null' }, { type: 'object', properties: { n: { type: 'integer', minimum: 3 } } }] },
      half: { type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.5 },
      flags: { type: 'object', additionalProperties: { type: 'boolean' }, maxProperties: 2 },
    },
    required: ['id', 'sizes', 'half'],
    additionalProperties: false,
    $defs: { size: { enum: ['S', 'M', 'L'] } },
  },
  run: (args) => JSON.stringify(args),
})

describe('fuzzTools', () => {
  test.each(revisions)('finds nothing where nothing is wrong, at %s', async (revision) => {
    const refuses = tool({
      input: text,
      run: ({ text }) => {
        throw new Error(`No "${text}"`)
      },
    })
    const client = await start({ fine, refuses }, revision)
    expect(await fuzzTools(client, { seed: 7, runs: 60 })).toEqual({ seed: 7, calls: 120, problems: [] })
  })

  test('finds a tool that throws by mistake, with the smallest arguments that make it', async () => {
    const { problems } = await fuzzTools(await start({ breaks }), { seed: 1 })
    expect(problems).toEqual([
      {
        tool: 'breaks',
        args: { text: expect.stringMatching(/^\d$/) },
        problem: expect.stringMatching(
          /^it threw by mistake \(internal error [\da-f]+\); the log of the server says what$/,
        ),
      },
    ])
  })

  test('makes the same calls with the same seed', async () => {
    const client = await start({ breaks })
    const [first, second] = [await fuzzTools(client, { seed: 5 }), await fuzzTools(client, { seed: 5 })]
    expect([second.calls, second.problems[0]?.args]).toEqual([first.calls, first.problems[0]?.args])
    expect((await fuzzTools(client, { runs: 0 })).seed).not.toBe((await fuzzTools(client, { runs: 0 })).seed)
  })

  test('finds a tool without an answer', async () => {
    const waits = tool({
      input: text,
      run: ({ text }, { signal }) =>
        text === '' ? new Promise<string>((_, reject) => signal.addEventListener('abort', reject)) : 'fine',
    })
    const { problems } = await fuzzTools(await start({ waits }), { seed: 1, timeoutMs: 1_000 })
    expect(problems).toEqual([{ tool: 'waits', args: { text: '' }, problem: 'no answer within 1000 ms' }])
  })

  test('finds a connection that ends, and calls nothing after it', async () => {
    const server = createServer({ name: 's', version: '1', tools: { a: fine, b: fine }, logger: silent })
    const channel = await openTestChannel(server, {
      fault: ({ message }) => ((message as { method?: string }).method === 'tools/call' ? 'cut' : undefined),
    })
    const client = await connect(channel)
    onTestFinished(async () => {
      await client.close()
      await server.close()
    })
    const { calls, problems } = await fuzzTools(client, { seed: 1 })
    expect([calls, problems.map(({ tool, problem }) => `${tool}: ${problem}`)]).toEqual([
      1,
      [expect.stringMatching(/^a: the connection ended: /)],
    ])
  })

  test('finds a server that does not check arguments, and results that do not fit', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const tools = [
      { name: 'lax', inputSchema },
      { name: 'wrong', inputSchema, outputSchema },
    ]
    const client = await connect({
      async serve({ method, params }: { readonly method: string; readonly params?: object }) {
        if (method === 'tools/list') return { result: { tools } }
        if (method === 'tools/call')
          return { result: { content: [], structuredContent: { n: Object(params)['arguments'].n } } }
        return {
          result: {
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
            serverInfo: { name: 's', version: '1' },
          },
        }
      },
    } as never)
    onTestFinished(() => client.close())
    const { problems } = await fuzzTools(client, { seed: 2 })
    expect(problems.map(({ tool, problem }) => `${tool}: ${problem}`)).toEqual([
      'lax: it ran, although its input schema refuses the arguments',
      expect.stringMatching(/^wrong: /),
    ])
  })

  test.each([
    [{ runs: -1 }, 'fuzzTools: runs must be a whole number from 0'],
    [{ runs: 1.5 }, 'fuzzTools: runs must be a whole number from 0'],
    [{ seed: '1' }, 'fuzzTools: seed must be a whole number from 0'],
    [{ timeoutMs: -1 }, 'fuzzTools: timeoutMs must be a whole number from 0'],
    [{ tools: ['fine', 'nothing'] }, 'fuzzTools: the server has no tool "nothing"'],
    [{ times: 3 }, 'fuzzTools: there is no option "times". The options are tools, runs, seed, timeoutMs'],
  ])('refuses options that are wrong: %j', async (options, message) => {
    await expect(fuzzTools(await start({ fine }), options as never)).rejects.toThrow(message)
  })

  test('calls the tools that are named alone, a hundred times each', async () => {
    const called: string[] = []
    const toolOf = (name: string) => tool({ run: () => String(called.push(name)) })
    const client = await start({ a: toolOf('a'), b: toolOf('b'), c: toolOf('c') })
    expect((await fuzzTools(client, { tools: ['c', 'a'], seed: 3 })).calls).toBe(200)
    expect(new Set(called)).toEqual(new Set(['a', 'c']))
    expect(await fuzzTools(client, { tools: [], seed: 3 })).toEqual({ seed: 3, calls: 0, problems: [] })
    expect((await fuzzTools(client, { runs: 2, seed: 3 })).calls).toBe(6)
  })

  test('gives every fourth call arguments that do not fit', async () => {
    const ran: unknown[] = []
    const input = { ...text, additionalProperties: false } as const
    const counts = tool({ input, run: (args) => String(ran.push(args)) })
    await fuzzTools(await start({ counts }), { seed: 4, runs: 200 })
    expect([ran.length > 140, ran.length < 180]).toEqual([true, true])
  })

  test('gives no others that fit than those that the schema describes', async () => {
    const given: unknown[] = []
    const takes = tool({ input: { type: 'object' }, run: (args) => String(given.push(args)) })
    await fuzzTools(await start({ takes }), { seed: 4 })
    expect(given).toEqual(Array.from({ length: 100 }, () => ({})))
  })

  test('looks for smaller arguments with a hundred calls at most, that fit where those that were found do', async () => {
    const lengths: number[] = []
    const texts = (minLength: number, maxLength: number) => {
      const properties = { text: { type: 'string', minLength, maxLength } } as const
      const input = { type: 'object', properties, required: ['text'] } as const
      return tool({
        input,
        run: ({ text }) => {
          lengths.push([...text].length)
          throw new TypeError('by mistake')
        },
      })
    }
    const long = await fuzzTools(await start({ breaks: texts(900, 1_500) }), { seed: 2 })
    expect([long.calls, lengths.length]).toEqual([101, 101])
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one))
    const short = await fuzzTools(await start({ breaks: texts(3, 3) }), { seed: 1 })
    expect(short.calls).toBe(1)
  })

  test('says which tool no arguments fit', async () => {
    const never = tool({ input: { type: 'object', properties: { a: { not: {} } }, required: ['a'] }, run: () => 'x' })
    await expect(fuzzTools(await start({ never }))).rejects.toThrow(
      'no arguments were found that fit the schema of "never"; leave it out with tools',
    )
  })
})
