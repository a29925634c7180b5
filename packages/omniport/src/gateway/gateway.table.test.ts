import { describe, expect, test } from 'vitest'
import { revisions } from '../protocol/revisions/revision.js'
import { profileOf, type RevisionProfile } from '../protocol/revisions/revision-profile.js'
import type { Server } from '../server/server.js'
import { createFetchHandler } from '../transport/http/create-fetch-handler.js'
import { createGateway } from './create-gateway.js'
import { converse } from './fixtures/converse.js'
import { createFullServer } from './fixtures/full-server.js'
import type { GatewayOptions } from './gateway-options.js'

const transports: readonly (readonly [
  string,
  (server: Server) => Partial<GatewayOptions> & Pick<GatewayOptions, 'upstreams'>,
])[] = [
  ['in memory', (server) => ({ upstreams: { full: { target: server, prefix: '' } } })],
  [
    'over HTTP',
    (server) => {
      const handler = createFetchHandler(server, { allowedHosts: ['full.test'] })
      return {
        upstreams: { full: { target: 'http://full.test/mcp', prefix: '' } },
        fetch: (input, init) => handler(new Request(input, init)),
      }
    },
  ],
]

describe.each(transports)('%s', (_transport, optionsOf) => {
  describe.each(revisions)('a client of %s gets through a gateway what it gets directly', (client) => {
    test.each(revisions)('from a server of %s, but for what that revision lacks', async (upstream) => {
      const direct = createFullServer(client)
      const server = createFullServer(upstream)
      const gateway = createGateway(optionsOf(server))
      const [through, expected] = [await converse(gateway, client), await converse(direct, client)]
      const missing = lackedBy(profileOf(upstream), profileOf(client))
      const without = (answers: object) => Object.entries(answers).filter(([name]) => !missing.has(name))
      expect(Object.fromEntries(without(through))).toEqual(Object.fromEntries(without(expected)))
      // What is left out is different indeed, so that the list is no longer than it must be.
      const equal = Object.keys(expected).filter((name) => missing.has(name) && isEqual(through[name], expected[name]))
      expect(equal).toEqual([])
      await gateway.close()
      await Promise.all([server.close(), direct.close()])
    })
  })
})

/** The answers for which a server of the older revision has no words, where the client's revision has. */
function lackedBy(older: RevisionProfile, newer: RevisionProfile): ReadonlySet<string> {
  const lacks = (has: (profile: RevisionProfile) => boolean) => has(newer) && !has(older)
  return new Set([
    ...(lacks(({ titles }) => titles) ? ['tools', 'prompts', 'resources'] : []),
    ...(lacks(({ structured }) => structured !== 'none') ? ['structured'] : []),
    ...(lacks(({ resourceLinks }) => resourceLinks) ? ['content'] : []),
    ...(lacks(({ progressMessage }) => progressMessage) ? ['progress'] : []),
    ...(lacks(({ elicitation }) => elicitation !== 'none') ? ['form', 'two questions'] : []),
    ...(lacks(({ elicitation }) => elicitation === 'full') ? ['page'] : []),
  ])
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
