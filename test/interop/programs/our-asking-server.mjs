import process from 'node:process'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { createOurAskingServer } from './create-our-asking-server.mjs'

/** Serves over stdio, with options of the server as JSON, or over HTTP, with sessions or without. */
const [, , way = 'stdio', more] = process.argv
if (way === 'stdio') await serveStdio(createOurAskingServer(JSON.parse(more ?? '{}')))
else {
  const { url } = await serveHttp(createOurAskingServer(), { port: 0, ...(more === 'sealed' && { sessions: false }) })
  process.stdout.write(`${url}\n`)
}
