// A gateway in front of the server that the official conformance suite tests. The argument says how the gateway reaches it: a
// revision is the only one that it serves over HTTP then, and `stdio` is all of them over stdio. Prints its own URL.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { createConformanceServer } from './fixtures/create-conformance-server.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

const [, , way] = process.argv
const program = fileURLToPath(new URL('server.mjs', import.meta.url))
const upstream = way === 'stdio' ? undefined : createConformanceServer([way])
const servedUpstream = upstream && (await serveHttp(upstream, { port: 0 }))
const target = servedUpstream?.url ?? { command: process.execPath, args: [program, 'stdio'] }

// A state that one process sealed is opened by no other, so that clients without a session have to share the process.
const isolation = way === 'stdio' ? 'shared' : 'principal'
// The suite leaves calls behind whose questions it does not answer, of which the gateway would warn.
const logger = { warn() {}, error: console.error }
const gateway = createGateway({ upstreams: { suite: { target, prefix: '', isolation } }, logger })
const served = await serveHttp(gateway, { port: Number(process.env.PORT ?? 0) })
console.log(`LISTENING ${served.url}`)

stopWithParent(async () => {
  await served.close()
  await gateway.close()
  await servedUpstream?.close()
  await upstream?.close()
})
