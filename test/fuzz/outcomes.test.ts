import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { consoleLogger } from '../../packages/omniport/src/async/runtime/logger.js'
import type { Serve } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { prompt } from '../../packages/omniport/src/server/prompts/prompt.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../requirements/verifies.js'
import { connectRaw, type Message } from '../support/connect-raw.js'
import { checkMessage } from '../wire/check-message.js'
import { revisions } from '../wire/revisions.js'
import { fuzz } from './fuzz.js'
import { type HostileValue, hostileValue } from './hostile-values.js'

/** What a handler does with a value. */
const ways = {
  returns: (make: () => unknown) => make(),
  resolves: (make: () => unknown) => Promise.resolve().then(make),
  throws: (make: () => unknown) => {
    throw make()
  },
  rejects: (make: () => unknown) => Promise.resolve().then(() => Promise.reject(make())),
} as const

type Way = keyof typeof ways

let act: () => unknown = () => undefined

const server = createServer({
  name: 's',
  version: '1',
  logger: { error() {}, warn() {} },
  tools: {
    any: tool({ run: () => act() as string }),
    checked: tool({
      output: { type: 'object', properties: { value: {} } },
      run: () => act() as Record<string, unknown>,
    }),
  },
  prompts: { any: prompt({ get: () => act() as string }) },
  resources: { any: resource({ uri: 'notes://any', read: () => act() as string }) },
})
afterAll(() => server.close())

const requests = {
  tool: ['tools/call', { name: 'any' }],
  'checked tool': ['tools/call', { name: 'checked' }],
  prompt: ['prompts/get', { name: 'any' }],
  resource: ['resources/read', { uri: 'notes://any' }],
} as const

const kind = fc.constantFrom(...(Object.keys(requests) as (keyof typeof requests)[]))
const way = fc.constantFrom(...(Object.keys(ways) as Way[]))

fuzz(
  'whatever a handler returns or throws, its request gets one answer that the revision allows',
  fc.asyncProperty(
    hostileValue,
    way,
    kind,
    fc.constantFrom(...revisions),
    async ({ make, isMarked }, way, kind, revision) => {
      const connection = await connectRaw(server, { revision })
      act = () => ways[way](make)
      const [method, params] = requests[kind]
      const answer = await connection.request(method, params, 'x')
      await connection.settle()
      expect(connection.messages).toEqual([])
      connection.close()
      expect(answer.id).toBe('x')
      expect(JSON.stringify(answer)).not.toMatch(/secret|a trap/)
      // What a prompt or a resource says of itself is taken as its author says it, and so are the marks of this library.
      const isCertain = kind === 'tool' || kind === 'checked tool' || way === 'throws' || way === 'rejects'
      expect(isCertain && !isMarked ? problemsOf(answer, revision, method) : []).toEqual([])
    },
  ),
)

const trapped = new Proxy(
  {},
  {
    get: () => {
      throw new TypeError('a trap')
    },
  },
)

test.each<readonly [string, () => unknown]>([
  ['throws what cannot be read', () => Promise.reject(trapped)],
  ['throws at once what cannot be read', () => ways.throws(() => trapped)],
  ['throws what only says that it is an RpcError', () => Promise.reject({ [Symbol.for('omniport.RpcError')]: true })],
  ['gives what cannot be read', () => trapped],
  ['gives an error without a code', () => ({ jsonrpc: '2.0', id: 'x', error: {} })],
])('a request is answered whose server %s', async (_, serve) => {
  verifies('BASE-07', 'BASE-09')
  const environment = { logger: { error() {}, warn() {} } }
  const connection = await connectRaw({ serve: serve as Serve, environment }, { revision: '2026-07-28' })
  const internal = { code: -32603, message: 'Internal error' }
  expect(await connection.request('x', {}, 'x')).toEqual({ jsonrpc: '2.0', id: 'x', error: internal })
  connection.close()
})

test('an error that cannot be printed is told of all the same', () => {
  const printed: unknown[][] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((...given) => {
    printed.push(given.map(String)) // throws for what cannot be read, as printing does
  })
  consoleLogger.error('x failed', { error: trapped, id: '7' })
  spy.mockRestore()
  expect(printed).toEqual([['x failed (7)', 'with what cannot be printed']])
})

const parts = fc.record({ id: hostileValue, result: hostileValue, error: hostileValue }, { requiredKeys: [] })

fuzz(
  'whatever a function that serves gives, each request gets one answer',
  fc.asyncProperty(fc.oneof(hostileValue, parts), way, async (given, way) => {
    const make = () => ('make' in given ? given.make() : responseOf(given))
    const errors: unknown[] = []
    const logger = { error: (_message: string, details: unknown) => void errors.push(details), warn() {} }
    const serve = (() => ways[way](make)) as unknown as Serve // JavaScript can give anything
    const connection = await connectRaw({ serve, environment: { logger } }, { revision: '2026-07-28' })
    const answer = await connection.request('x', {}, 'x')
    await connection.settle()
    connection.close()
    expect([answer.id, connection.messages]).toEqual(['x', []])
    expect('result' in answer).not.toBe('error' in answer)
  }),
)

function responseOf(parts: Readonly<Record<string, HostileValue>>): object {
  return Object.fromEntries(Object.entries(parts).map(([name, { make }]) => [name, make()]))
}

function problemsOf(answer: Message, revision: (typeof revisions)[number], method: string): string[] {
  const problems = checkMessage(revision, 'server', answer, { method })
  // What an error of the author's says, and what else a block holds, is its author's to say.
  return problems.filter((problem) => !/^\/error\/(code|data)| defines no |: must match format /.test(problem))
}
