// A server that writes its process id into a file, and takes a moment to end: it does not end with its input, and a tenth of a
// second after SIGTERM it adds that to the file. With "crashes" it ends by itself after its first answer.
import { appendFileSync } from 'node:fs'
import process from 'node:process'

const [file, how] = process.argv.slice(2)
appendFileSync(file, `${process.pid} started\n`)
process.on('SIGTERM', () => {
  setTimeout(() => {
    appendFileSync(file, `${process.pid} ended\n`)
    process.exit()
  }, 100)
})
setInterval(() => {}, 60_000)

let rest = ''
process.stdin.on('data', (data) => {
  const lines = (rest + data).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) answer(JSON.parse(line))
})

function answer({ id, method, params }) {
  if (id === undefined) return
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'lingers', version: '1' },
        }
      : { tools: [] }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`, () => {
    if (how === 'crashes' && method === 'tools/list') process.exit(1)
  })
}
