// The server of the soak over stdio. It ends when its input does, by itself: nothing here makes it.
import { serveStdio } from 'omniport/stdio'
import { reportTo } from '../control/report-to.mjs'
import { defineServer } from '../serve/define-server.mjs'

const { server, change, gauges, sessions } = defineServer()
const name = process.argv[2]
if (name !== undefined) reportTo(name, gauges, { sessions })
const changing = setInterval(change, 500)
const served = await serveStdio(server, { exit: false })
await served.closed
clearInterval(changing)
await server.close()
