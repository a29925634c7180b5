import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { Readable } from 'node:stream'
import {
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
  UrlElicitationRequiredError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { described, reported, weather } from './conversation.mjs'
import { forms } from './read-forms.mjs'

/** Serves with the second major version of the SDK, over stdio or over Streamable HTTP, with `sessions` or without. */
const codec = createRequestStateCodec({ key: new Uint8Array(32).fill(7) })
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })
let pages = 0
let isUnlocked = false
const sessions = new Map()

function createAsking() {
  const capabilities = { tools: {}, prompts: {}, resources: {} }
  const options = { capabilities, requestState: { verify: codec.verify } }
  const mcp = new McpServer({ name: 'asking', version: '1.0.0' }, options)
  addForms(mcp)
  addPages(mcp)
  addModels(mcp)
  addSeveral(mcp)
  addRoots(mcp)
  return mcp
}

/** Asks one question, or takes its answer. */
function asking(request, take) {
  return ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'it')
    return answer.kind === 'missing' ? inputRequired({ inputRequests: { it: request() } }) : take(answer)
  }
}

function addForms(mcp) {
  const elicited = ({ action, content }) => text({ action, content })
  const ask = (message, requestedSchema) => asking(() => inputRequired.elicit({ message, requestedSchema }), elicited)
  mcp.registerTool('register', {}, ask('Who are you?', forms.register))
  mcp.registerTool('choose', {}, ask('What would you like?', forms.choose))
  mcp.registerTool('unhurried', {}, ask('Are you there?', forms.answer))
  const letter = ({ content }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Dear ${content.answer}` } }],
  })
  const whom = { message: 'To whom?', requestedSchema: forms.answer }
  mcp.registerPrompt(
    'letter',
    {},
    asking(() => inputRequired.elicit(whom), letter),
  )
}

function addPages(mcp) {
  const url = () => `https://example.com/in?id=${++pages}`
  const page = () => inputRequired.elicitUrl({ message: 'Please sign in', url: url() })
  mcp.registerTool(
    'open',
    {},
    asking(page, ({ action }) => text({ action, id: `${pages}` })),
  )
  mcp.registerTool('locked', {}, () => {
    if (isUnlocked) return text('unlocked')
    const required = { mode: 'url', message: 'Please sign in', url: 'https://example.com/in', elicitationId: 'in' }
    throw new UrlElicitationRequiredError([required])
  })
  mcp.registerTool('finish', {}, async () => {
    isUnlocked = true
    await mcp.server.createElicitationCompletionNotifier('in')()
    return text('finished')
  })
  mcp.registerTool('lock', {}, () => {
    isUnlocked = false
    return text('locked')
  })
}

function addModels(mcp) {
  mcp.registerTool(
    'describe',
    {},
    asking(
      () => inputRequired.createMessage(described),
      ({ result }) => text(result),
    ),
  )
  mcp.registerTool('weather', {}, async ({ mcpReq }) => {
    const messages = mcpReq.requestState() ?? reported('Will it rain in Oslo?').messages
    const answer = inputResponse(mcpReq.inputResponses, 'it')
    const more = answer.kind === 'missing' ? [] : weather.next(answer.result)
    if (more === undefined) return text({ text: answer.result.content.text, stopReason: answer.result.stopReason })
    const all = [...messages, ...more]
    const request = inputRequired.createMessage(weather.params(all))
    return inputRequired({ inputRequests: { it: request }, requestState: await codec.mint(all) })
  })
}

function addSeveral(mcp) {
  const ask = (message) => inputRequired.elicit({ message, requestedSchema: forms.answer })
  mcp.registerTool('both', {}, ({ mcpReq: { inputResponses } }) => {
    const [first, second] = [inputResponse(inputResponses, 'first'), inputResponse(inputResponses, 'second')]
    if (first.kind !== 'missing') return text([first.content.answer, second.content.answer])
    return inputRequired({ inputRequests: { first: ask('First?'), second: ask('Second?') } })
  })
  mcp.registerTool('guess', {}, async ({ mcpReq }) => {
    const count = mcpReq.requestState() ?? 0
    const { content } = inputResponse(mcpReq.inputResponses, 'it')
    if (content?.answer === '7') return text(count)
    return inputRequired({
      inputRequests: { it: ask('Which number?') },
      requestState: await codec.mint(count + 1),
    })
  })
}

function addRoots(mcp) {
  mcp.registerTool(
    'where',
    {},
    asking(inputRequired.listRoots, ({ roots }) => text(roots)),
  )
  const read = ({ roots }) => ({ contents: [{ uri: 'note://home', text: JSON.stringify(roots) }] })
  const ask = asking(inputRequired.listRoots, read)
  mcp.registerResource('home', 'note://home', {}, (_uri, ctx) => ask(ctx))
}

/** Older revisions ask within a session, which a server for each request does not have. */
async function serveSession(request) {
  const open = sessions.get(request.headers.get('mcp-session-id'))
  if (open !== undefined) return open.handleRequest(request)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  })
  await createAsking().connect(transport)
  return transport.handleRequest(request)
}

const [, , way] = process.argv
if (way === undefined) serveStdio(createAsking)
else {
  const serve = way === 'sessions' ? serveSession : createMcpHandler(createAsking).fetch
  const http = createServer(async (request, response) => {
    const { status, headers, body } = await serve(toRequest(request))
    response.writeHead(status, Object.fromEntries(headers)).flushHeaders()
    if (body === null) response.end()
    else Readable.fromWeb(body).pipe(response)
  })
  http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`))
}

function toRequest(request) {
  const { method, headers, url } = request
  const body = method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {}
  return new Request(new URL(url, `http://${headers.host}`), { method, headers, ...body })
}
