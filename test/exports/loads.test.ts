import { expect, test } from 'vitest'
import { loadedModules } from './loaded-modules.js'

const heavy =
  /^builtin:(_?https?|http2|_http_\w+|tls|internal\/deps\/undici)|node_modules\/(typebox|@cfworker|re2js|undici|jose|oauth4webapi)\/|\/dist\/(auth|schema\/evaluate|transport\/(http|node))\//

const server = `
import { createServer, tool } from 'omniport'
const server = createServer({ name: 'a', version: '1', tools: {
  hello: tool({ input: { type: 'object', properties: { name: { type: 'string' } } }, run: ({ name }) => 'Hello ' + name }),
} })`

test.each([
  ['the root entry', server],
  ['a server over stdio', `import { serveStdio } from 'omniport/stdio'\n${server}\nvoid serveStdio`],
  ['the stores', "import 'omniport/store'"],
  ['JSON-RPC', "import 'omniport/jsonrpc'"],
  ['the protocol', "import 'omniport/protocol'"],
])('%s: loads no HTTP, no authorization and no JSON Schema engine', (_, program) => {
  expect(loadedModules(program).filter((name) => heavy.test(name))).toEqual([])
})

test('a server over HTTP loads no stores in a folder', () => {
  const load = (program: string) => loadedModules(program).filter((name) => /store-file|create-file-stores/.test(name))
  expect(load(`import { serveHttp } from 'omniport/node'\n${server}\nvoid serveHttp`)).toEqual([])
  expect(load("import 'omniport/store/file'")).not.toEqual([])
})

test.each([
  ['the root entry', server],
  ['the client', "import 'omniport/client'"],
])('%s: imports nothing of Node where its dependencies have another choice', (_, program) => {
  const modules = loadedModules(program, ['--conditions=browser'])
  expect(modules.filter((name) => name.startsWith('node:'))).toEqual([])
})

const authorization = /node_modules\/(jose|oauth4webapi)\/|\/dist\/auth\//

/** Connects to an address where nobody listens. */
const client = (options: string) => `
import { connect } from 'omniport/client'
await connect('http://127.0.0.1:1/mcp', ${options}).catch(() => {})`

test('a client over HTTP loads authorization where it is asked to authorize, and only then', () => {
  const load = (options: string) => loadedModules(client(options)).filter((name) => authorization.test(name))
  expect(load('{}')).toEqual([])
  expect(load("{ auth: { token: 'a' } }")).not.toEqual([])
})

test('what is loaded is seen, whichever way', () => {
  const modules = loadedModules("import 'node:http'; import 'cross-spawn'")
  expect(modules).toEqual(expect.arrayContaining(['node:http', 'builtin:http']))
  expect(modules.filter((name) => name.endsWith('/node_modules/which/which.js'))).toHaveLength(1)
})
