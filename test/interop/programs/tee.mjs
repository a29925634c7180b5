import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Runs a server, and writes what crosses its pipes into a file: one line for each line, after `client ` or `server `, and
 * before it is handed on, so that causes come before what they cause. The first line has both process ids.
 */
const [file, command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
appendFileSync(file, `${process.pid} ${server.pid}\n`)

handOn('client', process.stdin, server.stdin)
handOn('server', server.stdout, process.stdout)
server.stdin.on('error', () => {}) // the server is gone, and its end is ours
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)))

function handOn(from, source, sink) {
  let rest = ''
  source.setEncoding('utf8')
  source.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) appendFileSync(file, `${from} ${line}\n`)
    sink.write(chunk)
  })
  source.on('end', () => sink.end())
}
