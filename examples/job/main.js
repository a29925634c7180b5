import { setTimeout } from 'node:timers/promises'
import { serveStdio } from 'omniport/stdio'
import { createReports } from './server.js'

await serveStdio(createReports((_page, signal) => setTimeout(1_000, undefined, { signal })))
