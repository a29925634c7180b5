import { isRevision } from '../../../entries/protocol.js'
import { isLegacy, isModern, modernRevision } from '../../wire/known-revisions.js'
import { modernMeta, type RawConnection, toRecord } from '../../wire/raw-connection.js'
import { describeReply, expectError, expectResult, expectStatus, type Rule } from './rule.js'

/** How a server opens a connection, and which revisions it agrees to. */
export const openingRules: readonly Rule[] = [
  {
    name: 'initialize-result',
    title: 'initialize has protocolVersion, capabilities and serverInfo with name and version',
    requirements: ['VER-03'],
    level: 'must',
    applies: isLegacy,
    check: async ({ opening }) => {
      const { capabilities, serverInfo } = opening.response?.result ?? {}
      if (typeof capabilities !== 'object' || capabilities === null) return 'capabilities is no object'
      const { name, version } = toRecord(serverInfo)
      if (typeof name !== 'string') return 'serverInfo.name is no string'
      return typeof version === 'string' ? undefined : 'serverInfo.version is no string'
    },
  },
  {
    name: 'discover-result',
    title: 'server/discover has supportedVersions and capabilities',
    requirements: ['VER-22', 'VER-24'],
    level: 'must',
    applies: isModern,
    check: async ({ opening }) => {
      const { supportedVersions, capabilities } = opening.response?.result ?? {}
      if (!Array.isArray(supportedVersions)) return 'supportedVersions is no list'
      return typeof capabilities === 'object' && capabilities !== null ? undefined : 'capabilities is no object'
    },
  },
  {
    name: 'server-info-in-meta',
    title: 'results name the server in _meta',
    requirements: ['VER-18'],
    level: 'should',
    applies: isModern,
    check: async ({ opening }) => {
      const meta = toRecord(opening.response?.result?.['_meta'])
      return meta['io.modelcontextprotocol/serverInfo'] === undefined ? 'there is no serverInfo' : undefined
    },
  },
  {
    name: 'unsupported-version',
    title: 'a version that is unknown is refused with -32022 and the supported ones',
    requirements: ['VER-20', 'ERR-07', 'HTTP-55'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      const headers = { 'mcp-protocol-version': '2099-01-01' }
      const reply = await connection.request('server/discover', { _meta: modernMeta('2099-01-01') }, { headers })
      const { supported } = toRecord(reply.response?.error?.data)
      return (
        expectError(reply, [-32022]) ??
        (Array.isArray(supported) && supported.includes(connection.revision)
          ? expectHttpStatus(connection, reply, 400)
          : `data.supported lacks ${connection.revision}`)
      )
    },
  },
  {
    name: 'missing-meta',
    title: 'a request without its fields in _meta is refused with -32602',
    requirements: ['VER-17', 'ERR-14'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      const _meta = { 'io.modelcontextprotocol/protocolVersion': connection.revision }
      const reply = await connection.request('server/discover', { _meta })
      return expectError(reply, [-32602]) ?? expectHttpStatus(connection, reply, 400)
    },
  },
  {
    name: 'no-ping',
    title: 'ping, which this revision has not, is answered with -32601',
    requirements: ['PING-04', 'HTTP-56'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      const reply = await connection.request('ping')
      return expectError(reply, [-32601]) ?? expectHttpStatus(connection, reply, 404)
    },
  },
  {
    name: 'ping',
    title: 'ping is answered with an empty result',
    requirements: ['PING-01'],
    level: 'must',
    applies: isLegacy,
    check: async (connection) => {
      const reply = await connection.request('ping')
      const extra = Object.keys(reply.response?.result ?? {}).filter((key) => key !== '_meta')
      return expectResult(reply) ?? (extra.length === 0 ? undefined : `the result has ${extra.join(', ')}`)
    },
  },
]

/** What is looked at on connections of their own: `initialize` comes once. */
export const initializeRules: readonly Rule[] = [
  {
    name: 'counter-offer',
    title: 'initialize with a version that is unknown is answered with one that is supported',
    requirements: ['VER-08'],
    level: 'must',
    applies: isLegacy,
    check: async (connection) => {
      const reply = await initialize(connection, '1999-01-01')
      const version = reply.response?.result?.['protocolVersion']
      if (typeof version !== 'string') return `it offered nothing; ${describeReply(reply)}`
      return isRevision(version) ? undefined : `it offered "${version}"`
    },
  },
  {
    name: 'modern-initialize',
    title: 'initialize never agrees to a revision that has no initialize',
    requirements: ['INT-23'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      const { response } = await initialize(connection, modernRevision)
      return response?.result?.['protocolVersion'] === modernRevision ? `it agreed to ${modernRevision}` : undefined
    },
  },
]

function initialize(connection: RawConnection, protocolVersion: string) {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'omniport-check', version: '1' } }
  const message = { jsonrpc: '2.0', id: connection.nextId(), method: 'initialize', params }
  const headers = { 'mcp-protocol-version': undefined, 'mcp-method': undefined }
  return connection.send(message, { awaits: message.id, headers })
}

function expectHttpStatus({ wire }: RawConnection, reply: Parameters<typeof expectStatus>[0], status: number) {
  return wire.transport === 'http' ? expectStatus(reply, [status]) : undefined
}
