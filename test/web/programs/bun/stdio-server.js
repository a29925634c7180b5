import { serveStdio } from 'omniport/stdio'
import { server } from './server.js'

await serveStdio(server)
