#!/usr/bin/env node
import { serveStdio } from 'omniport/stdio'
import { server } from './server.js'

await serveStdio(server)
