import { HttpWire } from '../../wire/http-wire.js'
import {
  hasSessions,
  isLegacy,
  isModern,
  newestLegacyRevision,
  versionHeaderRevision,
} from '../../wire/known-revisions.js'
import { probeMethod, type RawConnection } from '../../wire/raw-connection.js'
import type { Reply } from '../../wire/wire.js'
import { describeReply, expectError, expectStatus, type Rule } from './rule.js'

/** Streamable HTTP: origins, headers, sessions, methods. */
export const httpRules: readonly Rule[] = [
  {
    name: 'foreign-origin',
    title: 'a request from a page of another site is refused with HTTP status 403',
    requirements: ['HTTP-03', 'HTTP-04'],
    level: 'must',
    transport: 'http',
    check: async (connection) => {
      const headers = { origin: 'https://attacker.example' }
      return expectStatus(await probe(connection, headers), [403])
    },
  },
  {
    name: 'content-type',
    title: 'a response is application/json or text/event-stream',
    requirements: ['HTTP-13'],
    level: 'must',
    transport: 'http',
    check: async ({ opening }) => {
      const type = opening.headers?.get('content-type') ?? 'nothing'
      return /^(application\/json|text\/event-stream)\b/.test(type) ? undefined : `it is ${type}`
    },
  },
  {
    name: 'version-header',
    title: 'an unknown MCP-Protocol-Version is refused with HTTP status 400',
    requirements: ['HTTP-52'],
    level: 'must',
    applies: (revision) => isLegacy(revision) && revision >= versionHeaderRevision,
    transport: 'http',
    check: async (connection) => expectStatus(await probe(connection, { 'mcp-protocol-version': '1999-01-01' }), [400]),
  },
  {
    name: 'session-id',
    title: 'the session id is visible ASCII',
    requirements: ['HTTP-43'],
    level: 'must',
    applies: hasSessions,
    transport: 'http',
    check: async ({ wire }) => {
      const session = sessionOf(wire)
      return session === undefined || /^[\x21-\x7e]+$/.test(session) ? undefined : 'it has other characters'
    },
  },
  {
    name: 'unknown-session',
    title: 'a session that is not there is answered with HTTP status 404',
    requirements: ['HTTP-47'],
    level: 'must',
    applies: hasSessions,
    transport: 'http',
    check: async (connection) => {
      if (sessionOf(connection.wire) === undefined) return undefined
      return expectStatus(await probe(connection, { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' }), [404])
    },
  },
  {
    name: 'missing-session',
    title: 'a request without its session is refused with HTTP status 400',
    requirements: ['HTTP-46'],
    level: 'should',
    applies: hasSessions,
    transport: 'http',
    check: async (connection) => {
      if (sessionOf(connection.wire) === undefined) return undefined
      return expectStatus(await probe(connection, { 'mcp-session-id': undefined }), [400])
    },
  },
  {
    name: 'get-stream',
    title: 'GET is answered with a stream or HTTP status 405',
    requirements: ['HTTP-29'],
    level: 'must',
    applies: hasSessions,
    transport: 'http',
    check: async (connection) => {
      const reply = await connection.send(undefined, { httpMethod: 'GET', headers: streamOnly })
      const isStream = reply.headers?.get('content-type')?.startsWith('text/event-stream') === true
      return reply.status === 200 && isStream ? undefined : expectStatus(reply, [405])
    },
  },
  ...(['GET', 'DELETE'] as const).map(
    (httpMethod): Rule => ({
      name: `no-${httpMethod.toLowerCase()}`,
      title: `${httpMethod} is answered with HTTP status 405`,
      requirements: ['INT-13'],
      level: 'should',
      applies: isModern,
      transport: 'http',
      check: async (connection) => expectStatus(await connection.send(undefined, { httpMethod }), [405]),
    }),
  ),
  ...mismatches(),
  {
    name: 'no-session',
    title: 'no session is given, nor one that is sent looked at',
    requirements: ['INT-14'],
    level: 'should',
    applies: isModern,
    transport: 'http',
    check: async (connection) => {
      const reply = await probe(connection, { 'mcp-session-id': 'omniport-check' })
      if (reply.response?.result === undefined)
        return `a session id that means nothing was refused; ${describeReply(reply)}`
      return reply.headers?.has('mcp-session-id') === true ? 'there is a header Mcp-Session-Id' : undefined
    },
  },
]

const streamOnly = { accept: 'text/event-stream', 'content-type': undefined }

/** Headers that disagree with the body, or are missing. */
function mismatches(): readonly Rule[] {
  const rows: readonly (readonly [string, string, Readonly<Record<string, string | undefined>>, readonly string[]])[] =
    [
      ['method-header', 'another Mcp-Method than its body', { 'mcp-method': 'tools/call' }, ['HTTP-61', 'ERR-05']],
      ['no-method-header', 'no Mcp-Method', { 'mcp-method': undefined }, ['HTTP-61', 'ERR-05']],
      [
        'version-mismatch',
        'another MCP-Protocol-Version than its body',
        { 'mcp-protocol-version': newestLegacyRevision },
        ['HTTP-54', 'ERR-05'],
      ],
    ]
  return rows.map(([name, what, headers, requirements]) => ({
    name,
    title: `a request with ${what} is refused with HTTP status 400 and -32020`,
    requirements,
    level: 'must',
    applies: isModern,
    transport: 'http',
    check: async (connection) => {
      const reply = await probe(connection, headers)
      return expectStatus(reply, [400]) ?? expectError(reply, [-32020])
    },
  }))
}

/** A request that is right but for its headers. */
function probe(connection: RawConnection, headers: Readonly<Record<string, string | undefined>>): Promise<Reply> {
  return connection.request(probeMethod(connection), {}, { headers })
}

function sessionOf(wire: unknown): string | undefined {
  return wire instanceof HttpWire ? wire.session : undefined
}
