// A gateway in front of the nodes, whose balancer is at NODES_URL. Its clients speak any revision, and see one server.
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'

const gateway = createGateway({ upstreams: { notes: { target: process.env.NODES_URL, prefix: '' } } })
const { url, close } = await serveHttp(gateway, { port: Number(process.env.PORT) })
console.log(url)

process.once('SIGTERM', async () => {
  await close()
  await gateway.close()
})
