// The server of the soak over HTTP, served twice: to anybody, and to owners of keys with streams only.
import process from 'node:process'
import { apiKeyAuth } from 'omniport/auth'
import { serveHttp } from 'omniport/node'
import { reportTo } from '../control/report-to.mjs'
import { defineServer } from '../serve/define-server.mjs'
import { leaks } from '../serve/leaks.mjs'
import { openReplies } from '../serve/open-replies.mjs'

const { server, change, gauges, sessions } = defineServer()
const auth = apiKeyAuth({ keys: { 'key-ada': 'ada', 'key-alan': 'alan' } })
const open = await serveHttp(server, { port: 0 })
const keyed = await serveHttp(server, { port: 0, answers: 'sse', auth })
const changing = setInterval(change, 250)
const release = leaks[process.argv[2]]?.()

const control = reportTo('http', { ...gauges, replies: openReplies() }, { sessions })
control.onStop(async () => {
  clearInterval(changing)
  await release?.()
  await Promise.all([open.close(), keyed.close()])
  await server.close()
})
control.begin({ urls: { open: open.url, keyed: keyed.url } })
