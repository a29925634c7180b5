import { connect } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tapHttp } from '../http-wire.js'
import { assertValid } from '../wire.js'
import { type OfficialServer, officialServers } from './official-servers.js'
import type { Hosted } from './servers/hosted.js'

const older = ['2025-03-26', '2025-06-18', '2025-11-25'] as const

/** Servers that speak older revisions too. */
const servers = officialServers.filter(({ revision }) => revision >= '2025-11-25')

describe.each(servers.map((server) => [server.name, server] as [string, OfficialServer]))(
  'our client, told what to speak, and the server of SDK %s',
  (_name, server) => {
    let hosted: Hosted

    beforeAll(async () => {
      hosted = await server.host()
    })

    afterAll(() => hosted.close())

    test.each(older)('%s', async (revision) => {
      const wire = await tapHttp(hosted.url)
      const client = await connect(wire.url, { revision })
      const { content } = await client.callTool('add', { a: 1, b: 2 })
      expect([client.revision, content]).toEqual([revision, [{ type: 'text', text: '{"sum":3}' }]])
      await client.close()
      await expect.poll(hosted.sessions).toBe(0)
      await wire.close()
      // Servers of newer releases send what older revisions do not have.
      const own = wire.messages.filter(({ from }) => from === 'client')
      assertValid(own, revision)
    })
  },
)
