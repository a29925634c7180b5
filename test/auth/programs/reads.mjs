// A client that shares its tokens with others: it calls a tool as often as it is told, and tells what came of it.
import process from 'node:process'
import { connect, textOf } from 'omniport/client'
import { createFileAuthStore } from 'omniport/node'

const [url, path] = process.argv.slice(2)
const open = () => {
  throw new Error('There is nobody here')
}
const client = await connect(url, { auth: { store: createFileAuthStore({ path }), open } })

process.on('message', async (count) => {
  const calls = Array.from({ length: count }, async () => textOf(await client.callTool('read', {})))
  const ends = await Promise.allSettled(calls)
  process.send?.(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason))))
})
process.once('disconnect', () => client.close())
process.send?.([])
