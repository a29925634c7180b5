import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { loadedModules } from '../exports/loaded-modules.js'
import { root } from '../support/root.js'

/** A server over stdio that has answered one call of its tool. */
const program = (input: string) => `
import { PassThrough } from 'node:stream'
import { createServer, jsonSchema, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
const add = tool({ input: ${input}, run: ({ a }) => String(a + 1) })
const [input, output] = [new PassThrough(), new PassThrough()]
const server = createServer({ name: 'start', version: '1', tools: { add } })
await serveStdio(server, { input, output })
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'start', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const params = { name: 'add', arguments: { a: 1 }, _meta }
input.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) + '\\n')
const answer = await new Promise((resolve) => output.once('data', resolve))
if (JSON.parse(answer).result.content[0].text !== '2') throw new Error(String(answer))
input.end()`

/** As a schema library makes them. */
const vendor = `{ '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }),
  jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) } } }`
const plain = "jsonSchema({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] })"
const withPattern = "jsonSchema({ type: 'object', properties: { a: { type: 'number' }, b: { pattern: 'x' } } })"

/** What only some servers need: each is loaded with the first request that needs it. */
const late = {
  tasks:
    /\/dist\/(server\/tasks\/((?!extension\/|v2025\/)\w+\/|extension\/(?!create-tasks-extension)|v2025\/(?!can-list-tasks)|open-task-adapters)|store\/memory\/memory-tasks)/,
  input:
    /\/dist\/(server\/input\/(run-inputs|round-trips\/(round-trips|round-trip-requests|round-trip-input-requester)|direct-input-requester|forms|input-service|survives-json)|schema\/elicitation\/|sealing\/(lazy-sealer|sealer))/,
  requests:
    /\/dist\/(transport\/connection\/sent-requests|transport\/exchange\/(client-requests|outgoing-request)|jsonrpc\/pending)/,
  batches: /\/dist\/(transport\/connection\/(receive|parse)-batch|jsonrpc\/serving\/slots)/,
  subscriptions: /\/dist\/server\/(notifications\/(listen|subscription)|resources\/session-subscriptions)/,
  templates: /\/dist\/uri\/match-/,
  extensions: /\/dist\/server\/extensions\/extension-(runtime|scope)/,
  errors: /\/dist\/server\/requests\/error-text/,
  content: /\/dist\/protocol\/content\/check-content/,
  headers: /\/dist\/protocol\/headers\/(check-param-headers|header-value)/,
  backtracking: /\/dist\/schema\/backtracking\/(pattern-guard|is-exponential)/,
  completion: /\/dist\/server\/completion\/complete-argument/,
  client: /\/dist\/(client|auth|transport\/(http|node|memory))\/|node_modules\/(cross-spawn|undici|jose)\//,
  caches: /^(builtin|node):perf_hooks/,
  engine: /\/dist\/schema\/evaluate\//,
  patterns: /node_modules\/re2js\//,
}

test.each([
  ['a schema of a library', vendor, []],
  ['a plain schema', plain, ['engine']],
  ['a plain schema with a pattern', withPattern, ['engine', 'patterns']],
])('a server over stdio that has answered a call, with %s, loaded what that needs', (_, input, expected) => {
  const loaded = loadedModules(program(input))
  const found = Object.entries(late).filter(([, names]) => loaded.some((name) => names.test(name)))
  expect(found.map(([name]) => name)).toEqual(expected)
})

const bundled = `${root}/packages/omniport/dist/bundle/`

test('a server over stdio imports four files', () => {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const code = readFileSync(file, 'utf8')
    for (const [, name] of code.matchAll(/^import [^"]*"(\.[^"]+)";$/gm))
      visit(new URL(String(name), `file://${file}`).pathname)
  }
  visit(`${bundled}index.js`)
  visit(`${bundled}stdio.js`)
  expect([...found].map((file) => file.slice(bundled.length).replace(/-[^.]+/, ''))).toEqual([
    'index.js',
    'parts/core.js',
    'stdio.js',
    'parts/pipes.js',
  ])
})

const maxKb = 49.2

test(`what a server over stdio loads at its start is at most ${maxKb} KB, minified and compressed`, async () => {
  const entry = "export { createServer, tool } from 'omniport'\nexport { serveStdio } from 'omniport/stdio'"
  const build = await rolldown({
    input: 'start',
    external: [/^node:/],
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'start' ? `${root}/test/performance/start.js` : null),
        load: (id) => (id === `${root}/test/performance/start.js` ? entry : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) visit(imported)
  }
  visit(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '')
  const bytes = chunks
    .filter(({ fileName }) => found.has(fileName))
    .map(({ code }) => gzipSync(code, { level: 9 }).length)
  expect(bytes.reduce((sum, each) => sum + each, 0) / 1_024).toBeLessThan(maxKb)
})
