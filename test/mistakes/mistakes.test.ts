import { createServer as createHttpServer } from 'node:http'
import process from 'node:process'
import { createServer, prompt, resource, result, tool } from 'omniport'
import { type Client, connect } from 'omniport/client'
import { createHost } from 'omniport/host'
import { createFetchHandler } from 'omniport/http'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

/** What is written by mistake, as a program without types would, and what the error says. */
type Mistake = readonly [name: string, make: () => unknown, says: string]

const identity = { name: 'x', version: '1', logger: { warn: () => {}, error: () => {} } }
const run = () => 'ran'
const server = createServer({
  ...identity,
  tools: {
    echo: tool({ input: z.object({ text: z.string() }), run: ({ text }) => text }),
    add: tool({
      input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
      run: ({ a }) => `${a}`,
    }),
    hidden: tool({ visible: () => false, run }),
  },
  prompts: { hello: prompt({ arguments: z.object({ who: z.string() }), get: ({ who }) => `Hello ${who}` }) },
  resources: { note: resource({ uri: 'notes://{id}', read: ({ id }) => (id === '1' ? 'text' : undefined) }) },
})
const node = process.execPath
const ageSchema = { type: 'object', properties: { age: { type: 'number' } } }

// biome-ignore lint/suspicious/noExplicitAny: programs without types make these mistakes
type Untyped = any
let client: Untyped
let url: string
let close: () => Promise<void>
let listed: Client

beforeAll(async () => {
  client = await connect(server)
  const served = await serveHttp(server, { port: 0 })
  url = served.url
  close = served.close
  listed = await connect(url)
  await listed.listTools()
})

afterAll(async () => {
  await client.close()
  await listed.close()
  await close()
})

const toolOptions =
  'The options are title, description, icons, _meta, scopes, visible, input, output, annotations, task, app, visibility, singleUse, authorize, before, use, run'
const requestOptions =
  'The options are signal, timeoutMs, maxTimeoutMs, onProgress, meta, validateOutput, output, fresh, arguments'

const defining: readonly Mistake[] = [
  [
    'a misspelt option of a tool',
    () => tool({ desciption: '', run } as Untyped),
    `TypeError: tool: there is no option "desciption"; did you mean "description"? ${toolOptions}`,
  ],
  [
    'inputSchema',
    () => tool({ inputSchema: {}, run } as Untyped),
    `TypeError: tool: there is no option "inputSchema"; use "input". ${toolOptions}`,
  ],
  [
    'execute',
    () => tool({ execute: run } as Untyped),
    `TypeError: tool: there is no option "execute"; use "run". ${toolOptions}`,
  ],
  [
    'the name among the options of a tool',
    () => tool({ name: 'echo', run } as Untyped),
    `TypeError: tool: there is no option "name"; the key in \`tools\` of createServer is the name. ${toolOptions}`,
  ],
  ['a tool without run', () => tool({} as Untyped), 'TypeError: tool: run must be a function, got undefined'],
  [
    'a raw shape',
    () => createServer({ ...identity, tools: { a: tool({ input: { a: z.string() } as Untyped, run }) } }),
    'TypeError: tool: input is a raw shape: wrap it in an object schema, such as z.object({ … })',
  ],
  [
    'an empty name',
    () => createServer({ ...identity, tools: { '': tool({ run }) } }),
    'TypeError: tools: a name must not be empty',
  ],
  [
    'a list of tools',
    () => createServer({ ...identity, tools: [tool({ run })] as Untyped }),
    'TypeError: createServer: tools must be an object with each definition under its name, got an array',
  ],
  [
    'a misspelt option of a server',
    () => createServer({ ...identity, instruction: '' } as Untyped),
    'TypeError: createServer: there is no option "instruction"; did you mean "instructions"? The options are name, version, title, description, instructions, icons, websiteUrl, capabilities, experimental, extensions, revisions, limits, unsafePatterns, errors, runtime, logger, pageSize, context, onRootsChange, tools, resources, prompts, skills, stores, secrets, use, ttlMs, cacheScope',
  ],
  [
    'a misspelt limit',
    () => createServer({ ...identity, limits: { sessios: 1 } as Untyped }),
    'TypeError: limits: there is no limit "sessios"; did you mean "sessions"?',
  ],
  [
    'two resources of one URI',
    () =>
      createServer({
        ...identity,
        resources: { a: resource({ uri: 'a:b', read: run }), b: resource({ uri: 'a:b', read: run }) },
      }),
    'TypeError: resource "b": the uri a:b is that of "a"; each needs its own',
  ],
  [
    'a path in the place of a URI',
    () => resource({ uri: '/etc/hosts', read: run }),
    'TypeError: resource: uri must be an absolute URI such as "notes://today", got "/etc/hosts"',
  ],
  [
    'a number as an argument of a prompt',
    () =>
      createServer({
        ...identity,
        prompts: { hello: prompt({ arguments: ageSchema as Untyped, get: run }) },
      }),
    'TypeError: prompt "hello": arguments: age takes no string, and clients send strings',
  ],
  [
    'content that is not in a list',
    () => result({ content: 'text' as Untyped }),
    'TypeError: result: content must be an array of content blocks',
  ],
]

const serving: readonly Mistake[] = [
  [
    'a misspelt option of serveHttp',
    () => serveHttp(server, { prot: 8080 } as Untyped),
    'TypeError: serveHttp: there is no option "prot"; did you mean "port"? The options are port, hostname, unauthenticated, path, answers, sessions, sseEndpoints, allowedHosts, allowedOrigins, auth, serverCard, limits',
  ],
  [
    'host in the place of hostname',
    () => serveHttp(server, { host: '127.0.0.1' } as Untyped),
    'TypeError: serveHttp: there is no option "host"; use "hostname". The options are port, hostname, unauthenticated, path, answers, sessions, sseEndpoints, allowedHosts, allowedOrigins, auth, serverCard, limits',
  ],
  [
    'a misspelt option of a fetch handler',
    () => createFetchHandler(server, { pth: '/mcp' } as Untyped),
    'TypeError: createFetchHandler: there is no option "pth"; did you mean "path"? The options are path, answers, sessions, sseEndpoints, allowedHosts, allowedOrigins, auth, serverCard, limits',
  ],
  [
    'a misspelt option of serveStdio',
    () => serveStdio(server, { inptu: process.stdin } as Untyped),
    'TypeError: serveStdio: there is no option "inptu"; did you mean "input"? The options are input, output, exit',
  ],
  [
    'a path without a slash',
    () => serveHttp(server, { path: 'mcp' }),
    'TypeError: path must be a path such as "/mcp", got "mcp"',
  ],
  [
    'a port in use',
    () => serveHttp(server, { port: Number(new URL(url).port) }),
    'OmniportError: Cannot listen on 127.0.0.1:PORT: listen EADDRINUSE: address already in use 127.0.0.1:PORT; choose another port, or 0 for a free one',
  ],
  [
    'a host that others can reach',
    () => serveHttp(server, { hostname: '0.0.0.0' }),
    'TypeError: hostname "0.0.0.0" is reachable from other machines: give auth, or unauthenticated: true to let everyone use every tool',
  ],
  [
    'options in the place of the server',
    () => serveHttp({ port: 3000 } as Untyped),
    'TypeError: serveHttp: the server must be what createServer or createGateway gives, or { serve }, got an object',
  ],
]

const connecting: readonly Mistake[] = [
  [
    'an address without http://',
    () => connect('localhost:3000/mcp'),
    'TypeError: connect: target.url must be an http: or https: address, got localhost:; write http:// or https:// before the host',
  ],
  [
    'a command line as an address',
    () => connect('node server.js'),
    'TypeError: connect: target.url must be an http: or https: address, got text that is no address; a program to start is { command, args }',
  ],
  [
    'a command line as a command',
    () => connect({ command: 'node server.js' }),
    'OmniportError: Could not start "node server.js": spawn node server.js ENOENT; the command is one program, and there is no shell: write {"command":"node","args":["server.js"]}',
  ],
  [
    'a command that is not there',
    () => connect({ command: 'no-such-program' }),
    'OmniportError: Could not start "no-such-program": spawn no-such-program ENOENT; install it, give its full path, or check cwd',
  ],
  [
    'a misspelt command',
    () => connect({ comand: 'node' } as Untyped),
    'TypeError: connect: target: there is no option "comand"; did you mean "command"? The options are command, args, env, cwd, url, headers',
  ],
  [
    'a server that exits at start',
    () => connect({ command: node, args: ['-e', 'console.error("no key"); process.exit(2)'] }),
    `OmniportError: The server "NODE" exited with code 2; its stderr ends:\nno key`,
  ],
  [
    'nobody who listens',
    () => connect('http://127.0.0.1:1/mcp'),
    'OmniportError: Cannot reach http://127.0.0.1:1/mcp: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'a server that logs to stdout',
    () => reportedBy(`console.log('starting')`),
    'RpcError: "NODE" wrote to stdout what is no message; logs belong on stderr: starting',
  ],
  [
    'a web page',
    () => atWebPage((address) => connect(address)),
    'OmniportError: http://127.0.0.1:PORT/mcp gave no answer but HTTP 200 of type text/html; check that it is the address of an MCP server',
  ],
  [
    'a wrong path',
    () => connect(url.replace('/mcp', '/mpc')),
    'RpcError: POST /mpc: no MCP endpoint here; this server listens on /mcp',
  ],
  [
    'a misspelt option of connect',
    () => connect(server, { timeout: 1 } as Untyped),
    'TypeError: connect: there is no option "timeout"; did you mean "timeoutMs"? The options are name, version, revision, timeoutMs, maxTimeoutMs, pingMs, signal, limits, runtime, wire, elicit, elicitUrl, sample, roots, autoAnswer, autoRefresh, tasks, apps, experimental, extensions, onLog, onStderr, onError, onLost, onReconnect, onClose, fetch, auth, intercept',
  ],
  [
    'a misspelt option of a host',
    () => createHost({ servrs: {} } as Untyped),
    'TypeError: createHost: there is no option "servrs"; did you mean "servers"? The options are servers, auth, apps, problems, name, version, timeoutMs, maxTimeoutMs, limits, runtime, fetch, experimental, extensions, policy, ask, decisions, audit, lock, onChangedTool, onChangedSkill, elicit, elicitUrl, sample, sampleBudget, roots, rootExists, toolName, healthMs, refreshMs, intercept, onError',
  ],
  [
    'a misspelt target of a host',
    () => createHost({ servers: { a: { comand: 'x' } as Untyped } }),
    'TypeError: createHost: servers.a: target: there is no option "comand"; did you mean "command"? The options are command, args, env, cwd, url, headers',
  ],
]

const calling: readonly Mistake[] = [
  [
    'a call in one object',
    () => client.callTool({ name: 'echo', arguments: {} }),
    'TypeError: callTool: the name is an argument of its own, not a member of an object; write callTool("echo", { … })',
  ],
  [
    'a prompt in one object',
    () => client.getPrompt({ name: 'hello' }),
    'TypeError: getPrompt: the name is an argument of its own, not a member of an object; write getPrompt("hello", { … })',
  ],
  [
    'a resource in one object',
    () => client.readResource({ uri: 'notes://1' }),
    'TypeError: readResource: the uri is an argument of its own, not a member of an object; write readResource("notes://1")',
  ],
  [
    'the object that another library takes for a request',
    () => client.request({ method: 'tools/list', params: {} }),
    'TypeError: request: the method is an argument of its own, not a member of an object; write request("tools/list", { … })',
  ],
  [
    'the object that another library takes for a completion',
    () => client.complete({ ref: { type: 'ref/prompt', name: 'hello' }, argument: { name: 'who', value: '' } }),
    'TypeError: complete: the ref is an argument of its own, not a member of an object; write complete(ref, argument)',
  ],
  [
    'a time limit as text',
    () => client.callTool('echo', { text: 'x' }, { timeoutMs: '50' }),
    'TypeError: timeoutMs must be a number of milliseconds above 0, got "50"',
  ],
  [
    'a cursor for a list',
    () => client.listTools({ cursor: '' }),
    `TypeError: options of a request: there is no option "cursor"; a list has all pages; request("tools/list", { cursor }) gets one. ${requestOptions}`,
  ],
  [
    'a tool that returns a wrong block',
    () => logged({ run: () => ({ content: [{ type: 'text', txt: 'x' }] }) }),
    'TypeError: tool "sum": content[0]: text must be a string',
  ],
  [
    'a tool whose output is wrong',
    () => logged({ output: z.object({ sum: z.number() }), run: () => ({ sum: '1' }) }),
    'TypeError: the returned value does not fit output: sum: Invalid input: expected number, received string',
  ],
  [
    'a tool with output that returns a whole result',
    () =>
      logged({
        output: z.object({ sum: z.number() }),
        run: () => ({ content: [{ type: 'text', text: '1' }], structuredContent: { sum: 1 } }),
      }),
    'TypeError: the returned value does not fit output: sum: Invalid input: expected number, received undefined; give a whole result to result()',
  ],
  [
    'a tool that does not await',
    () => logged({ output: z.object({ sum: z.number() }), run: () => ({ sum: Promise.resolve(1) }) }),
    'TypeError: the returned value does not fit output: sum: Invalid input: expected number, received Promise',
  ],
  ['a tool that returns a function', () => logged({ run: () => run }), 'TypeError: a tool cannot return a function'],
  [
    'a tool that returns an Error',
    () => logged({ run: () => new Error('no') }),
    'TypeError: a tool cannot return an Error; throw it',
  ],
  [
    'onprogress',
    () => client.callTool('echo', { text: 'x' }, { onprogress: run }),
    `TypeError: options of a request: there is no option "onprogress"; use "onProgress". ${requestOptions}`,
  ],
  [
    'a misspelt option of a request',
    () => client.listTools({ signl: 1 }),
    `TypeError: options of a request: there is no option "signl"; did you mean "signal"? ${requestOptions}`,
  ],
  [
    'uri in the place of uris',
    () => client.listen({ uri: 'notes://1' }),
    'TypeError: listen: there is no option "uri"; did you mean "uris"? The options are tools, prompts, resources, uris',
  ],
  [
    'an updated resource in one object',
    () => server.resources.updated({ uri: 'notes://1' } as Untyped),
    'TypeError: resources.updated: uri must be a string, got an object',
  ],
  ['an unknown tool', () => client.callTool('ehco', {}), 'RpcError: Unknown tool: ehco; did you mean "echo"?'],
  ['a tool that the caller may not see', () => client.callTool('hiden', {}), 'RpcError: Unknown tool: hiden'],
  ['an unknown prompt', () => client.getPrompt('helo', {}), 'RpcError: Unknown prompt: helo; did you mean "hello"?'],
  ['an unknown resource', () => client.readResource('notes://2'), 'RpcError: Resource not found: notes://2'],
  ['a missing argument', () => textOfCall('add', {}), 'Error: Invalid arguments for add: a is required'],
  ['a wrong argument', () => textOfCall('add', { a: '1' }), 'Error: Invalid arguments for add: a must be a number'],
  [
    'arguments that are text',
    () => client.callTool('echo', 'text'),
    'TypeError: callTool: the arguments must be an object, got "text"',
  ],
  [
    'a number as the argument of a prompt',
    () => client.getPrompt('hello', { who: 1 }),
    'RpcError: params.arguments.who must be a string',
  ],
  [
    'a closed client',
    async () => {
      const closed = await connect(server)
      await closed.close()
      await closed.listTools()
    },
    'OmniportError: The client is closed; connect again',
  ],
  [
    'a tool that another server does not know, where the tools were listed',
    () => atOtherServer((other) => other.callTool('ehco', {})),
    'RpcError: Tool not found; did you mean "echo"?',
  ],
]

async function textOfCall(name: string, args: object): Promise<never> {
  const { content } = await client.callTool(name, args)
  throw new Error(content[0].text)
}

/** Throws what the server logs when the tool was called: clients are told of it without the text. */
async function logged(definition: Untyped): Promise<never> {
  const errors: Error[] = []
  const logger = { warn: () => {}, error: (_text: string, reason?: Untyped) => errors.push(reason?.error ?? reason) }
  const connected = await connect(
    createServer({ ...identity, logger, tools: { sum: tool(definition as Untyped) as Untyped } }),
  )
  await connected.callTool('sum', {})
  await connected.close()
  throw errors[0]
}

/** Throws what the client is told of a server that runs `code` before it serves. */
async function reportedBy(code: string): Promise<never> {
  const errors: Error[] = []
  const serve = `${code}; const { serveStdio } = await import('omniport/stdio'); const { createServer } = await import('omniport');
    await serveStdio(createServer({ name: 'x', version: '1' }))`
  const command = { command: node, args: ['--input-type=module', '-e', serve] }
  const connected = await connect(command, { onError: (reason) => void errors.push(reason as Error) })
  await connected.close()
  throw errors[0]
}

/** Runs `use` with the address of a web server that knows nothing of MCP. */
async function atWebPage(use: (url: string) => Promise<unknown>): Promise<unknown> {
  const http = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  try {
    return await use(`http://127.0.0.1:${port}/mcp`)
  } finally {
    http.closeAllConnections()
    http.close()
  }
}

/** Runs `use` with a client that has listed the tools of a server whose errors suggest nothing. */
async function atOtherServer(use: (client: Untyped) => Promise<unknown>): Promise<unknown> {
  const other = createServer({ ...identity, tools: { echo: tool({ run }) }, use: [plainErrors] })
  const connected = await connect(other)
  try {
    await connected.listTools()
    return await use(connected)
  } finally {
    await connected.close()
  }
}

const plainErrors = (next: Untyped) => async (message: Untyped, exchange: Untyped) => {
  const response = await next(message, exchange)
  return response?.error === undefined ? response : { ...response, error: { code: -32602, message: 'Tool not found' } }
}

describe.each([
  ['defining', defining],
  ['serving', serving],
  ['connecting', connecting],
  ['calling', calling],
])('a mistake in %s is answered with what is wrong, and what to do', (_name, mistakes) => {
  test.each(mistakes)('%s', async (_name, make, says) => {
    const { name, message } = await thrownBy(make)
    expect(anonymous(`${name}: ${message}`)).toBe(says)
    expect(message).not.toMatch(typeName)
  })
})

/** A name such as those of types: a reader of an error knows what is written, not how it is typed. */
const typeName = /\b(?:[A-Z][a-z]+){2,}\b/

async function thrownBy(make: () => unknown): Promise<Error> {
  try {
    await make()
  } catch (reason) {
    return reason as Error
  }
  throw new Error('nothing was thrown')
}

/** Without ports and paths of this machine. */
function anonymous(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:PORT').replaceAll(node, 'NODE')
}
