import { createFetchHandler } from 'omniport/http'
import { server } from './server.js'

const { port } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: createFetchHandler(server) })
console.log(port)
