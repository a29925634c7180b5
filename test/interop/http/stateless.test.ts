import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sdk1Releases } from '../drivers/sdk-1-releases.js'
import { tapHttp } from '../http-wire.js'
import { createOurServer } from '../programs/create-our-server.mjs'
import { assertValid } from '../wire.js'

describe('our server without sessions', () => {
  let served: ServedHttp

  beforeAll(async () => {
    served = await serveHttp(createOurServer(), { port: 0, sessions: false })
  })

  afterAll(() => served.close())

  describe.each(sdk1Releases.slice(1).map((release) => [release.name, release] as const))(
    'and the client of SDK %s',
    (_name, { load, revision }) => {
      test('declares and takes nothing that would have to be pushed', async () => {
        const { Client, openTransport } = await load()
        const client = new Client({ name: 'sdk', version: '1.0.0' })
        const wire = await tapHttp(served.url)
        await client.connect(openTransport(new URL(wire.url)))
        expect(client.getServerCapabilities()).toEqual({
          logging: {},
          tools: {},
          prompts: {},
          resources: {},
          completions: {},
        })
        const refused = await client.subscribeResource({ uri: 'note://today' }).catch(({ code }) => code)
        expect(refused).toBe(-32601)
        await client.close()
        await wire.close()
        assertValid(wire.messages, revision)
      })
    },
  )
})
