import process from 'node:process'
import { serveStdio } from 'omniport/stdio'
import { createOurServer } from './create-our-server.mjs'

/** Serves over stdio, with options of the server as JSON. */
const [, , options = '{}'] = process.argv
await serveStdio(createOurServer(JSON.parse(options)))
