import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listenAnywhere } from './listen-anywhere.mjs'

/** Serves a web-standard handler on Node as the official SDK does it. */
export function serveFetch(handle) {
  listenAnywhere(createServer(getRequestListener((request) => handle(request), { overrideGlobalObjects: false })))
}
