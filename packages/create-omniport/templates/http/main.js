import process from 'node:process'
import { serveHttp } from 'omniport/node'
import server from './server.js'

// Only this machine can connect. To serve others: https and `auth`, and `allowedHosts` with the name of this machine.
const { url, close } = await serveHttp(server, { port: Number(process.env['PORT'] ?? 3000) })
console.log(`Serving ${url}`)

// Calls in flight may finish.
for (const signal of ['SIGINT', 'SIGTERM'] /*ts as const*/) {
  process.once(signal, async () => {
    await close()
    await server.close()
  })
}
