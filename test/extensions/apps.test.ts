import { expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifiesIn } from '../requirements/verifies.js'

const ui = 'io.modelcontextprotocol/ui'
const page = '<!doctype html><title>Clock</title><p>12:00</p>'
const uri = 'ui://clock/face.html'

const server = createServer({
  name: 'clock',
  version: '1',
  extensions: { [ui]: { settings: { mimeTypes: ['text/html;profile=mcp-app'] } } },
  tools: {
    now: tool({
      _meta: { ui: { resourceUri: uri } },
      output: { type: 'object', properties: { hours: { type: 'number' } } },
      run: () => ({ hours: 12 }),
    }),
  },
  resources: { face: resource({ uri, mimeType: 'text/html;profile=mcp-app', read: () => page }) },
})

test.each(revisions)('a tool with a user interface is declared, linked and read at %s', async (revision) => {
  verifiesIn(revision, 'APPS-02', 'APPS-04', 'APPS-05')
  const client = await connect(server, { revision })
  const [listed] = await client.listTools()
  const hasMeta = revision >= '2025-06-18'
  expect(listed?._meta).toEqual(hasMeta ? { ui: { resourceUri: uri } } : undefined)
  expect((await client.readResource(uri)).contents).toEqual([
    { uri, mimeType: 'text/html;profile=mcp-app', text: page },
  ])
  expect((await client.callTool('now', {})).content).toEqual([{ type: 'text', text: '{"hours":12}' }])
  expect(client.capabilities['extensions']).toMatchObject({ [ui]: { mimeTypes: ['text/html;profile=mcp-app'] } })
  await client.close()
})
