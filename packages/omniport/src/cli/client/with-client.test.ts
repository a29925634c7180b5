import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Client } from '../../entries/client.js'
import { createServer, resource, revisions, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import type { Invocation, RunOptions, TargetName } from '../command-line/invocation.js'
import { listEverything } from './list-everything.js'
import { type CallLimits, withClient } from './with-client.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(options: Partial<Parameters<typeof createServer>[0]> = {}): Promise<string> {
  const server = createServer({ name: 's', version: '1', logger: createRecordingLogger(), ...options })
  const served = await serveHttp(server, { port: 0 })
  closers.push(() => served.close())
  return served.url
}

type Use = (client: Client, limits: CallLimits) => Promise<void>

async function use(
  target: string | TargetName,
  options: Partial<RunOptions> = {},
  run: Use = async () => {},
  more: Partial<Invocation> = {},
) {
  const { io, stderr } = createMemoryIo({ cwd: tmpdir(), env: { TOKEN: 'the-token' } })
  const name: TargetName = typeof target === 'string' ? { type: 'word', word: target } : target
  const invocation = { target: name, words: [], options: { env: [], header: [], ...options }, ...more }
  const outcome = await withClient(invocation, io, run).catch((reason) => reason)
  return { outcome, stderr: stderr() }
}

describe('a client', () => {
  test('is connected while it is used, and closed then', async () => {
    const clients: Client[] = []
    const { outcome } = await use(await serve(), {}, async (client) => void clients.push(client))
    expect([outcome, clients[0]?.server.name]).toEqual([undefined, 's'])
    await expect(clients[0]?.ping()).rejects.toMatchObject({ code: 'closed' })
  })

  test('is closed where its use fails', async () => {
    const clients: Client[] = []
    const { outcome } = await use(await serve(), {}, async (client) => {
      clients.push(client)
      throw new Error('of the use')
    })
    expect(outcome).toEqual(new Error('of the use'))
    await expect(clients[0]?.ping()).rejects.toMatchObject({ code: 'closed' })
  })

  test.each<[RunOptions['protocol'], string | undefined]>([
    [undefined, revisions.at(-1)],
    ['auto', revisions.at(-1)],
    ['modern', revisions.at(-1)],
    ['legacy', revisions.at(-2)],
    ['2025-03-26', '2025-03-26'],
  ])('speaks the revision of %s', async (protocol, revision) => {
    const spoken: string[] = []
    await use(
      await serve(),
      { ...(protocol !== undefined && { protocol }) },
      async (client) => void spoken.push(client.revision),
    )
    expect(spoken).toEqual([revision])
  })

  test.each<[number | undefined, object]>([
    [undefined, {}],
    [5_000, { timeoutMs: 5_000, maxTimeoutMs: 600_000 }],
    [700_000, { timeoutMs: 700_000, maxTimeoutMs: 700_000 }],
  ])('waits for %s ms', async (timeout, expected) => {
    const given: CallLimits[] = []
    await use(await serve(), { timeout }, async (_client, limits) => void given.push(limits))
    const { signal: _, ...limits } = given[0] ?? {}
    expect(limits).toStrictEqual(expected)
  })

  test('writes what a server logs, as it asks for', async () => {
    const log = tool({
      run: (_args, ctx) => {
        ctx.log.info('a text')
        ctx.log.error({ a: 1 })
        return 'done'
      },
    })
    const url = await serve({ tools: { log } })
    const { outcome, stderr } = await use(
      url,
      { logLevel: 'info' },
      async (client) => void (await client.callTool('log', {})),
    )
    expect([outcome, stderr]).toEqual([undefined, ['[info] log: a text', '[error] log: {"a":1}']])
  })
})

describe('a server that refuses credentials', () => {
  async function serveRefusal(challenge?: string): Promise<string> {
    const server = createHttpServer((_request, response) => {
      response.writeHead(401, challenge === undefined ? {} : { 'www-authenticate': challenge }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(
      () =>
        new Promise((resolve) => {
          server.close(resolve)
          server.closeAllConnections()
        }),
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  }

  test('says how to sign in', async () => {
    const url = await serveRefusal()
    const { outcome } = await use(`${url}?key=secret`)
    expect(outcome.status).toBe(401)
    expect(outcome.message.endsWith(`; "omniport login ${url}" signs in, or --bearer-env <name> sends a token`)).toBe(
      true,
    )
    expect(outcome.message).not.toContain('secret')
  })

  test('says which token was refused', async () => {
    const url = await serveRefusal()
    const { outcome } = await use(url, { bearerEnv: 'TOKEN' })
    expect([outcome.status, outcome.message]).toEqual([
      401,
      `${url} refuses the token of --bearer-env TOKEN (HTTP 401)`,
    ])
  })

  test.each([
    ['nothing', {}],
    ['a token', { bearerEnv: 'TOKEN' }],
    ['who would sign in', { auth: true as const }],
  ])('says to %s how to send a key', async (_, options) => {
    const { outcome } = await use(await serveRefusal('ApiKey'), options)
    expect(outcome.message.endsWith("; -H 'X-API-Key: …' sends a key")).toBe(true)
  })
})

describe('a program', () => {
  test('that says the same again as it is started again is heard once', async () => {
    const script = 'console.error("no KEY"); process.exit(1)'
    const { outcome, stderr } = await use({ type: 'command', command: process.execPath, args: ['-e', script] })
    expect([outcome.code, stderr]).toEqual(['unreachable', ['no KEY']])
  })
})

test('a recorder stands between client and server, and is closed at the end', async () => {
  const url = await serve()
  const calls: unknown[] = []
  const recordTarget: Invocation['recordTarget'] = async (target, auth) => {
    calls.push([target, auth])
    return { target: url, close: async () => void calls.push('closed') }
  }
  const used: string[] = []
  const { outcome } = await use(
    'http://127.0.0.1:1/elsewhere',
    { bearerEnv: 'TOKEN' },
    async (client) => void used.push(client.server.name),
    { recordTarget },
  )
  expect([outcome, used]).toEqual([undefined, ['s']])
  expect(calls).toEqual([
    [{ type: 'url', address: { url: 'http://127.0.0.1:1/elsewhere', headers: {} } }, { token: 'the-token' }],
    'closed',
  ])
})

describe('all lists of a server', () => {
  const listOf = async (options: Partial<Parameters<typeof createServer>[0]>) => {
    const found: unknown[] = []
    await use(await serve(options), {}, async (client, limits) => void found.push(await listEverything(client, limits)))
    return found[0]
  }

  test('are those that it has', async () => {
    const page = resource({ uri: 'a:page', read: () => 'x' })
    expect(await listOf({ tools: { add: tool({ run: () => 'x' }) }, resources: { page } })).toMatchObject({
      ...{ server: { name: 's', version: '1' }, revision: revisions.at(-1), tools: [{ name: 'add' }] },
      ...{ resources: [{ uri: 'a:page' }], resourceTemplates: [], prompts: [] },
    })
  })

  test('are empty where it declares none', async () => {
    expect(await listOf({})).toMatchObject({ tools: [], resources: [], resourceTemplates: [], prompts: [] })
  })

  const limits = {} as CallLimits
  const clientOf = (templates: () => Promise<readonly object[]>) =>
    ({
      ...{ server: {}, revision: '2025-11-25', capabilities: { resources: {} } },
      listResources: async () => [{ uri: 'a:b', name: 'b' }],
      listResourceTemplates: templates,
    }) as unknown as Client

  test('may lack templates, whose method is not known', async () => {
    const { RpcError } = await import('../../entries/index.js')
    const client = clientOf(() => Promise.reject(new RpcError(-32601, 'no')))
    expect((await listEverything(client, limits)).resourceTemplates).toEqual([])
    const failing = clientOf(() => Promise.reject(new RpcError(-32603, 'no')))
    await expect(listEverything(failing, limits)).rejects.toMatchObject({ code: -32603 })
  })
})
