import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Runs a server, and appends what crosses its pipes to a file before it is handed on, so that causes come before what they
 * cause. A line of the file is a line of a pipe after this process id and `client` or `server`; the first says `pid`.
 */
const [file, command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
write('pid', server.pid)

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
    for (const line of lines) write(from, line)
    sink.write(chunk)
  })
  source.on('end', () => sink.end())
}

function write(kind, text) {
  appendFileSync(file, `${process.pid} ${kind} ${text}\n`)
}
