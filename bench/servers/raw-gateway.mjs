// The limit of a gateway: node:http in front of one server. Each message is framed, parsed once, gets an id that is unique
// upstream, and is written on; its answer gets the id of the client back. A session is a random id that nobody looks up. There is
// nothing else: no lists are merged, no name is looked up, no limit kept, no message checked, and nobody is asked anything.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, createServer, request as send } from 'node:http'
import { startHttpUpstream, stdioUpstream } from './gateway-upstreams.mjs'
import { listenAnywhere } from './listen-anywhere.mjs'
import { readSettings } from './settings.mjs'

const { upstream } = readSettings()
const waiting = new Map()
const forward = upstream === 'http' ? forwardHttp(await startHttpUpstream()) : forwardStdio()
let lastId = 0

listenAnywhere(
  createServer((request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      respond(request, response, JSON.parse(body.toString()))
    })
  }),
)

function respond(request, response, message) {
  if (message.id === undefined) {
    forward(message, request)
    return response.writeHead(202).end()
  }
  lastId += 1
  const { id, method } = message
  message.id = lastId
  waiting.set(lastId, (answer) => {
    answer.id = id
    const text = JSON.stringify(answer)
    const session = method === 'initialize' ? ['mcp-session-id', randomUUID()] : []
    const head = ['content-type', 'application/json', 'content-length', Buffer.byteLength(text)]
    response.writeHead(200, [...head, ...session]).end(text)
  })
  forward(message, request)
}

function settle(answer) {
  const answerClient = waiting.get(answer.id)
  waiting.delete(answer.id)
  answerClient(answer)
}

function forwardStdio() {
  const child = spawn(stdioUpstream.command, stdioUpstream.args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) settle(JSON.parse(line))
  })
  return (message) => child.stdin.write(`${JSON.stringify(message)}\n`)
}

function forwardHttp(port) {
  const agent = new Agent({ keepAlive: true })
  return (message, { headers: given }) => {
    const body = JSON.stringify(message)
    const headers = { ...given, 'content-length': Buffer.byteLength(body) }
    const upstreamRequest = send(
      { port, host: '127.0.0.1', path: '/mcp', method: 'POST', agent, headers },
      (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => message.id !== undefined && settle(JSON.parse(Buffer.concat(chunks).toString())))
      },
    )
    upstreamRequest.end(body)
  }
}
