import { pathToFileURL } from 'node:url'
import type { Server } from 'omniport'
import { createHost } from 'omniport/host'
import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { root } from '../support/root.js'

test('the example has a chart and a form, and a tool that only views call', async () => {
  verifies('APPS-08')
  const module = await import(pathToFileURL(`${root}/examples/apps/dist/server.js`).href)
  const { server } = module as { readonly server: Server }
  const host = createHost({ servers: { sales: server }, apps: true, policy: () => 'allow' })
  expect((await host.tools()).map(({ tool }) => tool)).toEqual(['show_sales', 'start_order'])
  for (const [tool, uri] of [
    ['show_sales', 'ui://sales/chart'],
    ['start_order', 'ui://sales/order'],
  ] as const) {
    const loaded = await host.loadApp({ server: 'sales', tool })
    expect([loaded.uri, loaded.prefersBorder, /^<!doctype html>/i.test(loaded.html)]).toEqual([uri, true, true])
  }
  const form = await host.loadApp({ server: 'sales', tool: 'start_order' })
  const sent = await form.callTool('send_order', { article: 'paper', count: 3 })
  expect(sent.structuredContent).toEqual({ order: '3 × paper' })
  await host.close()
  await server.close()
})
