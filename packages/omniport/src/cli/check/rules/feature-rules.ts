import { isLegacy, isModern } from '../../wire/known-revisions.js'
import type { RawConnection } from '../../wire/raw-connection.js'
import { modernMeta, toRecord } from '../../wire/raw-connection.js'
import { type PagedList, readPages } from './read-pages.js'
import { describeReply, expectError, expectResult, type Rule } from './rule.js'

/** Tools, resources, prompts, completion, logging: what is declared works, what is wrong is refused with the right code. */
export const featureRules: readonly Rule[] = [
  ...lists().flatMap(listRules),
  {
    name: 'unknown-tool',
    title: 'a call of an unknown tool is refused',
    requirements: ['TOOL-23'],
    level: 'should',
    capability: 'tools',
    check: async (connection) => {
      const reply = await connection.request('tools/call', { name: unknown, arguments: {} })
      return reply.response?.result?.['isError'] === true ? undefined : expectError(reply, [-32602])
    },
  },
  {
    name: 'unknown-resource',
    title: 'an unknown resource is answered with -32002',
    requirements: ['RES-06', 'ERR-03'],
    level: 'should',
    applies: isLegacy,
    capability: 'resources',
    check: async (connection) =>
      expectError(await connection.request('resources/read', { uri: 'omniport-check://unknown' }), [-32002]),
  },
  {
    name: 'unknown-resource',
    title: 'an unknown resource is answered with -32602',
    requirements: ['RES-07', 'ERR-11'],
    level: 'must',
    applies: isModern,
    capability: 'resources',
    check: async (connection) =>
      expectError(await connection.request('resources/read', { uri: 'omniport-check://unknown' }), [-32602]),
  },
  {
    name: 'unknown-prompt',
    title: 'an unknown prompt is answered with -32602',
    requirements: ['PROMPT-09'],
    level: 'should',
    capability: 'prompts',
    check: async (connection) => expectError(await connection.request('prompts/get', { name: unknown }), [-32602]),
  },
  {
    name: 'log-level',
    title: 'logging/setLevel takes a level, and refuses one that is unknown with -32602',
    requirements: ['LOG-03', 'LOG-09'],
    level: 'should',
    applies: isLegacy,
    capability: 'logging',
    check: async (connection) =>
      expectResult(await connection.request('logging/setLevel', { level: 'error' })) ??
      expectError(await connection.request('logging/setLevel', { level: 'loud' }), [-32602]),
  },
  {
    name: 'unknown-completion',
    title: 'the completion of an unknown prompt is answered with -32602',
    requirements: ['COMP-05'],
    level: 'should',
    capability: 'completions',
    check: async (connection) => {
      const params = { ref: { type: 'ref/prompt', name: unknown }, argument: { name: 'a', value: '' } }
      return expectError(await connection.request('completion/complete', params), [-32602])
    },
  },
  {
    name: 'tool-schemas',
    title: 'the inputSchema of each tool is an object schema',
    requirements: ['TOOL-07'],
    level: 'must',
    capability: 'tools',
    check: async (connection) => {
      const { response } = await connection.request('tools/list')
      const tools = response?.result?.['tools']
      const wrong = (Array.isArray(tools) ? tools : []).find(
        (tool) => toRecord(toRecord(tool)['inputSchema'])['type'] !== 'object',
      )
      return wrong === undefined
        ? undefined
        : `that of ${JSON.stringify(toRecord(wrong)['name'])} has not type "object"`
    },
  },
  {
    name: 'tool-names',
    title: 'the names of tools are unique',
    requirements: ['TOOL-10'],
    level: 'should',
    capability: 'tools',
    check: async (connection) => {
      const { items } = await readPages(connection, { method: 'tools/list', member: 'tools' })
      const names = items.map((tool) => toRecord(tool)['name'])
      const twice = names.find((name, at) => names.indexOf(name) < at)
      return twice === undefined ? undefined : `there are several ${JSON.stringify(twice)}`
    },
  },
  {
    name: 'listen',
    title: 'a subscription is acknowledged first, and tagged with its id',
    requirements: ['SUB-03', 'SUB-04'],
    level: 'must',
    applies: isModern,
    check: async (connection) => checkListen(connection),
  },
]

const unknown = 'omniport-check-unknown'

interface List extends PagedList {
  readonly capability: string
}

function lists(): readonly List[] {
  return [
    { method: 'tools/list', member: 'tools', capability: 'tools' },
    { method: 'resources/list', member: 'resources', capability: 'resources' },
    { method: 'prompts/list', member: 'prompts', capability: 'prompts' },
  ]
}

function listRules(list: List): readonly Rule[] {
  const { method, member, capability } = list
  return [
    {
      name: method.replace('/', '-'),
      title: `${method} is answered, and its pages end`,
      requirements: ['PAG-05', 'PAG-07'],
      level: 'must',
      capability,
      check: async (connection) => (await readPages(connection, list)).problem,
    },
    {
      name: `${member}-cursor`,
      title: `${method} refuses a cursor that it never gave with -32602`,
      requirements: ['PAG-06'],
      level: 'should',
      capability,
      check: async (connection) =>
        expectError(await connection.request(method, { cursor: 'omniport-check' }), [-32602]),
    },
    {
      name: `${member}-cache-hints`,
      title: `${method} has ttlMs, not negative, and cacheScope`,
      requirements: ['CACHE-01', 'CACHE-03'],
      level: 'must',
      applies: isModern,
      capability,
      check: async (connection) => {
        const { ttlMs, cacheScope } = (await connection.request(method)).response?.result ?? {}
        if (typeof ttlMs !== 'number' || ttlMs < 0) return `ttlMs is ${JSON.stringify(ttlMs)}`
        return ['public', 'private'].includes(String(cacheScope))
          ? undefined
          : `cacheScope is ${JSON.stringify(cacheScope)}`
      },
    },
  ]
}

async function checkListen(connection: RawConnection): Promise<string | undefined> {
  const id = connection.nextId()
  const params = { notifications: { toolsListChanged: true }, _meta: modernMeta(connection.revision) }
  const message = { jsonrpc: '2.0', id, method: 'subscriptions/listen', params }
  const reply = await connection.send(message, { awaits: id, until: (each) => 'method' in each })
  if (connection.wire.transport === 'stdio') await connection.notify('notifications/cancelled', { requestId: id })
  const [acknowledged] = reply.messages
  if (acknowledged === undefined || !('method' in acknowledged)) {
    // Who does not declare changes of tools may refuse to tell of them.
    const isDeclared = toRecord(toRecord(connection.capabilities)['tools'])['listChanged'] === true
    return reply.response?.error !== undefined && !isDeclared ? undefined : describeReply(reply)
  }
  if (acknowledged['method'] !== 'notifications/subscriptions/acknowledged')
    return `the first message was ${String(acknowledged['method'])}`
  const tag = toRecord(toRecord(acknowledged['params'])['_meta'])['io.modelcontextprotocol/subscriptionId']
  return tag === id ? undefined : `its subscriptionId is ${JSON.stringify(tag)}, not ${id}`
}
