import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createSdk2Server } from './create-sdk-2-server.mjs'

serveStdio(() => createSdk2Server())
