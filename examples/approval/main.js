import { randomUUID } from 'node:crypto'
import { serveStdio } from 'omniport/stdio'
import { createPayments } from './server.js'

await serveStdio(createPayments(async () => `receipt ${randomUUID()}`))
