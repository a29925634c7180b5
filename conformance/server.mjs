// The server that the official conformance suite tests: `npm run conformance:server`. It serves every revision at the URL
// it prints, on the port of the environment variable PORT, or on any that is free; with `stdio` it serves over stdio.
import process from 'node:process'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { createConformanceServer } from './fixtures/create-conformance-server.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

const server = createConformanceServer()

if (process.argv[2] === 'stdio') {
  await serveStdio(server)
} else {
  const served = await serveHttp(server, { port: Number(process.env.PORT ?? 0) })
  console.log(`LISTENING ${served.url}`)
  stopWithParent(async () => {
    await served.close()
    await server.close()
  })
}
