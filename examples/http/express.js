import process from 'node:process'
import express from 'express'
import { createNodeHandler } from 'omniport/node'
import { server } from './server.js'

const app = express()
const mcp = createNodeHandler(server, { sseEndpoints: true })

app.use(express.json()) // a body that is parsed already is taken as it is
app.use(mcp) // what is not its own goes on
app.get('/', (_request, response) => {
  response.send('An MCP server is at /mcp')
})

const listening = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listening.address().port}/mcp`)
})

process.once('SIGTERM', async () => {
  await mcp.close()
  listening.close()
  listening.closeAllConnections()
})
